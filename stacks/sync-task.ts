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
/** The longest that Fargate gives a task to finish what it is at: a batch. */
const STOP_TIMEOUT_SECONDS = 120

/**
 * The task that a full sync runs in, as it may take longer than a function lives. It costs nothing while none runs.
 * Nobody but people starts it (`npm run sync-typesense -- --full-sync --remote`). A preview has none: its index is small.
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
    // Docker's own driver, as on a runner of GitHub, exports no cache.
    image: { context: '.', dockerfile: 'stacks/sync-task/Dockerfile', cache: false },
    // As links they would stand in the definition, for everybody to read who may look at it.
    ssm: Object.fromEntries(parameters.map(({ variable, arn }) => [variable, arn])),
    logging: { name: logGroup, retention: '1 month' },
    transform: {
      // As it comes, this role reads every parameter and every secret of the account.
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
      // The command asks nothing of AWS, and nobody opens a shell beside it.
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

/** In the private subnets: a component's own choice would be public ones. The way out is that of the functions. */
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

/** The component describes a service: with ports, and a terminal that would fill the log with its control characters. */
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

/** What the command needs to start the task. No function is linked to it, so it grants nothing. */
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
