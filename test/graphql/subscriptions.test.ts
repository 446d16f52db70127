import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { addFollowed, tables } from '../kit/rows/tables.ts'

let stack: TestStack
let author: Person

beforeAll(async () => {
  stack = await shareTestStack({
    idleWorkers: ['release', 'deliver-email', 'deliver-telegram', 'deliver-push'],
  })
  author = await newPerson(stack)
})
afterAll(() => stack.stop())

const FIELDS = `id clippingId userId role deliveryChannels { email telegram push webhook } extraEmails webhookUrl
  webhookSecret active subscribedAt`
const SUBSCRIBE = `mutation ($input: SubscribeInput!) { subscribeToClipping(input: $input) { ${FIELDS} } }`
const UNSUBSCRIBE = 'mutation ($clippingId: String!) { unsubscribeFromClipping(clippingId: $clippingId) }'
const UPDATE = `mutation ($clippingId: String!, $channels: DeliveryChannelsInput!, $extraEmails: [String!], $webhookUrl: String) {
  updateMySubscription(clippingId: $clippingId, channels: $channels, extraEmails: $extraEmails, webhookUrl: $webhookUrl) {
    ${FIELDS} } }`
const MINE = `query ($id: String!) { clipping(id: $id) { mySubscription { ${FIELDS} } } }`

const HOOK = 'https://hooks.exemplo.com.br/pauta'
const channels = (...on: string[]) =>
  Object.fromEntries(['email', 'telegram', 'push', 'webhook'].map((name) => [name, on.includes(name)]))
const subscribe = (person: Person, clippingId: string, input: Record<string, unknown> = {}) =>
  person.query(SUBSCRIBE, { input: { clippingId, deliveryChannels: { email: true }, ...input } })
const mine = async (person: Person, id: string) =>
  (await person.query(MINE, { id })).clipping?.mySubscription as Record<string, unknown> | null
const followersOf = async (listingId: string) =>
  (await stack.query(`{ marketplaceListing(id: "${listingId}") { followerCount } }`)).marketplaceListing
    .followerCount as number

async function aListing(changes: Record<string, unknown> = {}) {
  const clippingId = await createClipping(author, changes)
  return { clippingId, listingId: await publish(author, clippingId) }
}

