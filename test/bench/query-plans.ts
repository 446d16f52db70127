// Reads the plans that PostgreSQL used, as its auto_explain reports them.
import type { Db, DbPool } from '@pauta/platform/database/database'
import postgres from 'postgres'

/** Above this number of rows, reading a whole table is not the fastest plan. */
const SMALL_TABLE_ROWS = 2000

/** The parts of a plan's node that are read. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Actual Total Time'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** The plan of one statement. */
export interface QueryPlan {
  query: string
  plan: PlanNode
  /** Estimated rows of each table that is read whole. */
  rowsOf: Map<string, number>
}

const SETTINGS = {
  'auto_explain.log_min_duration': 0,
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_format': 'json',
  client_min_messages: 'log',
}

function readPlan(message: string): { query: string; plan: PlanNode } | undefined {
  const start = message.indexOf('plan:\n')
  if (start < 0) return undefined
  const { 'Query Text': query, Plan: plan } = JSON.parse(message.slice(start + 'plan:\n'.length)) as {
    'Query Text': string
    Plan: PlanNode
  }
  return { query, plan }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Opens a connection to the same server that also returns the server's notices. */
function connectBeside({ options }: DbPool, onNotice: (message: string) => void): DbPool {
  return postgres({
    host: options.host[0] ?? '',
    port: options.port[0] ?? 0,
    username: options.user,
    database: options.database,
    max: 1,
    connection: { jit: 'off' },
    transform: { column: { from: postgres.toCamel } },
    onnotice: (notice) => onNotice(notice['message'] ?? ''),
  })
}

/** Returns the tables and their estimated rows. */
async function listSizes(db: Db): Promise<Map<string, number>> {
  const sizes = await db<{ relname: string; rows: number }[]>`
    select relname, reltuples::int as rows from pg_class where relkind = 'r'`
  return new Map(sizes.map(({ relname, rows }) => [relname, rows]))
}

/** Runs queries on a new connection to the same server. Returns the plan of each statement. */
export async function collectPlans(db: DbPool, run: (db: Db) => Promise<unknown>): Promise<QueryPlan[]> {
  const seen: { query: string; plan: PlanNode }[] = []
  const observed = connectBeside(db, (message) => {
    const plan = readPlan(message)
    if (plan) seen.push(plan)
  })
  try {
    await observed`load 'auto_explain'`
    for (const [name, value] of Object.entries(SETTINGS))
      await observed`select set_config(${name}, ${String(value)}, false)`
    seen.length = 0
    await run(observed)
  } finally {
    await observed.end({ timeout: 5 })
  }
  const rowsOf = await listSizes(db)
  return seen.map(({ query, plan }) => ({ query, plan, rowsOf }))
}

/** Returns the plans in a log of the server with one JSON object per line. */
export async function collectLoggedPlans(db: Db, log: string): Promise<QueryPlan[]> {
  const rowsOf = await listSizes(db)
  return log
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => readPlan((JSON.parse(line) as { message?: string }).message ?? '') ?? [])
    .map(({ query, plan }) => ({ query, plan, rowsOf }))
}

/** Whether a node reads more than 2,000 rows in the order of an index, without a condition that the index finds. */
const isWholeIndex = (node: PlanNode): boolean =>
  /^Index (Only )?Scan$/.test(node['Node Type']) &&
  node['Index Cond'] === undefined &&
  (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) > SMALL_TABLE_ROWS

/** Returns a description of each plan that reads a table of more than 2,000 rows whole, also by an index. */
export const listWholeReads = (plans: readonly QueryPlan[]): string[] => {
  const whole = plans.filter(
    (one) => listWholeScans([one]).length > 0 || nodesOf(one.plan).some((node) => isWholeIndex(node)),
  )
  return [...new Set(whole.map(summarise))]
}

/** Returns the tables of more than 2,000 rows that a plan reads whole. */
export function listWholeScans(plans: readonly QueryPlan[]): string[] {
  const tables = plans.flatMap(({ plan, rowsOf }) =>
    nodesOf(plan).flatMap((node) => {
      const table = node['Relation Name']
      if (node['Node Type'] !== 'Seq Scan' || table === undefined) return []
      return (rowsOf.get(table) ?? 0) > SMALL_TABLE_ROWS ? [table] : []
    }),
  )
  return [...new Set(tables)]
}

/** Returns a plan as indented lines. */
export function summarise({ query, plan }: QueryPlan): string {
  const lines: string[] = [query.trim().replace(/\s+/g, ' ').slice(0, 160)]
  const add = (node: PlanNode, depth: number) => {
    const where = [node['Relation Name'], node['Index Name']].filter((name) => name !== undefined)
    const removed = node['Rows Removed by Filter']
    lines.push(
      `${'  '.repeat(depth)}${node['Node Type']}${where.length > 0 ? ` ${where.join(' by ')}` : ''}` +
        ` (${node['Actual Rows']} rows × ${node['Actual Loops']}, ${node['Actual Total Time']} ms` +
        `${removed === undefined ? '' : `, ${removed} left out`})`,
    )
    for (const child of node.Plans ?? []) add(child, depth + 1)
  }
  add(plan, 1)
  return lines.join('\n')
}
