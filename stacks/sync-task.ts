import type { StoreLinks } from './links.ts'
import type { Network } from './network.ts'

/** The sections that the command loads, each with the resource that fills it. */
const CONNECTIONS = {
  database: 'Database',
  index: 'SearchIndex',
  embedding: 'EmbeddingService',
} as const satisfies Record<keyof StoreLinks, string>

const NAME = 'SyncTask'
const LOG_STREAM_PREFIX = 'sync'
/** The longest time that Fargate gives a task to finish its current batch. */
const STOP_TIMEOUT_SECONDS = 120

/**
 * The task of a full sync, which may take longer than a function can run. The task costs nothing while it does not
 * run. Only people start it (`npm run sync-typesense -- --full-sync --remote`). A preview has no task: its index is
 * small.
 */
export function makeSyncTask(stage: string, stores: StoreLinks, network: Network): $util.Resource {
  if (!network.vpc) return linkNothing()
  const logGroup = `/${$app.name}/${stage}/sync`
  linkTask(network, logGroup)
  const parameters = Object.entries(CONNECTIONS).map(([section, resource]) => ({
    variable: `SST_RESOURCE_${resource}`,
    arn: makeParameter(stage, stores, section as keyof StoreLinks),
  }))
  return new sst.aws.Task(NAME, {
    cluster: makeCluster(network, network.vpc),
    // A sync takes one core and, with batches of 5,000, 600 MB.
    architecture: 'arm64',
    cpu: '1 vCPU',
    memory: '2 GB',
    // Docker's default driver, for example on a GitHub runner, exports no cache.
    image: { context: '.', dockerfile: 'stacks/sync-task/Dockerfile', cache: false },
    // As links, the values would be in the task's definition, readable for everybody with access to it.
    ssm: Object.fromEntries(parameters.map(({ variable, arn }) => [variable, arn])),
    logging: { name: logGroup, retention: '1 month' },
    transform: {
      // By default this role may read every parameter and every secret of the account.
      executionRole: (args) => {
        args.inlinePolicies = [
          {
            name: 'read-connections',
            policy: $jsonStringify({
              Version: '2012-10-17',
              Statement: [
                { Effect: 'Allow', Action: 'ssm:GetParameters', Resource: parameters.map(({ arn }) => arn) },
              ],
            }),
          },
        ]
      },
      // The command calls no AWS service, and nobody opens a shell in its container.
      taskRole: (args) => {
        args.inlinePolicies = []
      },
      taskDefinition: (args) => {
        args.containerDefinitions = $output(args.containerDefinitions).apply(asCommand)
      },
    },
  })
}

function makeParameter(stage: string, stores: StoreLinks, section: keyof StoreLinks): $util.Output<string> {
  const variable = `SST_RESOURCE_${CONNECTIONS[section]}`
  const parameter = new aws.ssm.Parameter(`Sync${CONNECTIONS[section]}`, {
    name: `/${$app.name}/${stage}/sync/${section}`,
    type: 'SecureString',
    value: sst.Linkable.env([stores[section]]).apply((variables) => variables[variable] ?? ''),
  })
  return parameter.arn
}

/**
 * Uses the private subnets: the component's default is public ones. Outbound traffic takes the path of the functions.
 */
function makeCluster({ privateSubnets, securityGroups }: Network, vpc: sst.aws.Vpc): sst.aws.Cluster {
  return new sst.aws.Cluster('SyncCluster', {
    vpc: {
      id: vpc.id,
      securityGroups,
      containerSubnets: privateSubnets,
      loadBalancerSubnets: privateSubnets,
    },
  })
}

/**
 * The component's defaults describe a service: with ports, and with a terminal, whose control characters would fill the
 * log.
 */
function asCommand(definitions: string): string {
  const containers = JSON.parse(definitions) as { logConfiguration: { options: Record<string, string> } }[]
  return JSON.stringify(
    containers.map((container) => ({
      ...container,
      pseudoTerminal: false,
      portMappings: [],
      stopTimeout: STOP_TIMEOUT_SECONDS,
      logConfiguration: {
        ...container.logConfiguration,
        options: { ...container.logConfiguration.options, 'awslogs-stream-prefix': LOG_STREAM_PREFIX },
      },
    })),
  )
}

/** The values that the command needs to start the task. No function is linked to it, so it grants nothing. */
function linkTask({ privateSubnets, securityGroups }: Network, logGroup: string): void {
  const joined = (list: $util.Output<string[]>) => list.apply((values) => values.join(','))
  sst.Linkable.wrap(sst.aws.Task, (task) => ({
    properties: {
      cluster: task.cluster,
      taskDefinition: task.taskDefinition,
      container: NAME,
      subnets: joined(privateSubnets),
      securityGroups: joined(securityGroups),
      logGroup,
      logStreamPrefix: LOG_STREAM_PREFIX,
    },
  }))
}

function linkNothing(): sst.Linkable<Record<string, string>> {
  return new sst.Linkable(NAME, {
    properties: {
      cluster: '',
      taskDefinition: '',
      container: '',
      subnets: '',
      securityGroups: '',
      logGroup: '',
      logStreamPrefix: '',
    },
  })
}