describe('subscribeToClipping', () => {
  it('subscribes anyone who can see the listed clipping', async () => {
    const { clippingId, listingId } = await aListing()
    const reader = await newPerson(stack)
    const { subscribeToClipping: made } = await subscribe(reader, clippingId, {
      extraEmails: [' Time@Exemplo.com '],
    })
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
      clippingId,
      userId: await reader.id(),
      role: 'SUBSCRIBER',
      deliveryChannels: channels('email'),
      extraEmails: ['time@exemplo.com'],
      webhookUrl: null,
      webhookSecret: null,
      active: true,
      subscribedAt: expect.stringMatching(/\+00:00$/) as string,
    })
    expect(await mine(reader, clippingId)).toEqual(made)
    expect(await followersOf(listingId)).toBe(1)
  })

  it('called again replaces channels, addresses and webhook, and counts once', async () => {
    const { clippingId, listingId } = await aListing()
    const reader = await newPerson(stack)
    const first = await subscribe(reader, clippingId, { extraEmails: ['a@b.com'], webhookUrl: HOOK })
    const { subscribeToClipping: again } = await subscribe(reader, clippingId, {
      deliveryChannels: { telegram: true },
    })
    expect(again).toEqual({
      ...first.subscribeToClipping,
      deliveryChannels: channels('telegram'),
      extraEmails: [],
      webhookUrl: null,
      webhookSecret: null,
    })
    expect(await followersOf(listingId)).toBe(1)
  })

  it('called by the author keeps the author, listed or not, and counts nobody', async () => {
    const clippingId = await createClipping(author)
    const { subscribeToClipping: own } = await subscribe(author, clippingId, {
      deliveryChannels: { push: true },
    })
    expect(own).toMatchObject({ role: 'AUTHOR', deliveryChannels: channels('push') })
    const listingId = await publish(author, clippingId)
    expect((await subscribe(author, clippingId)).subscribeToClipping).toMatchObject({
      id: own.id,
      role: 'AUTHOR',
      subscribedAt: own.subscribedAt,
    })
    expect(await followersOf(listingId)).toBe(0)
  })

  it.each([
    ['an unknown clipping', async () => 'nenhum'],
    ['a clipping that is not listed', () => createClipping(author)],
    [
      'a clipping that is no longer listed',
      async () => {
        const { clippingId, listingId } = await aListing()
        await author.query(`mutation { unpublishFromMarketplace(listingId: "${listingId}") }`)
        return clippingId
      },
    ],
  ])('returns the same error for %s', async (_, make) => {
    const reader = await newPerson(stack)
    const { errors } = await reader.ask(SUBSCRIBE, {
      input: { clippingId: await make(), deliveryChannels: { email: true } },
    })
    expect(errors).toMatchObject([
      { message: 'Não existe clipping com esse identificador.', extensions: { code: 'NOT_FOUND' } },
    ])
  })

  it.each([
    ['slack without an address', { deliveryChannels: { slack: true } }, 'input.slackUrl'],
    ['an inner address of slack', { slackUrl: 'https://10.0.0.1/services' }, 'input.slackUrl'],
    ['webhook without an address', { deliveryChannels: { webhook: true } }, 'input.webhookUrl'],
    [
      'webhook with a blank one',
      { deliveryChannels: { webhook: true }, webhookUrl: ' ' },
      'input.webhookUrl',
    ],
    ['http', { webhookUrl: 'http://exemplo.com.br/' }, 'input.webhookUrl'],
    ['an inner address', { webhookUrl: 'https://169.254.169.254/latest' }, 'input.webhookUrl'],
    ['no address at all', { webhookUrl: 'exemplo' }, 'input.webhookUrl'],
    ['an address that is none', { extraEmails: ['a@b'] }, 'input.extraEmails[0]'],
    ['no id', { clippingId: '' }, 'input.clippingId'],
  ])('refuses %s', async (_, changes, argument) => {
    const { clippingId, listingId } = await aListing()
    const reader = await newPerson(stack)
    const input = { clippingId, deliveryChannels: { email: true }, ...changes }
    const { errors } = await reader.ask(SUBSCRIBE, { input })
    expect(errors.map((error) => error.extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }])
    expect(errors[0]?.message.startsWith(`${argument}: `)).toBe(true)
    expect(await followersOf(listingId)).toBe(0)
  })

  it('creates a secret for the address of a webhook, and another for another address', async () => {
    const { clippingId } = await aListing()
    const reader = await newPerson(stack)
    const hook = async (webhookUrl: string | null) =>
      (
        await subscribe(reader, clippingId, {
          deliveryChannels: { webhook: webhookUrl !== null },
          webhookUrl,
        })
      ).subscribeToClipping as { webhookUrl: string | null; webhookSecret: string | null }
    const first = await hook(HOOK)
    expect(first).toMatchObject({ webhookUrl: HOOK, deliveryChannels: channels('webhook') })
    expect(first.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect((await hook(HOOK)).webhookSecret).toBe(first.webhookSecret)
    const other = await hook(`${HOOK}/2`)
    expect(other.webhookSecret).not.toBe(first.webhookSecret)
    expect(await hook(null)).toMatchObject({ webhookUrl: null, webhookSecret: null })
    expect((await hook(HOOK)).webhookSecret).not.toBe(first.webhookSecret)
  })

  it('stops at two hundred followed clippings', async () => {
    const { clippingId } = await aListing()
    const reader = await newPerson(stack)
    // One's own clippings do not count.
    await createClipping(reader)
    const userId = await reader.id()
    const ids = Array.from({ length: 200 }, (_, i) => `muitos-${i + 1}`)
    await addFollowed(stack.db, ids, { authorId: await author.id(), userId })
    const input = { clippingId, deliveryChannels: {} }
    expect(await reader.codes(SUBSCRIBE, { input })).toEqual(['LIMIT_EXCEEDED'])
    expect((await reader.query('{ clippings { id } }')).clippings).toHaveLength(201)
    expect(await reader.query(UNSUBSCRIBE, { clippingId: 'muitos-7' })).toEqual({
      unsubscribeFromClipping: true,
    })
    expect(await reader.codes(SUBSCRIBE, { input })).toEqual([])
    await tables.clippings.remove(stack.db, { id: ids })
    await tables.listings.remove(stack.db, { id: ids })
  })
})

