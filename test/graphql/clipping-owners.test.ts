import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aClipping, createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { UPDATE, TOGGLE, DELETE, SEND, FIND } from '../kit/client/clipping-documents.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
let author: Person

beforeAll(async () => {
  stack = await shareTestStack({
    idleWorkers: ['release', 'deliver-email', 'deliver-telegram', 'deliver-push'],
  })
  author = await newPerson(stack)
})
afterAll(() => stack.stop())

describe('clippings', () => {
  it('are those that a person made or subscribes to, newest first', async () => {
    const [person, other] = [await newPerson(stack), await newPerson(stack)]
    const theirs = await createClipping(other, { name: 'De outra pessoa' })
    const unlisted = await createClipping(other)
    await publish(other, theirs)
    const own = await createClipping(person, { name: 'Meu' })
    const subscribe = `mutation ($id: String!) { subscribeToClipping(input: { clippingId: $id, deliveryChannels: { email: true } }) { id } }`
    await person.query(subscribe, { id: theirs })
    const listed = (
      await person.query(
        `{ clippings { id isAuthor extraEmails deliveryChannels { email } mySubscription { role } } }`,
      )
    ).clippings
    expect(listed).toEqual([
      {
        id: own,
        isAuthor: true,
        extraEmails: [],
        deliveryChannels: { email: false },
        mySubscription: { role: 'AUTHOR' },
      },
      {
        id: theirs,
        isAuthor: false,
        extraEmails: [],
        deliveryChannels: null,
        mySubscription: { role: 'SUBSCRIBER' },
      },
    ])
    await person.query('mutation ($id: String!) { unsubscribeFromClipping(clippingId: $id) }', { id: theirs })
    expect((await person.query('{ clippings { id } }')).clippings).toEqual([{ id: own }])
    expect((await other.query('{ clippings { id } }')).clippings).toEqual([{ id: unlisted }, { id: theirs }])
  })

  it('are visible one by one to their author, a subscriber, and anyone logged in while they are listed', async () => {
    const [reader, stranger] = [await newPerson(stack), await newPerson(stack)]
    const id = await createClipping(author, { extraEmails: ['segredo@exemplo.com'] })
    const seenBy = async (person: Person) => (await person.query(FIND, { id })).clipping
    expect(await seenBy(author)).toMatchObject({ id, isAuthor: true, extraEmails: ['segredo@exemplo.com'] })
    expect(await seenBy(stranger)).toBeNull()
    const listingId = await publish(author, id)
    expect(await seenBy(stranger)).toMatchObject({
      id,
      isAuthor: false,
      extraEmails: [],
      deliveryChannels: null,
      mySubscription: null,
      marketplaceListingId: listingId,
    })
    await reader.query(
      `mutation ($id: String!) { subscribeToClipping(input: { clippingId: $id, deliveryChannels: {} }) { id } }`,
      { id },
    )
    await author.query('mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }', {
      id: listingId,
    })
    expect(await seenBy(stranger)).toBeNull()
    expect(await seenBy(reader)).toMatchObject({ id, active: false, mySubscription: { role: 'SUBSCRIBER' } })
    expect((await stranger.query(FIND, { id: 'nenhum' })).clipping).toBeNull()
    expect(await stranger.codes(FIND, { id: '' })).toEqual(['BAD_USER_INPUT'])
    expect(await stack.codes(FIND, { id })).toEqual(['UNAUTHENTICATED'])
  })
})

describe('operations of the author', () => {
  it.each([
    ['updateClipping', UPDATE, { input: aClipping({ name: 'Roubado' }) }],
    ['setClippingActive', TOGGLE, { active: false }],
    ['deleteClipping', DELETE, {}],
    ['sendClipping', SEND, {}],
  ])('%s are forbidden to others and find nothing for an unknown id', async (_, document, variables) => {
    const id = await createClipping(author)
    await publish(author, id)
    const stranger = await newPerson(stack)
    expect(await stranger.codes(document, { id, ...variables })).toEqual(['FORBIDDEN'])
    expect(await stranger.codes(document, { id: 'nenhum', ...variables })).toEqual(['NOT_FOUND'])
    expect(await stack.codes(document, { id, ...variables })).toEqual(['UNAUTHENTICATED'])
    expect((await author.query(FIND, { id })).clipping).toMatchObject({
      name: 'Saúde pela manhã',
      active: true,
    })
  })
})

