// Finds the most expensive operations that the price permits: draws operations and changes the most expensive ones, by
// POST and GET, and draws requests to feeds, exports, MCP, the widget and pages. A neighbour pings beside each of them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'node:querystring'
import { setTimeout as delay } from 'node:timers/promises'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { priceOfOperation } from '@pauta/functions/graphql/limits/cost'
import { QUERY_MAX_CHARACTERS, QUERY_MAX_COST } from '@pauta/functions/graphql/limits/limits'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import { modules } from '@pauta/functions/graphql/schema/modules'
import { describePerson } from '@pauta/sample-data/people/sample-users'
import { loadSampleData } from '@pauta/sample-data/load'
import { startStack } from '@pauta/local/stack'
import { getOperationAST, parse } from 'graphql'
import { seeded } from '../kit/runner/seeded.ts'
import { drawCall, type Known } from './dear-calls.ts'
import { drawRoute, type RouteRequest } from './dear-routes.ts'
import type { Figure } from './measure.ts'

const SEED = 20_261_122
/** Number of operations per field alone, of operations changed from the most expensive ones, and of other requests. */
interface Effort {
  variants: number
  changes: number
  routes: number
}
/** About 2,000 operations. */
const THOROUGH: Effort = { variants: 25, changes: 400, routes: 500 }
const QUICK: Effort = { variants: 1, changes: 30, routes: 40 }
const PARENTS = 10
const LISTED = 20
const ALIASES_MAX = 60
const TARGET_SECONDS = 2
const NEIGHBOUR_TARGET_SECONDS = 1
/** A longer query is sent by POST: the gateway refuses its address. */
const GET_MAX_CHARACTERS = 8000
const OUTWARD_TIMEOUT_MS = 60_000
/** An interval with less processor time than this counts as idle. */
const QUIET_MS = 100
const QUIET_SHARE = 0.2
const SHOWN_CHARACTERS = 500
const HTTP_SERVER_ERROR = 500

/** Operations with their cost. */
interface Measured {
  calls: readonly string[]
  /** In points; 0 for requests without a price. */
  price: number
  /** Processor time. */
  seconds: number
  /** Longest time of a ping that was sent beside the operation. */
  neighbourSeconds: number
}

const write = (calls: readonly string[]) => `{ ${calls.map((call, i) => `a${i}: ${call}`).join(' ')} }`

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Waits for work that continues after an answer. */
async function untilQuiet(): Promise<void> {
  for (;;) {
    const before = cpuMs()
    await delay(QUIET_MS)
    if (cpuMs() - before < QUIET_MS * QUIET_SHARE) return
  }
}

const schema = makeSchema()

function priceOf(calls: readonly string[]): number {
  const document = parse(write(calls))
  const operation = getOperationAST(document)
  if (!operation) throw new Error('The operation was not written')
  return priceOfOperation(schema, document, operation, {})
}

const isPermitted = (calls: readonly string[]) =>
  calls.length <= ALIASES_MAX &&
  write(calls).length <= QUERY_MAX_CHARACTERS &&
  priceOf(calls) <= QUERY_MAX_COST

/** Returns as many of the first calls as the limits permit. */
function permitted(calls: readonly string[]): string[] {
  const taken: string[] = []
  for (const call of calls) if (isPermitted([...taken, call])) taken.push(call)
  return taken
}

/** Returns the names of the public root fields. */
function listPublicFields(): string[] {
  const access: Record<string, string> = Object.assign({}, ...modules.map((module) => module.access))
  return Object.keys(access)
    .filter((name) => name.startsWith('Query.') && access[name] === 'public')
    .map((name) => name.slice('Query.'.length))
}

async function readKnown(): Promise<Known> {
  const db = connectDatabase(loadConfig('database').database)
  try {
    const articles = await db<{ id: string }[]>`select unique_id as id from articles order by 1 limit 200`
    const entities = await db<{ id: string }[]>`
      select entity_id as id from entity_counts order by articles desc limit 20`
    const agencies = await db<{ id: string }[]>`select key as id from agencies order by 1 limit 200`
    const themes = await db<{ id: string }[]>`select code as id from themes order by 1 limit 200`
    const releases = await db<{ id: string }[]>`select id from releases order by 1 limit 20`
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
    return {
      articles: idsOf(articles),
      entities: idsOf(entities),
      agencies: idsOf(agencies),
      themes: idsOf(themes),
      releases: idsOf(releases),
    }
  } finally {
    await db.end({ timeout: 5 })
  }
}

type Run = (calls: readonly string[]) => Promise<Measured>
type Visit = (route: RouteRequest) => Promise<Measured>