describe('unsubscribeFromClipping', () => {
  it('ends a subscription, deletes its addresses, and may be undone', async () => {
    const { clippingId, listingId } = await aListing()
    const reader = await newPerson(stack)
    await subscribe(reader, clippingId, { extraEmails: ['a@b.com'], webhookUrl: HOOK })
    const end = () => reader.query(UNSUBSCRIBE, { clippingId })
    expect(await end()).toEqual({ unsubscribeFromClipping: true })
    expect(await mine(reader, clippingId)).toBeNull()
    expect(await followersOf(listingId)).toBe(0)
    const [row] = await stack.db`
      select active, extra_emails, array(select channel from subscription_channels where subscription_id = s.id) as kept
      from subscriptions s where clipping_id = ${clippingId} and role = 'SUBSCRIBER'`
    expect(row).toEqual({ active: false, extraEmails: [], kept: [] })
    expect(await end()).toEqual({ unsubscribeFromClipping: false })
    await subscribe(reader, clippingId)
    expect(await mine(reader, clippingId)).toMatchObject({ active: true, extraEmails: [], webhookUrl: null })
    expect(await followersOf(listingId)).toBe(1)
  })

  it('is false without a subscription', async () => {
    const { clippingId } = await aListing()
    const reader = await newPerson(stack)
    expect(await reader.query(UNSUBSCRIBE, { clippingId })).toEqual({ unsubscribeFromClipping: false })
    expect(await reader.query(UNSUBSCRIBE, { clippingId: 'nenhum' })).toEqual({
      unsubscribeFromClipping: false,
    })
  })

  it('ends the author’s own deliveries and keeps the clipping', async () => {
    const { clippingId, listingId } = await aListing()
    await author.query(UPDATE, {
      clippingId,
      channels: { email: true, webhook: true },
      extraEmails: ['a@b.com'],
      webhookUrl: HOOK,
    })
    const followers = await followersOf(listingId)
    expect(await author.query(UNSUBSCRIBE, { clippingId })).toEqual({ unsubscribeFromClipping: true })
    expect(await mine(author, clippingId)).toMatchObject({
      role: 'AUTHOR',
      active: true,
      deliveryChannels: channels(),
      extraEmails: [],
      webhookUrl: null,
    })
    expect(await followersOf(listingId)).toBe(followers)
    const { clippings } = await author.query('{ clippings { id isAuthor } }')
    expect(clippings).toContainEqual({ id: clippingId, isAuthor: true })
  })
})

