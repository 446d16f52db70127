import {
  getBuild,
  getFunction,
  getOne,
  type Graph,
  listFunctions,
  listOfType,
  numberOf,
  type Resource,
  revealed,
} from '../graph.ts'
import { listPublishedSeries, NAMESPACE, seriesKey } from '../published-series.ts'
import { every, inEach, type Rule } from './rule.ts'

/** Connections that PostgreSQL and RDS reserve, and a few for people. */
const KEPT_CONNECTIONS = 10
const PREVIEWS_AT_ONCE = 2
/** Frozen environments of the previous version keep their connections for a while. */
const VERSIONS_AT_ONCE = 2
/** Functions whose environments open two connections: those of graphql, and of a sync beside that of its run. */
const CONNECT_TWICE = ['graphql', 'job-sync-index']

/** Six fields, one of the days a question mark; one unit without an `s`; or an instant. */
const EXPRESSION =
  /^(cron\((\S+ ){2}(\? \S+ \S+|\S+ \S+ \?) \S+\)|rate\(1 (minute|hour|day)\)|rate\(([2-9]|[1-9]\d+) (minutes|hours|days)\)|at\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\))$/

/** Only production has schedules; another stage would scrape 160 sites too. */
export const findStraySchedules: Rule = ({ staging, preview }) =>
  [staging, preview].flatMap((graph) =>
    graph.resources
      .filter(({ type, readId }) => !readId && /scheduler\/|eventRule/i.test(type))
      .map(
        ({ name }) =>
          `${name} runs on a schedule in the stage ${graph.app.stage}: schedules are production's`,
      ),
  )

const ZONES = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])

export const findInvalidSchedules = every(
  'aws:scheduler/schedule:Schedule',
  ({ inputs }) =>
    EXPRESSION.test(String(inputs['scheduleExpression'])) &&
    ZONES.has(String(inputs['scheduleExpressionTimezone'])),
  'is no schedule, or of no time zone; write cron(…) with six fields, or rate(1 minute), rate(5 minutes)',
)

/** Data of production is protected against mistakes. */
export const findUnprotected: Rule = ({ production }) => {
  const { removal, protect } = production.app
  const { inputs } = getOne(production, 'aws:rds/instance:Instance', /./)
  const storage = getOne(production, 'aws:s3/bucket:Bucket', /^Storage/)
  const faults = {
    'production is not retained and protected': removal !== 'retain' || !protect,
    'the database of production can be deleted': inputs['deletionProtection'] !== true,
    'the database of production would go without a last snapshot': inputs['skipFinalSnapshot'] !== false,
    'the database of production is not encrypted': inputs['storageEncrypted'] !== true,
    'backups of production are kept for less than 14 days': !(Number(inputs['backupRetentionPeriod']) >= 14),
    'the raw events of production can be removed with their bucket': storage.inputs['forceDestroy'] !== false,
  }
  return Object.entries(faults).flatMap(([fault, isFault]) => (isFault ? [fault] : []))
}

/** Maximum number of connections of a function; undefined without a limit. */
function boundOf(graph: Graph, fn: Resource): number | undefined {
  if (fn.inputs['reservedConcurrentExecutions'] !== undefined)
    return numberOf(fn, 'reservedConcurrentExecutions')
  const source = listOfType(graph, 'aws:lambda/eventSourceMapping:EventSourceMapping').find(({ inputs }) =>
    String(revealed(inputs['functionName'])).endsWith(`:${fn.name}`),
  )
  return (source?.inputs['scalingConfig'] as { maximumConcurrency: number } | undefined)?.maximumConcurrency
}

const listConnecting = (graph: Graph) =>
  listFunctions(graph).filter((fn) => 'Database' in getBuild(graph, fn).links)

/** Maximum number of connections of all functions of a stage. */
function countConnections(graph: Graph): number {
  const twice = new Set(CONNECT_TWICE.map((name) => getFunction(graph, name)))
  return listConnecting(graph)
    .map((fn) => (twice.has(fn) ? 2 : 1) * (boundOf(graph, fn) ?? 0))
    .reduce((sum, count) => sum + count, 0)
}

