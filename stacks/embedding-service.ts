import { PORT, teiContainer } from './embedding-container.ts'
import type { Network } from './network.ts'
import type { OwnEmbedding, StageSettings } from './settings.ts'
import type { SharedByStaging } from './shared-by-staging.ts'

const TIME_ZONE = 'America/Sao_Paulo'
const LOG_DAYS = 30

const TASKS_MAY_ASSUME = { Service: 'ecs-tasks.amazonaws.com' }

/** The address of the stage's own embedding service. Undefined when the stage uses another one. */
export function makeEmbeddingService(
  { embedding, region }: StageSettings,
  network: Network,
  shared: SharedByStaging | undefined,
) {
  if (embedding.kind !== 'service') return undefined
  if (shared) return shared.embeddingUrl
  const { vpc } = network
  if (!vpc) throw new Error('An embedding service needs a network of its own stage.')
  const cluster = new aws.ecs.Cluster('EmbeddingCluster', { name: named('embedding') })
  const { registry, url } = nameService(vpc)
  const service = new aws.ecs.Service(
    'EmbeddingService',
    {
      name: 'embedding',
      cluster: cluster.arn,
      taskDefinition: defineTask(embedding, region).arn,
      desiredCount: embedding.containers,
      launchType: 'FARGATE',
      networkConfiguration: {
        subnets: network.privateSubnets,
        securityGroups: [makeSecurityGroup(vpc).id],
        assignPublicIp: false,
      },
      serviceRegistries: { registryArn: registry.arn },
      // A deployment keeps the old containers until the new ones answer, and returns to them when the new ones never do.
      deploymentMinimumHealthyPercent: 100,
      deploymentMaximumPercent: 200,
      deploymentCircuitBreaker: { enable: true, rollback: true },
      propagateTags: 'SERVICE',
    },
    // The schedule changes it.
    { ignoreChanges: embedding.sleep ? ['desiredCount'] : [] },
  )
  if (embedding.sleep) sleepAtNight(embedding.containers, embedding.sleep, cluster, service)
  return url
}

const named = (name: string) => `${$app.name}-${$app.stage}-${name}`

function defineTask({ processors, memoryGb }: OwnEmbedding, region: string): aws.ecs.TaskDefinition {
  const log = new aws.cloudwatch.LogGroup('EmbeddingLog', {
    name: `/${$app.name}/${$app.stage}/embedding`,
    retentionInDays: LOG_DAYS,
  })
  return new aws.ecs.TaskDefinition('EmbeddingTask', {
    family: named('embedding'),
    requiresCompatibilities: ['FARGATE'],
    networkMode: 'awsvpc',
    // The image of text-embeddings-inference with a version number exists for x86 alone.
    runtimePlatform: { operatingSystemFamily: 'LINUX', cpuArchitecture: 'X86_64' },
    cpu: String(processors * 1024),
    memory: String(memoryGb * 1024),
    executionRoleArn: makeExecutionRole(log).arn,
    containerDefinitions: $jsonStringify([
      {
        ...teiContainer(processors),
        logConfiguration: {
          logDriver: 'awslogs',
          options: { 'awslogs-group': log.name, 'awslogs-region': region, 'awslogs-stream-prefix': 'tei' },
        },
      },
    ]),
  })
}

/** Starts the container and writes its log. The container itself has no role: it calls nothing of AWS. */
function makeExecutionRole(log: aws.cloudwatch.LogGroup): aws.iam.Role {
  return new aws.iam.Role('EmbeddingExecutionRole', {
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal(TASKS_MAY_ASSUME),
    inlinePolicies: [
      {
        name: 'write-log',
        policy: $jsonStringify({
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              Resource: $interpolate`${log.arn}:*`,
            },
          ],
        }),
      },
    ],
  })
}

/** Functions and tasks of the network may ask; the service itself loads its image and the weights over https. */
function makeSecurityGroup(vpc: sst.aws.Vpc): aws.ec2.SecurityGroup {
  return new aws.ec2.SecurityGroup('EmbeddingSecurityGroup', {
    vpcId: vpc.id,
    description: 'Embedding service, from the functions of its own network',
    ingress: [{ protocol: 'tcp', fromPort: PORT, toPort: PORT, securityGroups: vpc.securityGroups }],
    egress: [{ protocol: 'tcp', fromPort: 443, toPort: 443, cidrBlocks: ['0.0.0.0/0'] }],
  })
}

/** ECS registers each healthy container under one name, and removes a container that fails its health check. */
function nameService(vpc: sst.aws.Vpc) {
  const namespace = vpc.nodes.cloudmapNamespace
  const registry = new aws.servicediscovery.Service('EmbeddingName', {
    name: 'embedding',
    dnsConfig: {
      namespaceId: namespace.id,
      dnsRecords: [{ type: 'A', ttl: 10 }],
      routingPolicy: 'MULTIVALUE',
    },
    healthCheckCustomConfig: {},
    forceDestroy: true,
  })
  const url = $util
    .all([registry.name, namespace.name])
    .apply(([host, domain]) => `http://${host}.${domain}:${PORT}`)
  return { registry, url }
}

/** Sets the number of containers to zero in the evening and back in the morning, by the clock of Brasília. */
function sleepAtNight(
  containers: number,
  { from, to }: NonNullable<OwnEmbedding['sleep']>,
  cluster: aws.ecs.Cluster,
  service: aws.ecs.Service,
): void {
  const target = new aws.appautoscaling.Target(
    'EmbeddingScaling',
    {
      serviceNamespace: 'ecs',
      scalableDimension: 'ecs:service:DesiredCount',
      resourceId: $interpolate`service/${cluster.name}/${service.name}`,
      minCapacity: containers,
      maxCapacity: containers,
    },
    { ignoreChanges: ['minCapacity', 'maxCapacity'] },
  )
  const at = (name: string, hour: number, count: number) =>
    new aws.appautoscaling.ScheduledAction(name, {
      name: named(name === 'EmbeddingSleep' ? 'embedding-sleep' : 'embedding-wake'),
      serviceNamespace: target.serviceNamespace,
      scalableDimension: target.scalableDimension,
      resourceId: target.resourceId,
      schedule: `cron(0 ${hour} * * ? *)`,
      timezone: TIME_ZONE,
      scalableTargetAction: { minCapacity: count, maxCapacity: count },
    })
  at('EmbeddingSleep', from, 0)
  at('EmbeddingWake', to, containers)
}
