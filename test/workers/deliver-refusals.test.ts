import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shareDeliveryBench, type DeliveryBench } from '../kit/workers/delivery-bench.ts'
import { getSubscription, switchChannel } from '../kit/rows/ledger.ts'
import { readMail } from '../kit/services/providers.ts'
import { tables, timeAhead } from '../kit/rows/tables.ts'

let bench: DeliveryBench

beforeAll(async () => {
  bench = await shareDeliveryBench()
})
afterEach(() => {
  bench.providers.reset()
})

const readerOf = async (clippingId: string) => (await getSubscription(bench.stack.db, clippingId)).userId

describe('the last check before sending', () => {
  it.each([
    [
      'email',
      'the subscription has ended',
      (id: string) => tables.subscriptions.set(bench.stack.db, { clippingId: id }, { active: false }),
    ],
    [
      'email',
      'the channel is off',
      (id: string) => switchChannel(bench.stack.db, { clippingId: id, channel: 'email', active: false }),
    ],
    [
      'email',
      'the address is not confirmed',
      async (id: string) =>
        await tables.users.set(bench.stack.db, { id: await readerOf(id) }, { emailVerified: false }),
    ],
    [
      'telegram',
      'telegram is not linked',
      async (id: string) => await tables.telegramLinks.remove(bench.stack.db, { userId: await readerOf(id) }),
    ],
    [
      'push',
      'the browser has no push subscription any more',
      async (id: string) =>
        await tables.pushSubscriptions.remove(bench.stack.db, { userId: await readerOf(id) }),
    ],
    [
      'push',
      'the browser subscribed with an earlier key',
      async (id: string) =>
        await tables.pushSubscriptions.set(
          bench.stack.db,
          { userId: await readerOf(id) },
          { senderKey: 'key of last year' },
        ),
    ],
    [
      'webhook',
      'the webhook was replaced',
      async (id: string) =>
        await tables.subscriptionChannels.set(
          bench.stack.db,
          { subscriptionId: (await getSubscription(bench.stack.db, id)).id },
          { address: 'https://outro.exemplo.org/' },
        ),
    ],
  ] as const)('skips a delivery by %s when %s', async (channel, reason, change) => {
    const release = await bench.write(channel)
    await change(release.clippingId)
    await bench.enqueue(channel, release)
    expect((await bench.ledger(release))[0]).toMatchObject({ status: 'skipped', error: reason, attempts: 0 })
    expect(bench.providers.taken).toEqual([])
  })

  it('knows the key to which a browser is bound by the first push that its service took', async () => {
    const release = await bench.write('push')
    const where = { userId: await readerOf(release.clippingId) }
    const readKeys = () =>
      bench.stack.db`select sender_key from push_subscriptions where user_id = ${where.userId}`
    bench.providers.say = () => ({ status: 403 })
    await bench.enqueue('push', release)
    expect(await bench.statuses(release)).toEqual(['failed'])
    expect(await readKeys()).toEqual([{ senderKey: null }])
    bench.providers.reset()
    await tables.deliveries.set(
      bench.stack.db,
      { releaseId: release.releaseId },
      { status: 'pending', dueAt: timeAhead(0, 'second') },
    )
    await bench.enqueue('push', release)
    expect(await bench.statuses(release)).toEqual(['sent'])
    const { publicKey } = JSON.parse(process.env['SST_RESOURCE_Push'] ?? '{}') as { publicKey: string }
    expect(publicKey).toMatch(/^B/)
    expect(await readKeys()).toEqual([{ senderKey: publicKey }])
  })

  it.each([
    ['its reader has linked another chat', async (id: string) => ({ chatId: `another-${id}` })],
    [
      'its chat is that of another person',
      async (id: string) => {
        const [author] = await bench.stack.db<{ id: string }[]>`
          select author_user_id as id from clippings where id = ${id}`
        return { userId: author?.id ?? '' }
      },
    ],
  ])('skips a delivery by telegram when %s', async (_, change) => {
    const release = await bench.write('telegram')
    const userId = await readerOf(release.clippingId)
    const changes: Record<string, string> = await change(release.clippingId)
    await tables.telegramLinks.set(bench.stack.db, { userId }, changes)
    await bench.enqueue('telegram', release)
    expect(await bench.ledger(release)).toMatchObject([
      { status: 'skipped', error: 'telegram is not linked' },
    ])
    expect(bench.providers.taken).toEqual([])
  })

  it('sends to an extra address after its confirmation, and as long as it is listed', async () => {
    const release = await bench.write('email')
    const extra = `extra-${release.releaseId}@exemplo.org`.toLowerCase()
    await tables.subscriptions.set(
      bench.stack.db,
      { clippingId: release.clippingId },
      { extraEmails: [extra] },
    )
    const { id: subscriptionId, userId } = await getSubscription(bench.stack.db, release.clippingId)
    await tables.addressConsents.add(bench.stack.db, { subscriptionId, address: extra })
    const rows = new Map<string, string>()
    for (const place of ['asked', 'confirmed', 'removed']) {
      const releaseId = `${release.releaseId}-${place}`
      await tables.releases.add(bench.stack.db, {
        id: releaseId,
        clippingId: release.clippingId,
        refTime: timeAhead(place.length, 'second'),
      })
      await tables.deliveries.add(bench.stack.db, {
        id: `row-${releaseId}`,
        releaseId,
        subscriptionId,
        userId,
        channel: 'email',
        address: extra,
      })
      rows.set(place, `row-${releaseId}`)
    }
    const one = (place: string) => ({ ...release, rows: new Map([[extra, rows.get(place) ?? '']]) })
    await bench.enqueue('email', one('asked'))
    expect((await bench.ledger(one('asked')))[0]).toMatchObject({
      status: 'skipped',
      error: 'the address is not confirmed',
    })
    await tables.addressConsents.set(bench.stack.db, { address: extra }, { status: 'confirmed' })
    await bench.enqueue('email', one('confirmed'))
    expect(await bench.statuses(one('confirmed'))).toEqual(['sent'])
    expect(bench.providers.taken.map(({ to }) => to)).toEqual([extra])
    expect(await readMail(bench.providers.taken[0])).toMatch(/confirmou que/)
    await tables.subscriptions.set(bench.stack.db, { clippingId: release.clippingId }, { extraEmails: [] })
    await bench.enqueue('email', one('removed'))
    expect(await bench.statuses(one('removed'))).toEqual(['skipped'])
  })

  it('skips all deliveries of a deleted release', async () => {
    const release = await bench.write('webhook')
    await tables.releases.remove(bench.stack.db, { id: release.releaseId })
    await bench.enqueue('webhook', release)
    expect(bench.providers.taken).toEqual([])
  })
})
