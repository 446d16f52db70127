import { takeOpenManualSends, takeOverdueClippings } from '@pauta/clippings/schedules/overdue'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { claimDeliveries, returnDeliveries } from '@pauta/delivery/ledger/claim'
import { CHANNELS } from '@pauta/delivery/channels'
import { beginDeliveries } from '@pauta/delivery/ledger/begin'
import { retryDeliveries } from '@pauta/delivery/ledger/operate'
import { takeUnqueuedDeliveries } from '@pauta/delivery/ledger/enqueue'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { retryFailed, takeOverdue } from '@pauta/core/steps/enqueue'
import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, received } from '../kit/rows/factories.ts'
import { writeLedger } from '../kit/rows/ledger.ts'
import { addPeople } from '../kit/postgres/people.ts'
import { startPostgresSessions, type PostgresSessions } from '../kit/postgres/sessions.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'

/** Number of rows. The first session takes a part of them and has not committed yet. */
const ROWS = 10
const TAKEN_FIRST = 4
const now = new Date()
const long = new Date(now.getTime() - 3 * 3_600_000)

let sessions: PostgresSessions
let db: DbPool
let deliveryIds: string[]

beforeAll(async () => {
  sessions = await startPostgresSessions()
  db = sessions.db
})
afterAll(() => sessions[Symbol.asyncDispose]())

beforeEach(async () => {
  await clearTables(db, ['users', 'articles'])
  const [authorId = ''] = await addPeople(db, 1)
  await tables.clippings.add(
    db,
    Array.from({ length: ROWS }, (_, n) => ({
      id: `clipping-${n}`,
      authorUserId: authorId,
      name: 'Saúde',
      schedule: '0 8 * * *',
      nextRunAt: long,
      sentAt: long,
      sendDueAt: long,
    })),
  )
  const ledger = await writeLedger(db, {
    channel: 'email',
    count: ROWS,
    origin: 'https://exemplo.org',
    keys: { p256dh: '', auth: '' },
  })
  deliveryIds = [...ledger.rows.values()]
  await tables.deliveries.set(db, {}, { dueAt: long })
  await upsertArticles(
    db,
    Array.from({ length: ROWS }, () => received(anArticle())),
  )
  await tables.pipelineSteps.set(db, {}, { dueAt: long, updatedAt: long })
})

const policy = { channel: 'email', isKeyed: false, isReported: true } as const

/** Statements with which several workers or sweeps take rows at once. Each returns the ids that it took. */
const TAKERS: [string, (tx: Db, limit: number) => Promise<string[]>][] = [
  [
    'clippings whose run is overdue',
    async (tx, limit) => (await takeOverdueClippings(tx, { now, limit })).map(({ clippingId }) => clippingId),
  ],
  [
    'manual send requests',
    async (tx, limit) => (await takeOpenManualSends(tx, { now, limit })).map(({ clippingId }) => clippingId),
  ],
  ['deliveries to enqueue', (tx, limit) => takeUnqueuedDeliveries(tx, { channel: 'email', now, limit })],
  [
    'deliveries to send',
    async (tx, limit) => {
      // The first session gets a part of the ids, the second one all of them.
      const ids = deliveryIds.slice(0, limit)
      return (await claimDeliveries(tx, { ids, now, policy })).deliveries.map(({ id }) => id)
    },
  ],
  [
    'failed deliveries to send again',
    async (tx, limit) =>
      (await retryDeliveries(tx, { statuses: ['failed'], channel: 'email', limit, now })).map(({ id }) => id),
  ],
  ['steps whose message was lost', (tx, limit) => takeOverdue(tx, { step: 'enrich', now, limit })],
  ['failed steps', (tx, limit) => retryFailed(tx, { step: 'enrich', after: '', limit })],
]

describe('two concurrent sessions take different', () => {
  it.each(TAKERS)('%s, and neither waits for the other', async (what, take) => {
    if (what.startsWith('failed deliveries'))
      await tables.deliveries.set(db, {}, { status: 'failed', dueAt: null })
    if (what === 'failed steps') await tables.pipelineSteps.set(db, {}, { status: 'failed', attempts: 1 })
    const taken = await db.begin(async (first) => {
      const ours = await take(first, TAKEN_FIRST)
      const theirs = await db.begin(async (second) => {
        // The first session waits for this one, so waiting for the first one would never end.
        await second`set local lock_timeout = '5s'`
        return await take(second, ROWS)
      })
      return { ours, theirs }
    })
    expect(taken.ours).toHaveLength(TAKEN_FIRST)
    expect(taken.theirs).toHaveLength(ROWS - TAKEN_FIRST)
    expect(new Set([...taken.ours, ...taken.theirs]).size).toBe(ROWS)
  })
})

describe('a lease', () => {
  it('that expired and was taken by another worker stops the first worker from sending and from settling', async () => {
    const first = await claimDeliveries(db, { ids: deliveryIds, now, policy })
    const later = new Date(first.lease.getTime() + 1000)
    const second = await claimDeliveries(db, { ids: deliveryIds, now: later, policy })
    expect(second.deliveries).toHaveLength(ROWS)
    const batch = { channel: CHANNELS.email, ids: deliveryIds, now: later }
    expect(await beginDeliveries(db, { ...batch, lease: first.lease })).toEqual([])
    await returnDeliveries(db, { ids: deliveryIds, lease: first.lease })
    expect(await beginDeliveries(db, { ...batch, lease: second.lease })).toHaveLength(ROWS)
  })
})

describe('articles', () => {
  it('in several concurrent batches, in any order, are all stored without a deadlock', async () => {
    const articles = Array.from({ length: 20 }, () => received(anArticle()))
    const halves = [...articles.slice(10), ...articles.slice(0, 10)]
    const orders = [articles, articles.toReversed(), halves, halves.toReversed()]
    await Promise.all(orders.map((order) => upsertArticles(db, order)))
    expect(await db`select unique_id from articles`).toHaveLength(ROWS + articles.length)
  })
})
