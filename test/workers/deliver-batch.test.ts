import type { DbPool } from '@pauta/platform/database/database'
import type { SendOutcome } from '@pauta/delivery/channels/channel'
import { deliverBatch } from '@pauta/delivery/deliver-batch'
import type { ChannelAdapter } from '@pauta/delivery/channels/channel-adapter'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shareDeliveryBench, type DeliveryBench } from '../kit/workers/delivery-bench.ts'
import type { ReleaseOnItsWay } from '../kit/rows/ledger.ts'
import { tables } from '../kit/rows/tables.ts'

const GROUP_SIZE = 2
const ROWS = 10

let bench: DeliveryBench
beforeAll(async () => {
  bench = await shareDeliveryBench()
})
afterEach(async () => {
  await tables.channelPauses.remove(bench.stack.db)
})

/** Sends every row of a release in groups of two, on a channel with the given answers. */
function send(
  release: ReleaseOnItsWay,
  answer: (id: string) => Promise<SendOutcome>,
  db: DbPool = bench.stack.db,
) {
  const adapter: ChannelAdapter<string> = {
    policy: { channel: 'telegram', isKeyed: false, isReported: false },
    channel: { name: 'telegram', send: (_, { deliveryId }) => answer(deliveryId), close: () => {} },
    articlesMax: 0,
    changesMax: 0,
    compose: ({ delivery }) => delivery.id,
  }
  return deliverBatch({
    db,
    adapter,
    pace: { groupSize: GROUP_SIZE, take: async () => {} },
    ids: [...release.rows.values()],
    stopAt: new Date(Date.now() + 60_000),
    clock: () => new Date(),
  })
}

describe('a batch of several groups', () => {
  it('leaves its remaining groups until the pause ends that a provider asked for', async () => {
    const release = await bench.write('telegram', { count: ROWS })
    const begun = new Set<string>()
    const outcome = await send(release, async (id) => {
      begun.add(id)
      return { kind: 'retry', reason: 'the provider answered 429', everyone: true, afterSeconds: 240 }
    })
    const [pause] = await bench.stack.db<{ pausedUntil: Date }[]>`
      select paused_until from channel_pauses where channel = 'telegram'`
    // Two groups are in flight at once; no third one starts.
    expect(begun.size).toBe(2 * GROUP_SIZE)
    const rest = (await bench.ledger(release)).filter(({ id }) => !begun.has(id))
    expect(rest).toHaveLength(ROWS - 2 * GROUP_SIZE)
    for (const row of rest)
      expect(row).toMatchObject({
        status: 'pending',
        attempts: 0,
        dueAt: pause?.pausedUntil,
        leaseUntil: null,
      })
    const again = outcome.again.filter(({ id }) => !begun.has(id))
    expect(again).toEqual(rest.map(({ id }) => ({ id, dueAt: pause?.pausedUntil })))
  })

  it('fails when the database fails one group, finishes the running one and begins no other', async () => {
    const release = await bench.write('telegram', { count: ROWS })
    let hasFailed = false
    // Fails the first statement that settles a group.
    const db = new Proxy(bench.stack.db, {
      apply(target, self, args: unknown[]) {
        const isSettling = Array.isArray(args[0]) && args[0].join('').includes('with settled as')
        if (!isSettling || hasFailed) return Reflect.apply(target, self, args) as unknown
        hasFailed = true
        return Promise.reject(new Error('the database failed'))
      },
    })
    await expect(send(release, async () => ({ kind: 'sent' }), db)).rejects.toThrow('the database failed')
    const statuses = (await bench.ledger(release)).map(({ status }) => status).toSorted()
    expect(statuses).toEqual([
      ...Array.from({ length: ROWS - 2 * GROUP_SIZE }, () => 'pending'),
      ...Array.from({ length: GROUP_SIZE }, () => 'sending'),
      ...Array.from({ length: GROUP_SIZE }, () => 'sent'),
    ])
  })
})