describe('updateMySubscription', () => {
  it('replaces channels and keeps addresses that are null', async () => {
    const { clippingId } = await aListing()
    const reader = await newPerson(stack)
    const first = await subscribe(reader, clippingId, { extraEmails: ['c@b.com'], webhookUrl: HOOK })
    const update = async (variables: Record<string, unknown>) =>
      (await reader.query(UPDATE, { clippingId, ...variables })).updateMySubscription
    const before = first.subscribeToClipping
    expect(await update({ channels: { webhook: true } })).toEqual({
      ...before,
      deliveryChannels: channels('webhook'),
    })
    expect(await update({ channels: { push: true }, extraEmails: [], webhookUrl: '' })).toEqual({
      ...before,
      deliveryChannels: channels('push'),
      extraEmails: [],
      webhookUrl: null,
      webhookSecret: null,
    })
    expect(await mine(reader, clippingId)).toMatchObject({ deliveryChannels: channels('push') })
  })

  it('works for the author too', async () => {
    const clippingId = await createClipping(author)
    const variables = { clippingId, channels: { webhook: true }, webhookUrl: HOOK }
    expect((await author.query(UPDATE, variables)).updateMySubscription).toMatchObject({
      role: 'AUTHOR',
      webhookUrl: HOOK,
      webhookSecret: expect.stringMatching(/^whsec_/) as string,
    })
  })

  it('is null for people without a subscription', async () => {
    const { clippingId } = await aListing()
    const reader = await newPerson(stack)
    for (const id of [clippingId, 'nenhum'])
      expect(await reader.query(UPDATE, { clippingId: id, channels: {} })).toEqual({
        updateMySubscription: null,
      })
    await subscribe(reader, clippingId)
    await reader.query(UNSUBSCRIBE, { clippingId })
    expect(await reader.query(UPDATE, { clippingId, channels: {} })).toEqual({ updateMySubscription: null })
  })

  it.each([
    ['a webhook without an address', { channels: { webhook: true } }, 'webhookUrl'],
    ['a webhook whose address is taken away', { channels: { webhook: true }, webhookUrl: '' }, 'webhookUrl'],
    ['an inner address', { channels: {}, webhookUrl: 'https://10.0.0.1/' }, 'webhookUrl'],
    ['an address that is none', { channels: {}, extraEmails: ['x'] }, 'extraEmails[0]'],
  ])('refuses %s', async (_, variables, argument) => {
    const person = await newPerson(stack)
    const clippingId = await createClipping(person)
    const { errors } = await person.ask(UPDATE, { clippingId, ...variables })
    expect(errors.map((error) => error.extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }])
  })

  it('enables a channel again that failed too often', async () => {
    const { clippingId } = await aListing()
    const reader = await newPerson(stack)
    const { subscribeToClipping } = await subscribe(reader, clippingId)
    const failures = async () => {
      const rows = await stack.db<{ channel: string }[]>`
        select channel from channel_failures where subscription_id = ${subscribeToClipping.id} order by channel`
      return rows.map(({ channel }) => channel)
    }
    await tables.channelFailures.add(stack.db, [
      { subscriptionId: subscribeToClipping.id, channel: 'email', failedReleases: 5, disabledAt: new Date() },
      { subscriptionId: subscribeToClipping.id, channel: 'push', failedReleases: 5, disabledAt: new Date() },
      { subscriptionId: subscribeToClipping.id, channel: 'telegram', failedReleases: 2, disabledAt: null },
    ])
    await reader.query(UPDATE, { clippingId, channels: { email: true, telegram: true } })
    expect(await failures()).toEqual(['push', 'telegram'])
  })
})

describe('the followers of a listing', () => {
  it('are counted correctly when fifty people join and leave at the same time', async () => {
    const { clippingId, listingId } = await aListing()
    const people = await Promise.all(Array.from({ length: 50 }, () => newPerson(stack)))
    await Promise.all(
      people.flatMap((person) => [subscribe(person, clippingId), subscribe(person, clippingId)]),
    )
    expect(await followersOf(listingId)).toBe(50)
    await Promise.all(
      people.map((person, i) =>
        i % 2 === 0 ? person.query(UNSUBSCRIBE, { clippingId }) : subscribe(person, clippingId),
      ),
    )
    expect(await followersOf(listingId)).toBe(25)
    const [row] = await stack.db`
      select count(*)::int as count from subscriptions
      where clipping_id = ${clippingId} and active and role = 'SUBSCRIBER'`
    expect(row).toEqual({ count: 25 })
  })
})

describe('the columns of the release before', () => {
  it('exchange channels with the rows of this one while both run', async () => {
    const { clippingId } = await aListing()
    const reader = await newPerson(stack)
    const made = (
      await subscribe(reader, clippingId, {
        deliveryChannels: { email: true, webhook: true },
        webhookUrl: HOOK,
      })
    ).subscribeToClipping as { id: string; webhookSecret: string }
    const columns = async () => {
      const [row] = await stack.db`
        select email, telegram, push, webhook, webhook_url, webhook_secret from subscriptions where id = ${made.id}`
      return row
    }
    expect(await columns()).toEqual({
      ...channels('email', 'webhook'),
      webhookUrl: HOOK,
      webhookSecret: made.webhookSecret,
    })
    const written = { webhookUrl: 'https://outro.exemplo.com.br/', webhookSecret: 'whsec_outro' }
    await tables.subscriptions.set(stack.db, { id: made.id }, { ...channels('push', 'webhook'), ...written })
    expect(await mine(reader, clippingId)).toMatchObject({
      deliveryChannels: channels('push', 'webhook'),
      ...written,
    })
    await reader.query(UPDATE, { clippingId, channels: { telegram: true }, webhookUrl: '' })
    expect(await columns()).toEqual({ ...channels('telegram'), webhookUrl: null, webhookSecret: null })
    await reader.query(UNSUBSCRIBE, { clippingId })
    expect(await columns()).toEqual({ ...channels(), webhookUrl: null, webhookSecret: null })
  })
})
