// The plans that PostgreSQL uses for every query of the API, on tables with many rows.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localDay } from '@pauta/platform/time/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectLoggedPlans, collectPlans, listWholeReads } from '../bench/query-plans.ts'
import { loadFirstArticles } from '../bench/scale/grown-articles.ts'
import { makeClient } from '../kit/client/client.ts'
import { startDebianPostgres, type DebianPostgres } from '../kit/postgres/debian-postgres.ts'
import { OPERATIONS } from '../kit/relays/store-reads.ts'
import { newPerson } from '../kit/rows/people.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const ARTICLES = 3000
const ROWS = 3000
const LOG = 'plans'
/** Writes the plan of each statement to a file in the folder of the server. */
const SETTINGS = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: LOG,
  // At this size, hashing a whole table is as cheap as finding its rows by an index. A join without index remains a scan.
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

let folder: string
let server: DebianPostgres
let stack: TestStack

/** One clipping with many releases, and one person with many deliveries. */
async function addReleases(userId: string): Promise<void> {
  const { db } = server
  await tables.clippings.add(db, { id: 'clipping1', authorUserId: userId, name: 'C', schedule: '0 8 * * *' })
  const numbers = Array.from({ length: ROWS }, (_, n) => n + 1)
  await tables.releases.add(
    db,
    numbers.map((n) => ({ id: `${n}-1`, clippingId: 'clipping1', refTime: timeAgo(n, 'hour') })),
  )
  await tables.deliveries.add(
    db,
    numbers.map((n) => ({
      id: `entrega${n}`,
      userId,
      channel: 'email',
      kind: 'new-articles',
      status: n % 100 === 0 ? 'failed' : 'sent',
      address: 'a@exemplo.org',
      createdAt: timeAgo(n, 'hour'),
      updatedAt: timeAgo(n, 'hour'),
    })),
  )
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-plans-'))
  server = await startDebianPostgres(folder, { settings: SETTINGS })
  await loadFirstArticles(server.db, ARTICLES, new Date())
  stack = await startTestStack({ outside: { database: server.address } })
})
afterAll(async () => {
  await stack?.stop()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

it('reads no growing table whole for a query of the API', async () => {
  const reader = await newPerson(stack)
  await addReleases(await reader.id())
  await server.db`vacuum analyze`
  const service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
  const [article] = await server.db<{ uniqueId: string }[]>`select unique_id from articles limit 1`
  const [entity] = await server.db<{ entityId: string }[]>`
    select entity_id from entity_counts order by articles desc limit 1`
  const today = localDay(new Date())
  const file = join(folder, 'postgres', 'log', `${LOG}.json`)
  const before = (await readFile(file, 'utf8')).length
  // Long windows read every row of them, so that their plans tell nothing about indexes.
  for (const { document, asReader } of Object.values(OPERATIONS).flat()) {
    const asked = document
      .replaceAll(/"(2000-01-01|2020-01-01|2099-12-31|2049-12-31)"/g, `"${today}"`)
      .replaceAll(/(windowD|d)ays: 300/g, '$1ays: 1')
      .replaceAll(/(eixo|tema)_000000/g, article?.uniqueId ?? '')
      .replaceAll('Q7000', entity?.entityId ?? '')
    const { errors } = await (asReader ? reader : service).ask(asked)
    expect({ asked, errors }).toEqual({ asked, errors: [] })
  }
  const plans = await collectLoggedPlans(server.db, (await readFile(file, 'utf8')).slice(before))
  expect(plans.length).toBeGreaterThan(50)
  expect(listWholeReads(plans)).toEqual([])
})

it('finds a statement without an index', async () => {
  const plans = await collectPlans(
    server.db,
    (db) => db`select count(*) from articles where changed_at > now()`,
  )
  expect(listWholeReads(plans)).toEqual([expect.stringContaining('Seq Scan articles')])
})
