import { recordOperation } from '@pauta/functions/graphql/request/observe-operation'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { openObserver } from '@pauta/platform/telemetry/observer'
import { buildSchema, getOperationAST, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { jobs } from '../../functions/jobs/jobs.ts'
import { workers } from '../../functions/workers/workers.ts'
import { type Graph, getFunction, getOne, jsonOf, listOfType, type Stages } from './graph.ts'
import { listPublishedSeries, seriesKey } from './published-series.ts'

const ALARM = 'aws:cloudwatch/metricAlarm:MetricAlarm'
const DASHBOARD = 'aws:cloudwatch/dashboard:Dashboard'
/** Each costs as much as three alarms. */
const MAX_SERIES = 60
const COLUMNS = 24

interface Widget {
  type: string
  x: number
  width: number
  properties: {
    title?: string
    metrics?: unknown[][]
    alarms?: string[]
    query?: string
    yAxis?: unknown
  }
}

const listWidgets = (graph: Graph) =>
  (jsonOf(getOne(graph, DASHBOARD, /./), 'dashboardBody') as { widgets: Widget[] }).widgets

/** The series of a dashboard: namespace, name, and dimensions in pairs. */
const listSeries = (graph: Graph) =>
  listWidgets(graph)
    .flatMap(({ properties }) => properties.metrics ?? [])
    .map((parts) => parts.filter((part) => typeof part === 'string'))
    .filter((parts) => parts.length > 0)
    .map(([namespace = '', metric = '', ...pairs]) => ({
      namespace,
      metric,
      dimensions: Object.fromEntries(
        pairs.flatMap((name, position) => (position % 2 === 0 ? [[name, pairs[position + 1]]] : [])),
      ) as Record<string, unknown>,
    }))

/** Fields of the log line of a query. */
async function readLogLine(): Promise<Record<string, unknown>> {
  const lines: Record<string, unknown>[] = []
  const logger = { info: (fields: Record<string, unknown>) => lines.push(fields) } as unknown as Logger
  const document = parse('{ themes }')
  const operation = getOperationAST(document)
  await openObserver({ name: 'graphql', logger })('request', async (observation) => {
    if (operation)
      recordOperation(observation, operation, { schema: buildSchema('type Query { themes: Int }'), document })
  })
  return lines[0] ?? {}
}

export function checkDashboard(stages: () => Stages): void {
  describe('the dashboard', () => {
    it('exists on stages of standard size', () => {
      const { production, staging, preview, small } = stages()
      expect(getOne(production, DASHBOARD, /./).inputs['dashboardName']).toBe('pauta-production')
      for (const graph of [staging, preview, small]) expect(listOfType(graph, DASHBOARD)).toEqual([])
    })

    it('shows every alarm, and the depth of each dead-letter queue', () => {
      const { production } = stages()
      const shown = listWidgets(production).find(({ type }) => type === 'alarm')?.properties.alarms
      expect(shown).toHaveLength(listOfType(production, ALARM).length)
      const depths = listSeries(production).filter(
        ({ metric }) => metric === 'ApproximateNumberOfMessagesVisible',
      )
      expect(depths).toHaveLength(workers.length + jobs.length)
    })

    it('has ten widgets that fit the width of the page, and eight where sites and index are others’', () => {
      const widgets = listWidgets(stages().production)
      expect(widgets).toHaveLength(10)
      expect(listWidgets(stages().chosen)).toHaveLength(8)
      expect(listSeries(stages().production).map(({ metric }) => metric)).toEqual(
        expect.arrayContaining(['FailingSites', 'SilentSites', 'DriftingSites', 'ScrapeRequests']),
      )
      for (const { properties, x, width } of widgets)
        expect([properties.title, x + width <= COLUMNS]).toEqual([properties.title, true])
      // A curve that does not begin at zero shows small changes as large ones.
      for (const { properties } of widgets.filter(({ type }) => type === 'metric'))
        expect(properties.yAxis).toEqual({ left: { min: 0 } })
    })

    it('shows only functions, servers and a firewall that exist', () => {
      const { production, chosen } = stages()
      const names = new Set(
        listOfType(production, 'aws:lambda/function:Function').map(({ inputs }) => inputs['name']),
      )
      const series = listSeries(production)
      const functions = series.filter(({ namespace }) => namespace === 'AWS/Lambda')
      expect(
        functions.map(({ dimensions }) => dimensions['FunctionName']).filter((name) => !names.has(name)),
      ).toEqual([])
      const found = (namespace: string) => series.find((one) => one.namespace === namespace)?.dimensions
      expect(found('AWS/ApiGateway')).toEqual(
        getOne(production, ALARM, /^ApiErrorsAlarm$/).inputs['dimensions'],
      )
      expect(found('AWS/EC2')).toEqual({ InstanceId: 'SearchServer-id' })
      expect(found('AWS/RDS')).toEqual(getOne(production, ALARM, /^DatabaseDiskAlarm$/).inputs['dimensions'])
      expect(found('AWS/WAFV2')).toMatchObject({ WebACL: 'pauta-production', Rule: 'ALL' })
      const log = listWidgets(production).find(({ type }) => type === 'log')?.properties.query
      const group = `/aws/lambda/${String(getFunction(production, 'graphql').inputs['name'])}`
      expect(log).toContain(`SOURCE '${group}'`)
      const groups = listOfType(production, 'aws:cloudwatch/logGroup:LogGroup')
      expect(groups.map(({ inputs }) => inputs['name'])).toContain(group)
      // An external index has no instance in the stage.
      expect(listSeries(chosen).filter(({ namespace }) => namespace === 'AWS/EC2')).toEqual([])
    })
  })

  it('the table of fields reads what the API logs', async () => {
    const query = listWidgets(stages().production).find(({ type }) => type === 'log')?.properties.query
    const named = [...(query ?? '').matchAll(/(?:ispresent|pct|max|by)[ (]([\w.]+)/g)].map(
      ([, name]) => name ?? '',
    )
    expect(named.length).toBeGreaterThan(3)
    const line: unknown = await readLogLine()
    const read = (name: string) =>
      name
        .split('.')
        .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], line)
    expect(named.filter((name) => read(name) === undefined)).toEqual([])
  })

  describe('our own series', () => {
    it('are few, and include those of the dashboard', () => {
      const { production } = stages()
      const published = listPublishedSeries('production')
      expect(published.size).toBeLessThanOrEqual(MAX_SERIES)
      const shown = listSeries(production)
        .filter(({ namespace }) => namespace === 'Pauta')
        .map(({ metric, dimensions }) => seriesKey(metric, dimensions))
      expect(shown.length).toBeGreaterThan(10)
      expect(shown.filter((key) => !published.has(key))).toEqual([])
    })
  })
}
