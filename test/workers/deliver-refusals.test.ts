import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shareDeliveryBench, type DeliveryBench } from '../support/delivery-bench.ts'
import { readMail } from '../support/providers.ts'
import { tables, timeAhead } from '../support/tables.ts'

let bench: DeliveryBench
const write: DeliveryBench['write'] = (...args) => bench.write(...args)
const wake: DeliveryBench['wake'] = (...args) => bench.wake(...args)
const ledger: DeliveryBench['ledger'] = (release) => bench.ledger(release)
const statuses: DeliveryBench['statuses'] = (release) => bench.statuses(release)

beforeAll(async () => {
  bench = await shareDeliveryBench()
})
afterEach(() => {
  bench.providers.taken.length = 0
  bench.providers.say = () => undefined
})

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
      (id: string) => tables.subscriptions.set(bench.stack.db, { clippingId: id }, { email: false }),
    ],
    [
      'email',
      'the address is not confirmed',
      (id: string) => bench.stack.db`
      update users set email_verified = false where id in (select user_id from subscriptions where clipping_id = ${id})`,
    ],
    [
      'telegram',
      'telegram is not linked',
      (id: string) => bench.stack.db`
      delete from telegram_links where user_id in (select user_id from subscriptions where clipping_id = ${id})`,
    ],
    [
      'push',
      'the browser has no push subscription any more',
      (id: string) => bench.stack.db`
      delete from push_subscriptions where user_id in (select user_id from subscriptions where clipping_id = ${id})`,
    ],
    [
      'webhook',
      'the webhook was replaced',
      (id: string) =>
        tables.subscriptions.set(
          bench.stack.db,
          { clippingId: id },
          { webhookUrl: 'https://outro.exemplo.org/' },
        ),
    ],
  ] as const)('skips a delivery by %s when %s', async (channel, reason, change) => {
    const release = await write(channel)
    await change(release.clippingId)
    await wake(channel, release)
    expect((await ledger(release))[0]).toMatchObject({ status: 'skipped', error: reason, attempts: 0 })
    expect(bench.providers.taken).toEqual([])
  })

  it('sends to an extra address after its confirmation, and as long as it is listed', async () => {
    const release = await write('email')
    const extra = `extra-${release.releaseId}@exemplo.org`.toLowerCase()
    await tables.subscriptions.set(
      bench.stack.db,
      { clippingId: release.clippingId },
      { extraEmails: [extra] },
    )
    await bench.stack.db`
      insert into address_consents (subscription_id, address)
      select id, ${extra} from subscriptions where clipping_id = ${release.clippingId}`
    const rows = new Map<string, string>()
    for (const place of ['asked', 'confirmed', 'removed']) {
      const releaseId = `${release.releaseId}-${place}`
      await tables.releases.add(bench.stack.db, {
        id: releaseId,
        clippingId: release.clippingId,
        refTime: timeAhead(place.length, 'second'),
      })
      await bench.stack.db`
        insert into deliveries (id, release_id, subscription_id, user_id, channel, address)
        select ${`row-${releaseId}`}, ${releaseId}, id, user_id, 'email', ${extra}
        from subscriptions where clipping_id = ${release.clippingId}`
      rows.set(place, `row-${releaseId}`)
    }
    const one = (place: string) => ({ ...release, rows: new Map([[extra, rows.get(place) ?? '']]) })
    await wake('email', one('asked'))
    expect((await ledger(one('asked')))[0]).toMatchObject({
      status: 'skipped',
      error: 'the address is not confirmed',
    })
    await tables.addressConsents.set(bench.stack.db, { address: extra }, { status: 'confirmed' })
    await wake('email', one('confirmed'))
    expect(await statuses(one('confirmed'))).toEqual(['sent'])
    expect(bench.providers.taken.map(({ to }) => to)).toEqual([extra])
    expect(await readMail(bench.providers.taken[0])).toMatch(/confirmou que/)
    await tables.subscriptions.set(bench.stack.db, { clippingId: release.clippingId }, { extraEmails: [] })
    await wake('email', one('removed'))
    expect(await statuses(one('removed'))).toEqual(['skipped'])
  })

  it('skips all deliveries of a deleted release', async () => {
    const release = await write('webhook')
    await tables.releases.remove(bench.stack.db, { id: release.releaseId })
    await wake('webhook', release)
    expect(bench.providers.taken).toEqual([])
  })
})
