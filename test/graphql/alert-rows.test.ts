import { ALERTS_AUTHOR_ID, parseAlert } from '@pauta/clippings/alerts/alert'
import { findAlertAddress, listAlerts } from '@pauta/clippings/alerts/queries'
import { requestAlert } from '@pauta/clippings/alerts/request-alert'
import { removeDeadAlerts, removeOldAlertQuestions } from '@pauta/clippings/alerts/retention'
import { cancelAlert, confirmAlert, leaveAlerts, updateAlert } from '@pauta/clippings/alerts/writes'
import { addressKey } from '@pauta/clippings/subscriptions/address-key'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, ledgerRows, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// Alerts of addresses without an account, on rows that differ from a matching row in one column.
const DAY = 24 * 3600
const ADDRESS = 'leitora@exemplo.org'
const OTHER = 'outra@exemplo.org'

let stack: TestStack
const { restart } = ledgerRows(() => stack.db)
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['release', 'deliver-email'] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await restart()
  await tables.consentQuestions.remove(stack.db)
})

const draft = (email: string) =>
  parseAlert({
    email,
    frequency: 'DAILY',
    recorte: { title: 'Vacinas', themes: [], agencies: [], keywords: ['vacina'] },
  })
/** Returns whether the address was asked. */
const request = (email = ADDRESS, now = NOW) => requestAlert(stack.db, draft(email), now)
const idsOf = async (email: string) => (await listAlerts(stack.db, addressKey(email))).map(({ id }) => id)
/** Requests an alert, and returns its id. */
async function add(email = ADDRESS, now = NOW): Promise<string> {
  const before = await idsOf(email)
  await request(email, now)
  return (await idsOf(email)).find((id) => !before.includes(id)) ?? ''
}
const of = (id: string, email = ADDRESS) => ({ id, addressKey: addressKey(email), now: NOW })

describe('a request for an alert', () => {
  const author = { userId: ALERTS_AUTHOR_ID }
  /** Writes a question to the address as an alert asks it, a moment more than a day ago. */
  async function addQuestion(columns: Columns): Promise<void> {
    await tables.users.add(stack.db, { id: ALERTS_AUTHOR_ID, name: 'Pauta' })
    const [hashes] = await stack.db<{ addressHash: string; mailboxHash: string }[]>`
      select consent_hash(${ADDRESS}) as address_hash, consent_hash(mailbox_of(${ADDRESS})) as mailbox_hash`
    await tables.consentQuestions.add(stack.db, { ...author, ...hashes, askedAt: at(-DAY), ...columns })
  }
  const count = async () => (await idsOf(ADDRESS)).length

  it.each<[Columns, boolean, number]>([
    [{}, true, 1],
    [{ status: 'refused' }, false, 0],
    [{ status: 'refused', userId: 'bia' }, true, 1],
    [{ status: 'refused', addressHash: 'x' }, true, 1],
    [{ status: 'confirmed' }, true, 1],
    // Asked within the last day: the page of that mail shows the new request.
    [{ askedAt: at(-DAY + 1) }, false, 1],
    [{ askedAt: at(-DAY + 1), addressHash: 'x' }, false, 1],
    [{ askedAt: at(-DAY + 1), mailboxHash: 'x' }, true, 1],
    [{ askedAt: at(-DAY + 1), userId: 'bia' }, true, 1],
  ])('after a question with %j asks: %j, and stores %d', async (columns, asks, stored) => {
    await addQuestion(columns)
    expect([await request(), await count()]).toEqual([asks, stored])
    expect(await tables.deliveries.count(stack.db, { kind: 'confirmation', address: ADDRESS })).toBe(
      asks ? 1 : 0,
    )
  })

  it('is stored for no address that bounced', async () => {
    await tables.suppressedAddresses.add(stack.db, { address: OTHER, reason: 'bounce' })
    expect([await request(OTHER), await request()]).toEqual([false, true])
  })

  it.each([
    ['asked', 5],
    ['confirmed', 10],
  ])(
    'is stored while the address has fewer that it %s than %d, whatever others have',
    async (status, max) => {
      await tables.users.add(stack.db, { id: ALERTS_AUTHOR_ID, name: 'Pauta' })
      for (let n = 1; n < max; n++) {
        await request()
        await tables.addressConsents.set(stack.db, { address: ADDRESS }, { status })
      }
      await request(OTHER)
      await tables.addressConsents.set(stack.db, { address: OTHER }, { status })
      await request()
      await tables.addressConsents.set(stack.db, { address: ADDRESS }, { status })
      expect(await count()).toBe(max)
      await request()
      expect(await count()).toBe(max)
    },
  )
})