/**
 * The database has room for every connection of two versions. Staging's also has room for those of two previews, one of
 * which is being deployed.
 */
export const findTooManyConnections: Rule = ({ production, staging, preview, chosen, small }) => {
  const compare = ({ app: { stage }, settings }: Graph, count: number) => {
    const room = settings.database.maxConnections - KEPT_CONNECTIONS
    return count <= room
      ? []
      : [
          `the functions of ${stage} may open ${count} connections, the database has room for ${room}: lower a concurrency or raise maxConnections`,
        ]
  }
  const unbounded = [production, staging, preview].flatMap((graph) =>
    listConnecting(graph)
      .filter((fn) => boundOf(graph, fn) === undefined)
      .map((fn) => `${fn.name} may open any number of connections; bound its concurrency`),
  )
  return [
    ...unbounded,
    ...[production, chosen, small].flatMap((graph) =>
      compare(graph, VERSIONS_AT_ONCE * countConnections(graph)),
    ),
    ...compare(
      staging,
      VERSIONS_AT_ONCE * countConnections(staging) + (PREVIEWS_AT_ONCE + 1) * countConnections(preview),
    ),
  ]
}

/** GiB of memory of the database classes that a stage may choose. */
const MEMORY_GB: Record<string, number> = {
  't4g.small': 2,
  't4g.medium': 4,
  't4g.large': 8,
  'r7g.large': 16,
  'r7g.xlarge': 32,
  'r7g.2xlarge': 64,
}

/** Bytes of memory for each connection in the default parameter group of RDS for PostgreSQL. */
const BYTES_PER_CONNECTION = 9_531_392

/** No server is configured for more connections than its memory serves. */
export const findOverbookedMemory = inEach(({ settings: { database } }) => {
  const most = Math.floor(((MEMORY_GB[database.instance] ?? 0) * 1024 ** 3) / BYTES_PER_CONNECTION)
  return database.maxConnections <= most
    ? []
    : [`${database.instance} serves ${most} connections, maxConnections is ${database.maxConnections}`]
})

/** SST marks this value as secret, because the function has secrets among its links. */
const streams = ({ inputs }: Resource) => revealed(inputs['responseTransferMode']) === 'STREAM'

const STREAMING = ['Export1', 'Live1', 'Stream1']

/** Subscriptions and exports stream: otherwise their events come all together, and an answer has at most 6 MB. */
export const findWrongStreams: Rule = ({ production }) =>
  listOfType(production, 'aws:apigateway/integration:Integration')
    .filter((route) => streams(route) !== STREAMING.some((name) => route.name.includes(name)))
    .map(({ name }) => `${name} streams, or does not, against the list of streams`)

/** Only the API is public, behind its firewall. */
export const findPublicEntries: Rule = ({ production, small }) => [
  ...listOfType(production, 'aws:lambda/functionUrl:FunctionUrl').map(
    ({ name }) => `${name} is public beside the API`,
  ),
  ...[production, small]
    .filter(
      ({ resources, settings }) =>
        settings.firewall !==
        resources.some(({ type }) => type === 'aws:wafv2/webAclAssociation:WebAclAssociation'),
    )
    .map(
      ({ app, settings }) => `the API of ${app.stage} (${settings.size}) has no firewall, or one too many`,
    ),
]

/** Alarms use published series. */
export const findAlarmsWithoutSeries: Rule = ({ production }) => {
  const published = listPublishedSeries(production.app.stage)
  return listOfType(production, 'aws:cloudwatch/metricAlarm:MetricAlarm')
    .filter(({ inputs: { namespace, metricName, dimensions } }) => {
      const key = seriesKey(String(metricName), dimensions as Record<string, unknown>)
      return !String(namespace).startsWith('AWS/') && !(namespace === NAMESPACE && published.has(key))
    })
    .map(({ name }) => `${name} uses a series that is not published`)
}