describe('deleteClipping', () => {
  it('deletes subscriptions and releases with it and keeps the listing for its owner', async () => {
    const [owner, reader] = [await newPerson(stack), await newPerson(stack)]
    const id = await createClipping(owner)
    const listingId = await publish(owner, id)
    await reader.query(
      `mutation ($id: String!) { subscribeToClipping(input: { clippingId: $id, deliveryChannels: { email: true } }) { id } }`,
      { id },
    )
    await tables.releases.add(stack.db, {
      id: 'release-apagado',
      clippingId: id,
      clippingName: 'x',
      digestHtml: '<p>',
      articlesCount: 0,
      refTime: new Date(),
    })
    expect(await owner.query(DELETE, { id })).toEqual({ deleteClipping: true })
    expect((await owner.query('{ clippings { id } }')).clippings).toEqual([])
    expect((await reader.query('{ clippings { id } }')).clippings).toEqual([])
    expect((await owner.query('{ release(id: "release-apagado") { id } }')).release).toBeNull()
    const find = `{ marketplaceListing(id: "${listingId}") { id } }`
    expect((await reader.query(find)).marketplaceListing).toBeNull()
    const unpublish = `mutation { unpublishFromMarketplace(listingId: "${listingId}") }`
    expect(await owner.query(unpublish)).toEqual({ unpublishFromMarketplace: true })
    expect(await owner.codes(DELETE, { id })).toEqual(['NOT_FOUND'])
  })

  it('notifies each subscriber once at each address of each active channel', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(stack)))
    const [owner, all, silent, unverified] = people as [Person, Person, Person, Person]
    const id = await createClipping(owner, { name: 'Fim', deliveryChannels: { email: true } })
    await publish(owner, id)
    const subscribe = (person: Person, deliveryChannels: object, extraEmails: string[] = []) =>
      person.query(`mutation ($input: SubscribeInput!) { subscribeToClipping(input: $input) { id } }`, {
        input: { clippingId: id, deliveryChannels, extraEmails },
      })
    const everything = { email: true, telegram: true, push: true, webhook: false }
    await subscribe(all, everything, ['sim@exemplo.com', 'nunca@exemplo.com', all.email])
    await subscribe(silent, {})
    await subscribe(unverified, everything)
    const userId = await all.id()
    await tables.users.set(stack.db, { id: await unverified.id() }, { emailVerified: false })
    await tables.addressConsents.set(stack.db, { address: 'sim@exemplo.com' }, { status: 'confirmed' })
    await tables.telegramLinks.add(stack.db, { userId, chatId: '4242' })
    await tables.pushSubscriptions.add(stack.db, [
      { endpoint: 'https://push.exemplo.com/1', userId, keysP256dh: 'k', keysAuth: 'a' },
      { endpoint: 'https://push.exemplo.com/2', userId, keysP256dh: 'k', keysAuth: 'a' },
    ])
    await owner.query(DELETE, { id })
    const told = await stack.db`
      select user_id, channel, address, payload, status, subscription_id, release_id from deliveries
      where kind = 'clipping-ended' and payload ->> 'clippingName' = 'Fim' order by channel, address`
    const line = (channel: string, address: string) => ({
      userId,
      channel,
      address,
      payload: { clippingId: id, clippingName: 'Fim' },
      status: 'pending',
      subscriptionId: null,
      releaseId: null,
    })
    expect([...told]).toEqual([
      ...[all.email, 'sim@exemplo.com'].sort().map((address) => line('email', address)),
      line('push', 'https://push.exemplo.com/1'),
      line('push', 'https://push.exemplo.com/2'),
      line('telegram', '4242'),
    ])
  })
})
