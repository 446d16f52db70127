import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { countFailures } from '@pauta/delivery/ledger/consequences'
import { deliverBatch } from '@pauta/delivery/deliver-batch'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openCloud } from '../kit/workers/cloud.ts'
import { shareDeliveryBench, type DeliveryBench } from '../kit/workers/delivery-bench.ts'
import { getSubscription, passTime, type ReleaseOnItsWay } from '../kit/rows/ledger.ts'
import type { Says } from '../kit/services/providers.ts'
import { tables, timeAhead } from '../kit/rows/tables.ts'

let bench: DeliveryBench

beforeAll(async () => {
  bench = await shareDeliveryBench()
})
afterEach(() => {
  bench.providers.reset()
})

const secondsLeft = (dueAt: Date | null | undefined) =>
  dueAt ? Math.round((dueAt.getTime() - Date.now()) / 1000) : null

/** Sends the same release five times, and lets the time pass between. */
async function exhaust(channel: DeliveryChannel, release: ReleaseOnItsWay): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    await bench.enqueue(channel, release)
    await passTime(bench.stack.db, release.rows.values())
  }
}

describe('a delivery that fails', () => {
  const sayAll = (says: Says) => {
    bench.providers.say = () => says
  }

  it('is retried later, five times, and then fails for good', async () => {
    const release = await bench.write('webhook')
    sayAll({ status: 500 })
    await bench.enqueue('webhook', release)
    const [row] = await bench.ledger(release)
    expect(row).toMatchObject({ status: 'pending', attempts: 1, error: 'the receiver answered 500' })
    expect(secondsLeft(row?.dueAt)).toBeGreaterThan(55)
    // A message before the row is due has no effect.
    await bench.enqueue('webhook', release)
    expect((await bench.ledger(release))[0]).toMatchObject({ attempts: 1 })
    await passTime(bench.stack.db, release.rows.values())
    await exhaust('webhook', release)
    expect((await bench.ledger(release))[0]).toMatchObject({ status: 'failed', attempts: 5, dueAt: null })
  })

  it('waits for the time that its receiver asks for', async () => {
    const release = await bench.write('webhook')
    sayAll({ status: 429, headers: { 'retry-after': '240' } })
    await bench.enqueue('webhook', release)
    expect(secondsLeft((await bench.ledger(release))[0]?.dueAt)).toBeGreaterThan(235)
  })

  it('sends its own message for the time when it is due', async () => {
    const release = await bench.write('webhook')
    sayAll({ status: 503 })
    await bench.enqueue('webhook', release)
    const [row] = await bench.ledger(release)
    const cloud = openCloud(bench.stack.stack.awsUrl)
    const delayed = await cloud.delayed(bench.stack.stack.queueUrl('deliver-webhook'))
    cloud.close()
    expect({ status: row?.status, isEnqueued: delayed > 0 }).toEqual({ status: 'pending', isEnqueued: true })
  })

  it('pauses the whole channel when Telegram asks for it, without counting a failure', async () => {
    const release = await bench.write('telegram', { count: 130 })
    let calls = 0
    bench.providers.say = () => {
      calls++
      return calls > 10 ? { status: 429, body: '{"ok":false,"parameters":{"retry_after":30}}' } : undefined
    }
    await bench.enqueue('telegram', release)
    const rows = await bench.ledger(release)
    const waiting = rows.filter(({ status }) => status === 'pending')
    expect(bench.providers.taken).toHaveLength(10)
    expect(waiting).toHaveLength(120)
    expect(waiting.every(({ attempts, leaseUntil }) => attempts === 0 && leaseUntil === null)).toBe(true)
    // Rows of groups that had not begun also wait until the pause ends.
    expect(Math.min(...waiting.map(({ dueAt }) => secondsLeft(dueAt) ?? 0))).toBeGreaterThan(15)
    expect(calls).toBeLessThanOrEqual(100)
    const other = await bench.write('telegram')
    await bench.enqueue('telegram', other)
    expect(await bench.statuses(other)).toEqual(['pending'])
    bench.providers.say = () => undefined
    await passTime(bench.stack.db, release.rows.values())
    await bench.enqueue('telegram', release)
    expect(await bench.statuses(release)).toEqual(['sent'])
    expect(bench.providers.taken).toHaveLength(130)
  })

  it('of the database ends the batch with its error, after the group beside it was sent', async () => {
    const release = await bench.write('webhook', { count: 4 })
    const ids = [...release.rows.values()]
    const failure = new Error('the database went away')
    const takes = [async () => {}, () => Promise.reject(failure)]
    const sent = deliverBatch({
      db: bench.stack.db,
      adapter: {
        policy: { channel: 'webhook', isKeyed: true, isReported: false },
        channel: { name: 'webhook', send: async () => ({ kind: 'sent' as const }), close() {} },
        articlesMax: 1,
        changesMax: 0,
        compose: () => ({}),
      },
      pace: { groupSize: 1, take: async () => await (takes.shift() ?? takes[0])?.() },
      ids,
      stopAt: new Date(Date.now() + 60_000),
      clock: () => new Date(),
    })
    await expect(sent).rejects.toBe(failure)
    const rows = await bench.ledger(release)
    expect(rows.map(({ status }) => status).sort()).toEqual(['pending', 'pending', 'pending', 'sent'])
  })

  it('pauses all mail while its server is down', async () => {
    const release = await bench.write('email', { count: 60 })
    sayAll({ status: 421, body: 'too many connections' })
    await bench.enqueue('email', release)
    const rows = await bench.ledger(release)
    expect(rows.every(({ status, attempts }) => status === 'pending' && attempts === 0)).toBe(true)
    bench.providers.say = () => undefined
    await passTime(bench.stack.db, release.rows.values())
    await bench.enqueue('email', release)
    expect(await bench.statuses(release)).toEqual(['sent'])
  })

  it('removes a push endpoint that no longer exists', async () => {
    const release = await bench.write('push')
    sayAll({ status: 410 })
    await bench.enqueue('push', release)
    expect(await bench.statuses(release)).toEqual(['failed'])
    const left = await bench.stack
      .db`select 1 from push_subscriptions where endpoint = any(${[...release.rows.keys()]})`
    expect(left).toHaveLength(0)
  })

  it('unlinks a chat whose reader blocked the bot', async () => {
    const release = await bench.write('telegram')
    sayAll({ status: 403, body: '{"ok":false,"description":"Forbidden: bot was blocked by the user"}' })
    await bench.enqueue('telegram', release)
    expect(
      await bench.stack.db`select 1 from telegram_links where chat_id = any(${[...release.rows.keys()]})`,
    ).toHaveLength(0)
  })

  it.each([
    ['webhook', { status: 410 }],
    ['slack', { status: 404, body: 'no_service' }],
    ['slack', { status: 403, body: 'invalid_token' }],
  ] as const)('switches off %s whose address no longer exists: %j', async (channel, answer) => {
    const release = await bench.write(channel)
    sayAll(answer)
    await bench.enqueue(channel, release)
    const [subscription] = await bench.stack.db`
      select c.active, f.disabled_at is not null as disabled from subscriptions s
      join subscription_channels c on c.subscription_id = s.id
      join channel_failures f on f.subscription_id = s.id where s.clipping_id = ${release.clippingId}`
    expect(subscription).toEqual({ active: false, disabled: true })
  })

  it('switches a channel off after five failed releases in a row; a success in between resets the count', async () => {
    const first = await bench.write('webhook')
    const [subscription] = await bench.stack.db<{ id: string; userId: string; url: string }[]>`
      select id, user_id, address as url from subscriptions s join subscription_channels on subscription_id = s.id
      where clipping_id = ${first.clippingId}`
    if (!subscription) throw new Error('nobody subscribed')
    const { id, userId, url } = subscription
    const again = async (place: number) => {
      const releaseId = `${first.releaseId}-${place}`
      await tables.releases.add(bench.stack.db, {
        id: releaseId,
        clippingId: first.clippingId,
        refTime: timeAhead(place, 'second'),
      })
      await tables.deliveries.add(bench.stack.db, {
        id: `row-${releaseId}`,
        releaseId,
        subscriptionId: id,
        userId,
        channel: 'webhook',
        address: url,
      })
      const release = { ...first, releaseId, rows: new Map([[url, `row-${releaseId}`]]) }
      await bench.enqueue('webhook', release)
      return release
    }
    const isOn = async () => {
      const [row] = await bench.stack.db<
        { active: boolean }[]
      >`select active from subscription_channels where subscription_id = ${id}`
      return row?.active
    }
    sayAll({ status: 301 })
    for (let place = 0; place < 4; place++) await again(place)
    bench.providers.say = () => undefined
    await again(4)
    sayAll({ status: 301 })
    for (let place = 5; place < 9; place++) await again(place)
    expect(await isOn()).toBe(true)
    await again(9)
    expect(await isOn()).toBe(false)
    const last = await again(10)
    expect((await bench.ledger(last))[0]).toMatchObject({ status: 'skipped', error: 'the channel is off' })
  })

  it('counts a release once when its addresses fail between those of other releases', async () => {
    const first = await bench.write('push')
    const { db } = bench.stack
    const places = [1, 2, 3, 4, 5]
    await tables.releases.add(
      db,
      places.map((place) => ({
        id: `${first.releaseId}${place}`,
        clippingId: first.clippingId,
        refTime: timeAhead(place, 'second'),
      })),
    )
    const { id: subscriptionId, userId } = await getSubscription(db, first.clippingId)
    await tables.deliveries.add(
      db,
      places.flatMap((place) =>
        ['a', 'b'].map((address) => ({
          id: `${first.releaseId}${place}${address}`,
          releaseId: `${first.releaseId}${place}`,
          subscriptionId,
          userId,
          channel: 'push',
          address,
        })),
      ),
    )
    const fail = async (place: number, address: string) => {
      const id = `${first.releaseId}${place}${address}`
      await tables.deliveries.set(db, { id }, { status: 'failed' })
      await countFailures(db, [id], new Date())
      const [row] = await db<{ active: boolean; failed: number | null }[]>`
        select c.active, f.failed_releases as failed
        from subscriptions s join subscription_channels c on c.subscription_id = s.id
        left join channel_failures f on f.subscription_id = s.id
        where s.clipping_id = ${first.clippingId}`
      return row
    }
    for (const place of [1, 2, 3]) expect(await fail(place, 'a')).toEqual({ active: true, failed: null })
    for (const place of [1, 2, 3]) expect(await fail(place, 'b')).toEqual({ active: true, failed: place })
    expect(await fail(4, 'a')).toEqual({ active: true, failed: 3 })
    expect(await fail(4, 'b')).toEqual({ active: true, failed: 4 })
    await fail(5, 'b')
    expect(await fail(5, 'a')).toEqual({ active: false, failed: 0 })
  })

  it('suppresses a mailbox that does not exist', async () => {
    const release = await bench.write('email')
    const [address = ''] = [...release.rows.keys()]
    bench.providers.say = () => ({ status: 550, body: '5.1.1 no such user' })
    await bench.enqueue('email', release)
    expect(await bench.statuses(release)).toEqual(['failed'])
    const other = await bench.write('email')
    await tables.suppressedAddresses.add(bench.stack.db, {
      address: [...other.rows.keys()][0] ?? '',
      reason: 'complaint',
    })
    bench.providers.say = () => undefined
    await bench.enqueue('email', other)
    expect((await bench.ledger(other))[0]).toMatchObject({
      status: 'skipped',
      error: 'the address is suppressed',
    })
    expect(address).not.toBe('')
  })
})
