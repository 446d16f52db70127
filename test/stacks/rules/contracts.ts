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
    return (inputs['routeTableIds'] as string[]).toSorted().join() === wanted.join()
  },
  'is not on the private route tables',
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

/** The dimensions under which AWS publishes what alarms read. Under another name an alarm never has data. */
const DIMENSIONS: Record<string, string> = {
  'AWS/ApiGateway': 'ApiName Stage',
  'AWS/EC2': 'InstanceId',
  'AWS/Lambda': 'FunctionName',
  'AWS/RDS': 'DBInstanceIdentifier',
  'AWS/SQS': 'QueueName',
}

export const findBlindAlarms = every(
  ALARM,
  ({ inputs }) => {
    const namespace = String(inputs['namespace'])
    const names = Object.keys(inputs['dimensions'] as Record<string, unknown>).join(' ')
    return !namespace.startsWith('AWS/') || names === DIMENSIONS[namespace]
  },
  'reads a series under dimensions that AWS does not publish',
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

export const findIdleFirewalls = every(
  'aws:wafv2/webAcl:WebAcl',
  ({ inputs }) =>
    (inputs['rules'] as { overrideAction?: { none?: unknown } }[]).every(
      ({ overrideAction }) => !overrideAction || overrideAction.none !== undefined,
    ),
  'has a group that blocks nothing',
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
