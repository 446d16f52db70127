import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '../../../functions/endpoints.ts'
import { getBuild, getFunction, type Graph, jsonOf, listOfType, type Resource, revealed } from '../graph.ts'
import { ROOT } from '../platform.ts'
import { listGraphs, type Rule } from './functions.ts'

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

const listOwn = (graph: Graph, type: string): Resource[] =>
  listOfType(graph, type).filter(({ readId }) => !readId)

const listIn =
  (find: (graph: Graph) => string[]): Rule =>
  (stages) =>
    listGraphs(stages).flatMap((graph) =>
      find(graph).map((fault) => `${fault} in the stage ${graph.app.stage}`),
    )

const listServers = (graph: Graph) =>
  listOwn(graph, INSTANCE).filter(({ name }) => name.startsWith('SearchServer'))
const scriptOf = ({ inputs }: Resource) => String(revealed(inputs['userData']))

/** The script waits for the device under which the volume is attached. */
export const findLostDevices = listIn((graph) =>
  listOwn(graph, 'aws:ec2/volumeAttachment:VolumeAttachment').flatMap(({ inputs }) => {
    const device = String(inputs['deviceName'])
    return listServers(graph)
      .filter(({ name }) => `${name}-id` === inputs['instanceId'])
      .filter((server) => !scriptOf(server).includes(`until [ -e ${device} ]`))
      .map(({ name }) => `the script of ${name} does not wait for ${device}`)
  }),
)