describe('an alert', () => {
  const read = async () => stack.db`
    select c.id, c.active, c.name, c.next_run_at is not null as is_timed, q.status
    from clippings c join subscriptions s on s.clipping_id = c.id join address_consents q on q.subscription_id = s.id
    order by c.id`
  const open = { active: false, name: 'Vacinas', isTimed: false, status: 'asked' }

  it('starts alone when its address confirms it', async () => {
    const [mine, second, foreign] = [await add(), await add(), await add(OTHER)]
    await expect(confirmAlert(stack.db, of(foreign))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await confirmAlert(stack.db, of(mine))
    const rows = await read()
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...open, id: mine, active: true, isTimed: true, status: 'confirmed' },
        { ...open, id: second },
        { ...open, id: foreign },
      ]),
    )
  })

  it('changes alone, and gets no run while it waits', async () => {
    const [mine, second, foreign] = [await add(), await add(), await add(OTHER)]
    const recorte = { ...draft(ADDRESS).recorte, title: 'Dengue' }
    await expect(updateAlert(stack.db, of(foreign), { recorte })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await updateAlert(stack.db, of(mine), { recorte, frequency: 'WEEKLY' })
    const rows = await read()
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...open, id: mine, name: 'Dengue' },
        { ...open, id: second },
        { ...open, id: foreign },
      ]),
    )
    const titles = await stack.db<{ clippingId: string }[]>`
      select clipping_id from recortes where title = 'Dengue'`
    expect(titles.map(({ clippingId }) => clippingId)).toEqual([mine])
  })

  it('ends alone, for its address', async () => {
    const [mine, second, foreign] = [await add(), await add(), await add(OTHER)]
    expect(await cancelAlert(stack.db, of(foreign))).toBe(false)
    expect(await cancelAlert(stack.db, of(mine))).toBe(true)
    expect([await idsOf(ADDRESS), await idsOf(OTHER)]).toEqual([[second], [foreign]])
  })

  it('ends with all others of its address', async () => {
    const [mine, second, foreign] = [await add(), await add(), await add(OTHER)]
    // An address that was removed from one of them is known by the other.
    const [subscription] = await stack.db<
      { id: string }[]
    >`select id from subscriptions where clipping_id = ${mine}`
    await tables.subscriptions.set(stack.db, { id: subscription?.id ?? '' }, { extraEmails: [] })
    expect(await findAlertAddress(stack.db, addressKey(ADDRESS))).toBe(ADDRESS)
    expect(await findAlertAddress(stack.db, addressKey(OTHER))).toBe(OTHER)
    const ended = await leaveAlerts(stack.db, { addressKey: addressKey(ADDRESS), blocks: true, now: NOW })
    expect(ended.toSorted()).toEqual([mine, second].toSorted())
    expect(await idsOf(OTHER)).toEqual([foreign])
    // The clippings of people stay.
    expect(await tables.clippings.count(stack.db)).toBe(3)
    expect([await request(), await request('leitora+2@exemplo.org', at(2 * DAY))]).toEqual([false, true])
  })

  it('is listed in the order of the requests, and of one instant by its id', async () => {
    const [late, early] = [await add(ADDRESS, at(9)), await add(ADDRESS, at(-9))]
    expect(await idsOf(ADDRESS)).toEqual([early, late])
    await tables.alerts.set(stack.db, {}, { createdAt: NOW })
    expect(await idsOf(ADDRESS)).toEqual([late, early].toSorted())
  })
})

describe('the removal of alerts', () => {
  it.each<[number, Columns, boolean, boolean]>([
    [-2, {}, false, true],
    [-1, {}, false, false],
    [-2, { status: 'confirmed' }, false, false],
    [-1, { status: 'confirmed' }, true, true],
  ])(
    'of %d s, with the consent %j, of an address that bounced (%j): %j',
    async (seconds, consent, isDead, isRemoved) => {
      await add(ADDRESS, at(seconds))
      const kept = await add(OTHER, NOW)
      await tables.addressConsents.set(stack.db, { address: ADDRESS }, { status: 'asked', ...consent })
      if (isDead) await tables.suppressedAddresses.add(stack.db, { address: ADDRESS, reason: 'bounce' })
      expect(await removeDeadAlerts(stack.db, { before: at(-1), limit: 9 })).toBe(isRemoved ? 1 : 0)
      expect(await idsOf(ADDRESS)).toHaveLength(isRemoved ? 0 : 1)
      expect(await idsOf(OTHER)).toEqual([kept])
    },
  )

  it.each<[Columns, number]>([
    [{}, 1],
    [{ askedAt: at(-1) }, 0],
    [{ status: 'refused' }, 0],
    [{ status: 'confirmed' }, 1],
    [{ userId: 'bia' }, 0],
  ])('forgets a question with %j: %d', async (columns, removed) => {
    await tables.users.add(stack.db, { id: ALERTS_AUTHOR_ID, name: 'Pauta' })
    const question = { userId: ALERTS_AUTHOR_ID, addressHash: 'x', mailboxHash: 'x', askedAt: at(-2) }
    await tables.consentQuestions.add(stack.db, { ...question, ...columns })
    expect(await removeOldAlertQuestions(stack.db, { before: at(-1), limit: 9 })).toBe(removed)
  })
})
