import { countFailures } from '@pauta/delivery/ledger/consequences'
import { urlRows } from '@pauta/delivery/channels/url-channel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aListing, createClipping, newPerson, type Person } from '../kit/rows/people.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({
    idleWorkers: ['release', 'deliver-email', 'deliver-telegram', 'deliver-push', 'deliver-webhook'],
  })
})
afterAll(() => stack.stop())

const HOOK = 'https://hooks.exemplo.com.br/pauta'
const SINCE = new Date('2026-06-01T12:00:00Z')
const PROBLEMS = `query ($id: String!) {
  clipping(id: $id) { mySubscription { id userId channelProblems { channel reason since address } } } }`
const UPDATE = `mutation ($id: String!, $channels: DeliveryChannelsInput!, $webhookUrl: String) {
  updateMySubscription(clippingId: $id, channels: $channels, webhookUrl: $webhookUrl) { channelProblems { channel } } }`

interface Subscription {
  id: string
  userId: string
  channelProblems: Record<string, unknown>[]
}

async function subscriptionOf(person: Person, clippingId: string): Promise<Subscription> {
  const { clipping } = await person.query(PROBLEMS, { id: clippingId })
  return clipping.mySubscription
}

const withHook = (on: string[], extraEmails: string[] = []) => ({
  deliveryChannels: Object.fromEntries(on.map((channel) => [channel, true])),
  extraEmails,
})

/** A person with a clipping by e-mail and webhook. */
async function anAuthor(extraEmails: string[] = []) {
  const person = await newPerson(stack)
  const clippingId = await createClipping(person, withHook(['email'], extraEmails))
  await person.query(UPDATE, {
    id: clippingId,
    channels: { email: true, webhook: true },
    webhookUrl: HOOK,
  })
  return { person, clippingId, subscription: await subscriptionOf(person, clippingId) }
}

/** Makes a hand-off to the webhook of a subscription learn that its URL is gone. */
async function loseHook({ id, userId }: Subscription) {
  const row = uniqueName('row')
  await tables.deliveries.add(stack.db, {
    id: row,
    subscriptionId: id,
    userId,
    kind: 'release',
    channel: 'webhook',
    address: HOOK,
    status: 'sending',
  })
  await stack.db.begin((tx) =>
    urlRows('webhook').dropAddresses(tx, { ids: [row], addresses: [HOOK], now: SINCE }),
  )
}

/** Makes five releases in a row fail on a channel of a subscription. */
async function failReleases(
  { id: subscriptionId, userId }: Subscription,
  clippingId: string,
  channel: string,
) {
  for (let n = 1; n <= 5; n++) {
    const [releaseId, id] = [uniqueName('release'), uniqueName('row')]
    await tables.releases.add(stack.db, { id: releaseId, clippingId })
    await tables.deliveries.add(stack.db, {
      id,
      releaseId,
      subscriptionId,
      userId,
      kind: 'release',
      channel,
      address: HOOK,
      status: 'failed',
    })
    await stack.db.begin((tx) => countFailures(tx, [id], SINCE))
  }
}

const listNotices = async (userId: string) => [
  ...(await stack.db`
    select kind, channel, address, status, payload from deliveries
    where user_id = ${userId} and kind = 'channel-off' order by id`),
]

describe('the problems of a subscription', () => {
  it('are none while everything arrives', async () => {
    const { person, subscription } = await anAuthor()
    expect(subscription.channelProblems).toEqual([])
    expect(await listNotices(await person.id())).toEqual([])
  })

  it('name a channel whose receiver is gone, until it is on again', async () => {
    const { person, clippingId, subscription } = await anAuthor()
    const other = await anAuthor()
    await loseHook(subscription)
    const gone = {
      channel: 'webhook',
      reason: 'RECEIVER_GONE',
      since: '2026-06-01T12:00:00+00:00',
      address: null,
    }
    expect((await subscriptionOf(person, clippingId)).channelProblems).toEqual([gone])
    expect((await subscriptionOf(other.person, other.clippingId)).channelProblems).toEqual([])
    const { updateMySubscription } = await person.query(UPDATE, {
      id: clippingId,
      channels: { email: true, webhook: true },
      webhookUrl: `${HOOK}/2`,
    })
    expect(updateMySubscription).toEqual({ channelProblems: [] })
  })

  it('end for a channel that its subscriber gives up', async () => {
    const { person, clippingId, subscription } = await anAuthor()
    await loseHook(subscription)
    const channels = { email: true, webhook: false }
    const kept = await person.query(UPDATE, { id: clippingId, channels })
    expect(kept.updateMySubscription.channelProblems).toEqual([{ channel: 'webhook' }])
    const given = await person.query(UPDATE, { id: clippingId, channels, webhookUrl: '' })
    expect(given.updateMySubscription.channelProblems).toEqual([])
  })

  it('name a channel on which five releases failed', async () => {
    const { person, clippingId, subscription } = await anAuthor()
    await failReleases(subscription, clippingId, 'email')
    expect((await subscriptionOf(person, clippingId)).channelProblems).toEqual([
      { channel: 'email', reason: 'FAILED_RELEASES', since: '2026-06-01T12:00:00+00:00', address: null },
    ])
  })

  it('name each address that mails came back from, but none that refused the clipping', async () => {
    const [bounced, refused] = [`${uniqueName('b')}@exemplo.com`, `${uniqueName('a')}@exemplo.com`]
    const { person, clippingId, subscription } = await anAuthor([refused, bounced, 'c@exemplo.com'])
    await tables.suppressedAddresses.add(
      stack.db,
      [bounced, refused, person.email].map((address) => ({ address, reason: 'bounce', createdAt: SINCE })),
    )
    await tables.addressConsents.set(
      stack.db,
      { subscriptionId: subscription.id, address: refused },
      { status: 'refused' },
    )
    const problems = async () =>
      (await subscriptionOf(person, clippingId)).channelProblems.map(({ channel, reason, address }) => [
        channel,
        reason,
        address,
      ])
    expect(await problems()).toEqual([
      ['email', 'ADDRESS_REFUSED', bounced],
      ['email', 'ADDRESS_REFUSED', person.email],
    ])
    await person.query(UPDATE, { id: clippingId, channels: {} })
    expect(await problems()).toEqual([])
  })
})