/** One port of the index: of its program, of its security group and of its address. */
export const findWrongPorts = listIn((graph) => {
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
export const findWrongImages = listIn((graph) => {
  const images = graph.lookUps
    .map(({ inputs }) => String(inputs['name']))
    .filter((name) => name.includes('/ami-'))
  const isArm = (type: string) => /^[a-z]+\d+g[a-z]*\./.test(type)
  return [
    ...images.filter((name) => !name.endsWith('-arm64')).map((name) => `${name} is no image of ARM`),
    ...listOwn(graph, INSTANCE)
      .filter(({ inputs }) => !isArm(String(inputs['instanceType'])))
      .map(({ name, inputs }) => `${name} is a ${String(inputs['instanceType'])}, and its image one of ARM`),
  ]
})

/** A changed migration changes the input of its invocation, without which it would not run. */
export const findSleepingMigrations = listIn((graph) => {
  const folder = join(ROOT, 'packages/core/migrations')
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted())
    hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  return listOwn(graph, 'aws:lambda/invocation:Invocation')
    .filter(({ name }) => name === 'Migration')
    .filter((invocation) => {
      const { version, migrations } = jsonOf(invocation, 'input') as Record<string, string>
      return !version || migrations !== hash.digest('hex')
    })
    .map(({ name }) => `${name} does not run again when a migration or the version changes`)
})

/** A log group without days is kept for ever. */
export const findLongLogs = listIn((graph) =>
  listOwn(graph, 'aws:cloudwatch/logGroup:LogGroup').flatMap(({ name, inputs }) => {
    const days = Number(inputs['retentionInDays'])
    return days > 0 && days <= LOG_DAYS_MAX ? [] : [`${name} is kept for ${days} days; 0 is for ever`]
  }),
)

/** A function behind the gateway without a bound may take every environment of the account. */
export const findUnboundedEndpoints = listIn((graph) =>
  endpoints
    .filter(({ name }) => !(Number(getFunction(graph, name).inputs['reservedConcurrentExecutions']) > 0))
    .map(({ name }) => `${name} is behind the gateway and reserves no environments`),
)

/** Requests to S3 from the private subnets leave by the endpoint, not by the NAT instances. */
export const findWrongEndpoints = listIn((graph) => {
  const tables = listOwn(graph, 'aws:ec2/routeTable:RouteTable')
    .filter(({ name }) => name.includes('Private'))
    .map(({ name }) => `${name}-id`)
  return listOwn(graph, 'aws:ec2/vpcEndpoint:VpcEndpoint')
    .filter(
      ({ inputs }) => (inputs['routeTableIds'] as string[]).toSorted().join() !== tables.toSorted().join(),
    )
    .map(({ name }) => `${name} is not on the private route tables`)
})

/** A replaced instance of the index gets its name within seconds. */
export const findSlowNames = listIn((graph) =>
  listOwn(graph, 'aws:servicediscovery/service:Service')
    .filter(({ inputs }) =>
      (inputs['dnsConfig'] as { dnsRecords: { ttl: number }[] }).dnsRecords.some(
        ({ ttl }) => ttl > NAME_TTL_SECONDS_MAX,
      ),
    )
    .map(({ name }) => `${name} is remembered for longer than ${NAME_TTL_SECONDS_MAX} s`),
)

/** A server that is gone has no data, so a gap is an alarm. */
export const findSilentServers = listIn((graph) =>
  listOwn(graph, ALARM)
    .filter(({ inputs }) => ['AWS/EC2', 'AWS/RDS'].includes(String(inputs['namespace'])))
    .filter(({ inputs }) => inputs['treatMissingData'] !== 'breaching')
    .map(({ name }) => `${name} stays silent when its server is gone`),
)

/** Every instance of a stage has an alarm. */
export const findUnwatchedInstances = listIn((graph) => {
  const watched = new Set(
    listOwn(graph, ALARM).map(({ inputs }) => (inputs['dimensions'] as { InstanceId?: string }).InstanceId),
  )
  return listOwn(graph, INSTANCE)
    .filter(({ name }) => !watched.has(`${name}-id`))
    .map(({ name }) => `${name} has no alarm`)
})

/** A message that the scheduler could not send at once is sent again. */
export const findHastySchedules = listIn((graph) =>
  listOwn(graph, 'aws:scheduler/schedule:Schedule')
    .filter(({ inputs }) => {
      const { retryPolicy } = inputs['target'] as { retryPolicy?: { maximumRetryAttempts?: number } }
      return !(Number(retryPolicy?.maximumRetryAttempts) >= SCHEDULE_ATTEMPTS_MIN)
    })
    .map(({ name }) => `${name} gives up after one throttled call`),
)

interface Headers {
  strictTransportSecurity?: { accessControlMaxAgeSec: number }
}

/** Instances ask for tokens, pages for TLS for a year and more, the database takes minor versions by itself, the firewall's groups block. */
export const findWeakDefences = listIn((graph) => [
  ...listOwn(graph, 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy')
    .filter(({ inputs }) => {
      const { strictTransportSecurity } = (inputs['securityHeadersConfig'] ?? {}) as Headers
      return !(Number(strictTransportSecurity?.accessControlMaxAgeSec) >= YEAR_SECONDS)
    })
    .map(({ name }) => `${name} asks for TLS for less than a year`),
  ...listOwn(graph, INSTANCE)
    .filter(
      ({ inputs }) =>
        (inputs['metadataOptions'] as { httpTokens?: string } | undefined)?.httpTokens !== 'required',
    )
    .map(({ name }) => `${name} gives its credentials to requests without a token`),
  ...listOwn(graph, 'aws:rds/instance:Instance')
    .filter(
      ({ inputs }) =>
        inputs['autoMinorVersionUpgrade'] !== true || inputs['allowMajorVersionUpgrade'] === true,
    )
    .map(({ name }) => `${name} takes no minor version by itself, or a major one`),
  ...listOwn(graph, 'aws:wafv2/webAcl:WebAcl')
    .flatMap(({ inputs }) => inputs['rules'] as { name: string; overrideAction?: { none?: unknown } }[])
    .filter(({ overrideAction }) => overrideAction && !overrideAction.none)
    .map(({ name }) => `the group ${name} of the firewall blocks nothing`),
])