/** Sends each field as often as permitted, then the most expensive operations with calls added, replaced and removed. */
async function search(run: Run, visit: Visit, known: Known, effort: Effort): Promise<Measured[]> {
  const { variants, changes, routes } = effort
  const random = seeded(SEED)
  const fields = listPublicFields()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const draw = (field: string) => drawCall(schema, field, { random, known })
  const found: Measured[] = []
  for (const field of fields) {
    for (let variant = 0; variant < variants; variant++) {
      const calls = permitted(Array.from({ length: ALIASES_MAX }, () => draw(field)))
      if (calls.length > 0) found.push(await run(calls))
    }
  }
  const visited: Measured[] = []
  for (let route = 0; route < routes; route++) visited.push(await visit(drawRoute({ random, known })))
  for (let change = 0; change < changes; change++) {
    const parents = found.toSorted((a, b) => b.seconds - a.seconds).slice(0, PARENTS)
    const { calls } = pick(parents)
    const kept = calls.filter(() => random() > 0.3)
    const others = Array.from({ length: ALIASES_MAX }, () =>
      random() < 0.5 ? pick(pick(parents).calls) : draw(pick(fields)),
    )
    found.push(await run(permitted([...kept, ...others])))
  }
  console.error(`${found.length + visited.length} operations`)
  return [...found, ...visited].sort((a, b) => b.seconds - a.seconds)
}

function tell(dearest: readonly Measured[]): void {
  for (const { calls, price, seconds } of dearest) {
    const names = new Map<string, number>()
    for (const call of calls) {
      const name = /^[\w ]+/.exec(call)?.[0].trim() ?? call
      names.set(name, (names.get(name) ?? 0) + 1)
    }
    const content = [...names].map(([name, count]) => `${count} × ${name}`).join(', ')
    console.error(`${seconds.toFixed(2).padStart(6)} s  ${String(price).padStart(6)} points  ${content}`)
  }
  console.error(`the dearest: ${write(dearest[0]?.calls ?? []).slice(0, 2000)}`)
}

/** Sends a request and reads its whole answer, with a ping beside it. Returns processor time and the ping's time. */
async function measure(
  url: string,
  path: string,
  init: RequestInit = {},
): Promise<Pick<Measured, 'seconds' | 'neighbourSeconds'>> {
  const open = async (target: string, request: RequestInit) => {
    const response = await fetch(new URL(target, url), {
      ...request,
      signal: AbortSignal.timeout(OUTWARD_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    if (response.status >= HTTP_SERVER_ERROR) console.error(`${response.status} ${target.slice(0, 300)}`)
  }
  await untilQuiet()
  const begun = cpuMs()
  const asked = open(path, init)
  const pinged = performance.now()
  await open('/graphql?query={ping}', {})
  const neighbourSeconds = (performance.now() - pinged) / 1000
  await asked
  await untilQuiet()
  return { seconds: (cpuMs() - begun) / 1000, neighbourSeconds }
}

/** Returns the request of an operation: by GET if its address permits, else by POST. */
function requestOf(query: string, byGet: boolean): { path: string; init: RequestInit } {
  const address = `/graphql?${stringify({ query })}`
  if (byGet && address.length <= GET_MAX_CHARACTERS) return { path: address, init: {} }
  const headers = { 'content-type': 'application/json' }
  return { path: '/graphql', init: { method: 'POST', headers, body: JSON.stringify({ query }) } }
}

/** Measures the processor time of the most expensive permitted anonymous request: service, database and index together. */
export async function measureDearest({ quick }: { quick: boolean }): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pauta-dearest-'))
  try {
    await using stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent', dataDir })
    await loadSampleData({ dataDir, empty: false, now: new Date(), say: console.error, describePerson })
    const known = await readKnown()
    let sent = 0
    const run: Run = async (calls) => {
      const { path, init } = requestOf(write(calls), sent++ % 2 === 0)
      return { calls, price: priceOf(calls), ...(await measure(stack.graphqlUrl, path, init)) }
    }
    const visit: Visit = async ({ name, path, init }) => ({
      calls: [`${name} ${path.slice(0, SHOWN_CHARACTERS)} ${(init?.body ?? '').slice(0, SHOWN_CHARACTERS)}`],
      price: 0,
      ...(await measure(stack.graphqlUrl, path, init)),
    })
    // The first compilation counts for no request.
    for (const field of listPublicFields())
      await run(permitted([drawCall(schema, field, { random: seeded(SEED), known })]))
    const all = await search(run, visit, known, quick ? QUICK : THOROUGH)
    const dearest = all.slice(0, LISTED)
    tell(dearest)
    const seconds = dearest[0]?.seconds ?? Number.NaN
    const neighbour = all.reduce((most, one) => Math.max(most, one.neighbourSeconds), 0)
    return [
      {
        figure: 'dearest anonymous operation that the price lets through',
        value: `${seconds.toFixed(2)} s of processor`,
        comparedWith: `${dearest[0]?.price} of ${QUERY_MAX_COST} points`,
        ratio: (seconds / TARGET_SECONDS).toFixed(2),
        target: `≤ ${TARGET_SECONDS} s`,
        met: seconds <= TARGET_SECONDS,
      },
      {
        figure: "a neighbour's ping beside any drawn operation",
        value: `${neighbour.toFixed(2)} s`,
        comparedWith: `${all.length} operations`,
        ratio: (neighbour / NEIGHBOUR_TARGET_SECONDS).toFixed(2),
        target: `≤ ${NEIGHBOUR_TARGET_SECONDS} s`,
        met: neighbour <= NEIGHBOUR_TARGET_SECONDS,
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