describe('no problem is', () => {
  const suppress = (address: string) =>
    tables.suppressedAddresses.add(stack.db, { address, reason: 'bounce', createdAt: SINCE })
  const problemsOf = async (person: Person, clippingId: string) =>
    (await subscriptionOf(person, clippingId)).channelProblems

  it('a channel that is on', async () => {
    const { person, clippingId, subscription } = await anAuthor()
    const failure = { subscriptionId: subscription.id, channel: 'webhook', disabledAt: SINCE, reason: 'x' }
    await tables.channelFailures.add(stack.db, failure)
    expect(await problemsOf(person, clippingId)).toEqual([])
  })

  it('an address of e-mail that is off', async () => {
    const { person, clippingId, subscription } = await anAuthor()
    await suppress(person.email)
    const email = { subscriptionId: subscription.id, channel: 'email' }
    await tables.subscriptionChannels.set(stack.db, email, { active: false })
    expect(await problemsOf(person, clippingId)).toEqual([])
  })

  it('an address of the account that is not verified', async () => {
    const person = await newPerson(stack, { email_verified: false })
    const clippingId = await createClipping(person, withHook(['email']))
    await suppress(person.email)
    expect(await problemsOf(person, clippingId)).toEqual([])
  })
})

it('problems are in the order of channel and address', async () => {
  const names = ['m', 'c', 'x', 'a', 'k', 'e'].map((name) => `${uniqueName(name)}@exemplo.com`)
  const { person, clippingId, subscription } = await anAuthor(names)
  await tables.suppressedAddresses.add(
    stack.db,
    names.map((address) => ({ address, reason: 'bounce', createdAt: SINCE })),
  )
  await loseHook(subscription)
  const { channelProblems } = await subscriptionOf(person, clippingId)
  expect(channelProblems.map(({ channel, address }) => [channel, address])).toEqual([
    ...names.toSorted().map((address) => ['email', address]),
    ['webhook', null],
  ])
})

describe('the mail about a channel that was switched off', () => {
  const notice = (person: Person, payload: Record<string, unknown>) => ({
    kind: 'channel-off',
    channel: 'email',
    address: person.email,
    status: 'pending',
    payload: { channel: 'webhook', clippingName: 'Saúde pela manhã', isAuthor: true, ...payload },
  })

  it('goes once to the account, with the reason', async () => {
    const gone = await anAuthor()
    await loseHook(gone.subscription)
    await loseHook(gone.subscription)
    expect(await listNotices(await gone.person.id())).toEqual([
      notice(gone.person, { reason: 'gone', clippingId: gone.clippingId }),
    ])
    const failed = await anAuthor()
    await failReleases(failed.subscription, failed.clippingId, 'webhook')
    expect(await listNotices(await failed.person.id())).toEqual([
      notice(failed.person, { reason: 'failed', clippingId: failed.clippingId }),
    ])
  })

  it('tells a follower from the author', async () => {
    const { clippingId } = await aListing(stack)
    const reader = await newPerson(stack)
    await reader.query('mutation ($input: SubscribeInput!) { subscribeToClipping(input: $input) { id } }', {
      input: { clippingId, deliveryChannels: { webhook: true }, webhookUrl: HOOK },
    })
    await loseHook(await subscriptionOf(reader, clippingId))
    expect(await listNotices(await reader.id())).toEqual([
      notice(reader, { reason: 'gone', clippingId, isAuthor: false }),
    ])
  })

  it.each([
    ['about e-mail itself', 'email', {}, {}],
    ['to an address that is not verified', 'webhook', { email_verified: false }, {}],
    ['to who follows no more', 'webhook', {}, { active: false }],
  ])('does not go %s', async (_, channel, claims, columns) => {
    const person = await newPerson(stack, claims)
    const clippingId = await createClipping(person)
    const subscription = await subscriptionOf(person, clippingId)
    const { id } = subscription
    await tables.subscriptionChannels.remove(stack.db, { subscriptionId: id })
    await tables.subscriptionChannels.add(stack.db, { subscriptionId: id, channel, active: true })
    await tables.subscriptions.set(stack.db, { id }, { active: true, ...columns })
    await failReleases(subscription, clippingId, channel)
    expect(await stack.db`select disabled_at from channel_failures where subscription_id = ${id}`).toEqual([
      { disabledAt: SINCE },
    ])
    expect(await listNotices(await person.id())).toEqual([])
  })
})
