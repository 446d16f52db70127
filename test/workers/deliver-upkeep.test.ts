import { countFailedDeliveries, listDeliveryLag } from '@pauta/delivery/ledger/lag'
import { takeUnqueuedDeliveries } from '@pauta/delivery/ledger/enqueue'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shareDeliveryBench, type DeliveryBench } from '../kit/workers/delivery-bench.ts'
import type { ReleaseOnItsWay } from '../kit/rows/ledger.ts'
import { timeAgo, tables } from '../kit/rows/tables.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await shareDeliveryBench()
})
afterEach(async () => {
  await tables.deliveries.remove(bench.stack.db)
  await tables.channelPauses.remove(bench.stack.db)
})

const START = new Date('2026-06-01T12:00:00Z')
const after = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS)
const take = (minutes: number, limit = 100) =>
  takeUnqueuedDeliveries(bench.stack.db, { channel: 'webhook', now: after(minutes), limit })
const idOf = ({ rows }: ReleaseOnItsWay) => [...rows.values()]

/** Rows that are due at the start. */
async function writeDue(count = 1): Promise<ReleaseOnItsWay> {
  const release = await bench.write('webhook', { count })
  await tables.deliveries.set(bench.stack.db, { releaseId: release.releaseId }, { dueAt: START })
  return release
}

describe('lost messages', () => {
  it('are repeated after a while, and again when they have no effect', async () => {
    const release = await writeDue()
    expect(await take(1)).toEqual([])
    expect(await take(3)).toEqual(idOf(release))
    expect(await take(4)).toEqual([])
    expect(await take(14)).toEqual(idOf(release))
  })

  it('are repeated when a worker died over its rows', async () => {
    const release = await writeDue()
    expect(await take(3)).toEqual(idOf(release))
    for (const status of ['pending', 'sending']) {
      await tables.deliveries.set(bench.stack.db, {}, { status, wokenAt: after(3), leaseUntil: after(6) })
      expect(await take(5)).toEqual([])
      expect(await take(7)).toEqual(idOf(release))
    }
  })

  it('are sent again for a retry whose own message was lost', async () => {
    const release = await writeDue()
    await take(3)
    await tables.deliveries.set(bench.stack.db, {}, { dueAt: after(4) })
    expect(await take(5)).toEqual([])
    expect(await take(7)).toEqual(idOf(release))
  })

  it('are not repeated for rows that are done, failed or paused', async () => {
    const release = await writeDue(3)
    const [sent = '', doubtful = '', open = ''] = idOf(release)
    await tables.deliveries.set(bench.stack.db, { id: sent }, { status: 'sent', dueAt: null })
    await tables.deliveries.set(bench.stack.db, { id: doubtful }, { status: 'unknown', dueAt: null })
    await tables.channelPauses.add(bench.stack.db, {
      channel: 'webhook',
      pausedUntil: after(30),
      reason: 'flood',
    })
    expect(await take(20)).toEqual([])
    expect(await take(31)).toEqual([open])
  })

  it('are sent a bounded number at a time, the longest waiting first', async () => {
    const release = await writeDue(5)
    const [last = ''] = idOf(release)
    await tables.deliveries.set(bench.stack.db, { id: last }, { dueAt: after(1) })
    const first = await take(10, 4)
    expect(first).toHaveLength(4)
    expect(first).not.toContain(last)
    expect(await take(10, 4)).toEqual([last])
  })

  it('are as many, when PostgreSQL looks for the rows anew for each of the table', async () => {
    await writeDue()
    // With figures of one row, the table is read first.
    await bench.stack.db.unsafe('analyze deliveries')
    await tables.deliveries.remove(bench.stack.db)
    await writeDue(5)
    const taken = await bench.stack.db.begin(async (tx) => {
      for (const way of ['hashjoin', 'mergejoin', 'material'])
        await tx.unsafe(`set local enable_${way} = off`)
      return await takeUnqueuedDeliveries(tx, { channel: 'webhook', now: after(10), limit: 4 })
    })
    expect(taken).toHaveLength(4)
  })
})

describe('a row whose hand-offs all ended in crashes', () => {
  it.each([
    ['webhook', 'failed'],
    ['telegram', 'unknown'],
  ] as const)('fails in the end: by %s it is %s', async (channel, status) => {
    const release = await bench.write(channel)
    const crash = (attempts: number) =>
      tables.deliveries.set(
        bench.stack.db,
        {},
        { status: 'sending', attempts, leaseUntil: timeAgo(1, 'second') },
      )
    await crash(10)
    await bench.enqueue(channel, release)
    expect(await bench.ledger(release)).toMatchObject([
      { status, dueAt: null, leaseUntil: null, error: 'the worker died within the hand-off' },
    ])
    await tables.deliveries.set(bench.stack.db, {}, { dueAt: new Date() })
    await crash(9)
    await bench.enqueue(channel, release)
    expect(await bench.ledger(release)).toMatchObject([{ status: 'sent', attempts: 10 }])
  })
})

describe('the lag of the channels', () => {
  it('is reported by channel, with pauses', async () => {
    await writeDue(2)
    await tables.channelPauses.add(bench.stack.db, {
      channel: 'telegram',
      pausedUntil: after(30),
      reason: 'flood',
    })
    expect(await listDeliveryLag(bench.stack.db, after(5))).toEqual([
      { channel: 'email', due: 0, oldestDueAt: null, pausedUntil: null },
      { channel: 'telegram', due: 0, oldestDueAt: null, pausedUntil: after(30) },
      { channel: 'push', due: 0, oldestDueAt: null, pausedUntil: null },
      { channel: 'webhook', due: 2, oldestDueAt: START, pausedUntil: null },
      { channel: 'slack', due: 0, oldestDueAt: null, pausedUntil: null },
    ])
    expect((await listDeliveryLag(bench.stack.db, after(-1))).map(({ due }) => due)).toEqual([0, 0, 0, 0, 0])
  })

  it('is reported with recent failures', async () => {
    const since = new Date(Date.now() - MINUTE_MS)
    const before = await countFailedDeliveries(bench.stack.db, since)
    const release = await bench.write('webhook')
    bench.providers.say = () => ({ status: 410 })
    await bench.enqueue('webhook', release)
    bench.providers.say = () => undefined
    expect(await countFailedDeliveries(bench.stack.db, since)).toBe(before + 1)
    const later = new Date(Date.now() + MINUTE_MS)
    expect(await countFailedDeliveries(bench.stack.db, later)).toBe(0)
  })
})
