import { createHash } from 'node:crypto'
import { parseAlert } from '@pauta/clippings/alerts/alert'
import { requestAlert } from '@pauta/clippings/alerts/request-alert'
import { endBelongings } from '@pauta/clippings/erasure/end-belongings'
import { removeOldActions, takeActions } from '@pauta/people/people/action-limit'
import { listPeople } from '@pauta/people/people/person'
import { BELONGINGS, countBelongings, MENTIONS, SUPPRESSION } from '@pauta/people/privacy/belongings'
import { erasePerson } from '@pauta/people/privacy/erase'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, ledgerRows, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// What belongs to a person and what mentions the person, on rows that differ from a matching row in one column.
const ADDRESS = 'ana@exemplo.org'
const ANA = { id: 'ana', verifiedEmail: ADDRESS }
const OTHER = 'outra@exemplo.org'
const hashOf = (address: string) => `sha256:${createHash('sha256').update(address).digest('hex')}`

let stack: TestStack
const { restart, addRows } = ledgerRows(() => stack.db)
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['release', 'deliver-email'] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await restart()
  await tables.consentQuestions.remove(stack.db)
  await tables.subscriptions.add(stack.db, { id: 'b', clippingId: 'c', userId: 'bia', role: 'AUTHOR' })
})

const count = async (part: string, person: Parameters<typeof countBelongings>[2] = ANA) =>
  (await countBelongings(stack.db, [...BELONGINGS, ...MENTIONS, SUPPRESSION], person))[part]

describe('a person', () => {
  it.each<[Columns, number]>([
    [{}, 1],
    [{ extraEmails: ['ANA@Exemplo.org'] }, 1],
    [{ extraEmails: [OTHER] }, 0],
    [{ userId: 'ana', clippingId: 'third' }, 0],
  ])('is mentioned in a subscription with %j: %d', async (columns, mentions) => {
    await tables.clippings.add(stack.db, {
      id: 'third',
      authorUserId: 'bia',
      name: 'x',
      schedule: '0 8 * * *',
    })
    await tables.subscriptions.set(stack.db, { id: 'b' }, { extraEmails: [OTHER, ADDRESS], ...columns })
    expect(await count('subscriptions_of_others')).toBe(mentions)
    expect(await count('subscriptions_of_others', { ...ANA, verifiedEmail: null })).toBe(0)
  })

  it.each<[Columns, number]>([
    [{}, 1],
    [{ address: 'ANA@Exemplo.org' }, 1],
    [{ address: OTHER }, 0],
    [{ subscriptionId: 's' }, 0],
  ])('is mentioned in a consent with %j: %d', async (columns, mentions) => {
    const consent = { subscriptionId: 'b', address: ADDRESS, ...columns }
    await tables.addressConsents.add(stack.db, consent)
    expect(await count('address_consents_of_others')).toBe(mentions)
    expect(await count('address_consents')).toBe(consent.subscriptionId === 's' ? 1 : 0)
    expect(await count('address_consents_of_others', { ...ANA, verifiedEmail: null })).toBe(0)
  })

  it.each<[Columns, number]>([
    [{}, 1],
    [{ address: 'ANA@Exemplo.org' }, 1],
    [{ address: hashOf(ADDRESS) }, 1],
    [{ address: OTHER }, 0],
    [{ address: hashOf(OTHER) }, 0],
    [{ channel: 'slack' }, 0],
    [{ userId: 'ana' }, 0],
  ])('is mentioned in a message with %j: %d, which an erasure removes', async (columns, mentions) => {
    const message = { userId: 'bia', subscriptionId: 'b' }
    await addRows({ ...message, address: OTHER }, { kept: {}, m: { address: ADDRESS, ...columns } })
    expect(await count('deliveries_of_others')).toBe(mentions)
    await erasePerson(stack.db, ANA, { now: NOW, endBelongings })
    const isGone = mentions === 1 || columns['userId'] === 'ana'
    expect(await stack.db`select id from deliveries order by id`).toEqual(
      isGone ? [{ id: 'kept' }] : [{ id: 'kept' }, { id: 'm' }],
    )
  })

  it.each<[Columns, number]>([
    [{ endedAuthorId: 'ana' }, 1],
    [{ endedAuthorId: 'bia' }, 0],
    [{ clippingId: 'mine', endedClippingId: null, endedAt: null }, 1],
    [{ clippingId: 'c', endedClippingId: null, endedAt: null }, 0],
  ])('has a release with %j: %d', async (columns, releases) => {
    await tables.clippings.add(stack.db, {
      id: 'mine',
      authorUserId: 'ana',
      name: 'x',
      schedule: '0 8 * * *',
    })
    await tables.releases.add(stack.db, {
      id: 'r',
      endedClippingId: 'x',
      endedAt: NOW,
      madeAt: NOW,
      ...columns,
    })
    expect(await count('releases')).toBe(releases)
  })

  it('has the alerts of the verified address, which are no subscription of others', async () => {
    const recorte = { title: 'T', themes: [], agencies: [], keywords: ['k'] }
    for (const email of [ADDRESS, OTHER])
      await requestAlert(stack.db, parseAlert({ email, frequency: 'DAILY', recorte }), NOW)
    expect([await count('alerts'), await count('subscriptions_of_others')]).toEqual([1, 0])
    expect(await count('alerts', { ...ANA, verifiedEmail: null })).toBe(0)
    await erasePerson(stack.db, ANA, { now: NOW, endBelongings })
    expect(
      await stack.db`select extra_emails from subscriptions s join alerts a on a.subscription_id = s.id`,
    ).toEqual([{ extraEmails: [OTHER] }])
  })

  it('leaves the consents of other addresses, and the suppression of the own one', async () => {
    const consents = [ADDRESS, OTHER].map((address) => ({ subscriptionId: 'b', address }))
    await tables.addressConsents.add(stack.db, consents)
    await tables.suppressedAddresses.add(
      stack.db,
      [ADDRESS, OTHER].map((address) => ({ address, reason: 'bounce' })),
    )
    expect(await count('suppressed_addresses')).toBe(1)
    await erasePerson(stack.db, ANA, { now: NOW, endBelongings })
    expect(await stack.db`select address from address_consents`).toEqual([{ address: OTHER }])
    expect(await tables.suppressedAddresses.count(stack.db)).toBe(2)
  })

  it('without a verified address leaves the same address in the data of others', async () => {
    await tables.addressConsents.add(stack.db, { subscriptionId: 'b', address: ADDRESS })
    await erasePerson(stack.db, { ...ANA, verifiedEmail: null }, { now: NOW, endBelongings })
    expect(await tables.addressConsents.count(stack.db, { address: ADDRESS })).toBe(1)
    expect(await erasePerson(stack.db, ANA, { now: NOW, endBelongings })).toBeUndefined()
    expect(await tables.addressConsents.count(stack.db, { address: ADDRESS })).toBe(1)
  })

  it('is found by an address in any case, with the address only where it is verified', async () => {
    await tables.users.add(stack.db, { id: 'abel', email: 'ANA@exemplo.org', emailVerified: false })
    await tables.users.add(stack.db, { id: 'eva', email: null })
    expect(await listPeople(stack.db, { email: 'Ana@Exemplo.org' })).toEqual([
      { id: 'abel', verifiedEmail: null },
      ANA,
    ])
    expect(await listPeople(stack.db, { id: 'ana' })).toEqual([ANA])
    expect(await listPeople(stack.db, { id: 'eva' })).toEqual([{ id: 'eva', verifiedEmail: null }])
  })
})

it('counts of actions are removed when the sixth of their window began before', async () => {
  const limit = { action: 'x', max: 9, windowSeconds: 60 }
  for (const seconds of [0, 10, 20]) await takeActions(stack.db, 'ana', limit, { count: 1, now: at(seconds) })
  await takeActions(stack.db, 'bia', { ...limit, action: 'y' }, { count: 1, now: at(10) })
  expect(await removeOldActions(stack.db, { before: at(10), limit: 9 })).toBe(1)
  expect(await removeOldActions(stack.db, { before: at(20), limit: 1 })).toBe(1)
  expect(await removeOldActions(stack.db, { before: at(20), limit: 9 })).toBe(1)
})
