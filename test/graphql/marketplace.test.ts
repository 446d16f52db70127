import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLONE, FIELDS, FOLLOW, getListing, LIKE, refusal, UNPUBLISH } from '../kit/client/marketplace.ts'
import { aListing, newPerson, subscribe, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

/** Creates clippings of one author with one name. */
async function listClippings(name: string, count: number, author: Person) {
  const authorUserId = await author.id()
  return Array.from({ length: count }, (_, n) => ({
    id: `${name}${n + 1}`,
    authorUserId,
    name,
    schedule: '0 8 * * *',
  }))
}

describe('likeMarketplaceListing', () => {
  it('toggles, also for the owner, and returns the new state', async () => {
    const { author, id } = await aListing(stack)
    const reader = await newPerson(stack)
    const like = async (person: Person) => (await person.query(LIKE, { id })).likeMarketplaceListing
    expect(await like(author)).toBe(true)
    expect(await like(reader)).toBe(true)
    expect(await getListing(reader, id)).toMatchObject({ likeCount: 2, hasLiked: true, hasFollowed: false })
    expect(await like(author)).toBe(false)
    expect(await getListing(author, id)).toMatchObject({ likeCount: 1, hasLiked: false })
  })
})

describe('followMarketplaceListing', () => {
  it('toggles a subscription by e-mail and returns the new state', async () => {
    const { clippingId, id } = await aListing(stack)
    const reader = await newPerson(stack)
    const MINE = `query ($id: String!) { clipping(id: $id) { mySubscription {
      role active extraEmails webhookUrl deliveryChannels { email telegram push webhook } } } }`
    expect(await reader.query(FOLLOW, { id })).toEqual({ followMarketplaceListing: true })
    expect(await reader.query(MINE, { id: clippingId })).toEqual({
      clipping: {
        mySubscription: {
          role: 'SUBSCRIBER',
          active: true,
          extraEmails: [],
          webhookUrl: null,
          deliveryChannels: { email: true, telegram: false, push: false, webhook: false },
        },
      },
    })
    expect(await getListing(reader, id)).toMatchObject({ followerCount: 1, hasFollowed: true })
    expect(await reader.query(FOLLOW, { id })).toEqual({ followMarketplaceListing: false })
    expect(await reader.query(MINE, { id: clippingId })).toEqual({ clipping: { mySubscription: null } })
    expect(await getListing(reader, id)).toMatchObject({ followerCount: 0, hasFollowed: false })
  })

  it('changes nothing for the author, who never counts as a follower', async () => {
    const { author, clippingId, id } = await aListing(stack)
    expect(await author.query(FOLLOW, { id })).toEqual({ followMarketplaceListing: false })
    await subscribe(author, clippingId)
    expect(await getListing(author, id)).toMatchObject({ followerCount: 0, hasFollowed: false })
    expect(await author.query('{ myFollowedListings { id } }')).toEqual({ myFollowedListings: [] })
  })

  it('stops at 200 clippings of others', async () => {
    const { id, author } = await aListing(stack)
    const reader = await newPerson(stack)
    await tables.clippings.add(stack.db, await listClippings('cheio', 200, author))
    await tables.subscriptions.add(
      stack.db,
      await Promise.all(
        Array.from({ length: 200 }, async (_, n) => ({
          id: `cheia${n + 1}`,
          clippingId: `cheio${n + 1}`,
          userId: await reader.id(),
          role: 'SUBSCRIBER',
        })),
      ),
    )
    expect(await refusal(reader, FOLLOW, { id })).toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(await getListing(reader, id)).toMatchObject({ followerCount: 0, hasFollowed: false })
    await tables.clippings.remove(stack.db, { name: 'cheio' })
  })
})

describe('cloneMarketplaceListing', () => {
  it('warns that the copy has no channels and is off, and names the mutations that change this', async () => {
    const { id } = await aListing(stack, { deliveryChannels: { email: true } })
    const { extensions } = await (await newPerson(stack)).ask(CLONE, { id })
    expect(extensions['warnings']).toEqual([
      'cloneMarketplaceListing: a cópia começa desligada e sem canais. Escolha os canais com updateMySubscription e ' +
        'ligue os envios com setClippingActive.',
    ])
  })

  it('creates an inactive clipping of the caller with the listing’s values', async () => {
    const { id } = await aListing(stack, {
      description: 'Do autor',
      prompt: 'Só vacinas',
      schedule: '15 6 * * 1-5',
      deliveryChannels: { email: true },
      extraEmails: ['alguem@exemplo.org'],
    })
    await tables.listings.set(stack.db, { id }, { name: 'Nome no marketplace', description: 'Para todos' })
    const reader = await newPerson(stack)
    const { cloneMarketplaceListing: clone } = await reader.query(CLONE, { id })
    expect(clone).toEqual({
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Nome no marketplace',
      description: 'Para todos',
      prompt: 'Só vacinas',
      schedule: '15 6 * * 1-5',
      active: false,
      nextRunAt: null,
      isAuthor: true,
      authorUserId: await reader.id(),
      publishedToMarketplace: false,
      recortes: [
        {
          id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
          title: 'Vacinas',
          themes: ['03'],
          agencies: ['saude'],
          keywords: ['vacina'],
        },
      ],
      extraEmails: [],
      includeHistory: false,
      deliveryChannels: { email: false, telegram: false, push: false, webhook: false },
      mySubscription: { role: 'AUTHOR', active: true, webhookUrl: null },
    })
    const listing = await getListing(reader, id)
    expect(clone.recortes[0].id).not.toBe(listing.recortes[0].id)
    expect(listing).toMatchObject({ cloneCount: 1, followerCount: 0, hasFollowed: false })
    const [row] = await stack.db`select cloned_from from clippings where id = ${clone.id}`
    expect(row).toEqual({ clonedFrom: id })
  })

  it('uses eight o’clock for a listing without a time, and works for the owner', async () => {
    const { author, id } = await aListing(stack)
    await tables.listings.set(stack.db, { id }, { schedule: null })
    const { cloneMarketplaceListing: clone } = await author.query(CLONE, { id })
    expect(clone).toMatchObject({ schedule: '0 8 * * *', authorUserId: await author.id() })
    expect(await getListing(author, id)).toMatchObject({ cloneCount: 1, schedule: null })
  })

  it('stops at 50 clippings of the caller, and then counts nothing', async () => {
    const { id } = await aListing(stack)
    const reader = await newPerson(stack)
    await tables.clippings.add(stack.db, await listClippings('muito', 49, reader))
    expect(await reader.codes(CLONE, { id })).toEqual([])
    expect(await refusal(reader, CLONE, { id })).toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(await getListing(reader, id)).toMatchObject({ cloneCount: 1 })
  })

  it('a listing needs a selection', async () => {
    const codes = await stack.codes('mutation { cloneMarketplaceListing(listingId: "x") }')
    expect(codes).toEqual(['GRAPHQL_VALIDATION_FAILED'])
  })
})

describe.each([
  ['likeMarketplaceListing', LIKE],
  ['followMarketplaceListing', FOLLOW],
  ['cloneMarketplaceListing', CLONE],
])('%s', (_, document) => {
  it('returns equal errors for an unknown listing and for one that was taken down', async () => {
    const { author, id } = await aListing(stack)
    const reader = await newPerson(stack)
    await author.query(UNPUBLISH, { id })
    const missing = { code: 'NOT_FOUND', message: 'listingId: não existe publicação ativa com esse id.' }
    for (const person of [reader, author]) {
      expect(await refusal(person, document, { id: 'nenhuma' })).toEqual(missing)
      expect(await refusal(person, document, { id })).toEqual(missing)
    }
    expect(await reader.codes(document, { id: 'x'.repeat(129) })).toEqual(['BAD_USER_INPUT'])
    expect(await stack.codes(document, { id })).toEqual(['UNAUTHENTICATED'])
  })
})

describe('myFollowedListings', () => {
  it('are the listings with the caller’s subscription, the latest first, also the inactive ones', async () => {
    const [first, second, third] = [await aListing(stack), await aListing(stack), await aListing(stack)]
    const left = await aListing(stack)
    const reader = await newPerson(stack)
    // A listing that the reader has left again is not listed.
    await reader.query(FOLLOW, { id: left.id })
    await reader.query(FOLLOW, { id: left.id })
    await reader.query(`mutation ($input: SubscribeInput!) { subscribeToClipping(input: $input) { id } }`, {
      input: {
        clippingId: first.clippingId,
        deliveryChannels: { email: true, webhook: true },
        extraEmails: ['Colega@exemplo.org'],
        webhookUrl: 'https://hooks.exemplo.org/pauta',
      },
    })
    await reader.query(FOLLOW, { id: second.id })
    await reader.query(FOLLOW, { id: third.id })
    await third.author.query(UNPUBLISH, { id: third.id })
    const { myFollowedListings } = await reader.query(`{ myFollowedListings { ${FIELDS}
      deliveryChannels { email telegram push webhook } extraEmails webhookUrl followedAt } }`)
    const { hasLiked: _, hasFollowed: __, ...shown } = await getListing(reader, first.id)
    expect(myFollowedListings).toEqual([
      expect.objectContaining({ id: third.id, active: false }),
      expect.objectContaining({
        id: second.id,
        active: true,
        deliveryChannels: { email: true, telegram: false, push: false, webhook: false },
        extraEmails: [],
        webhookUrl: null,
      }),
      {
        ...shown,
        followerCount: 1,
        deliveryChannels: { email: true, telegram: false, push: false, webhook: true },
        extraEmails: ['colega@exemplo.org'],
        webhookUrl: 'https://hooks.exemplo.org/pauta',
        followedAt: expect.stringMatching(/\+00:00$/),
      },
    ])
    expect(await stack.codes('{ myFollowedListings { id } }')).toEqual(['UNAUTHENTICATED'])
  })
})

describe('releases of a listing', () => {
  const RELEASES = `query ($id: String!, $limit: Int! = 10, $before: DateTime) {
    marketplaceListing(id: $id) { releases(limit: $limit, before: $before) { id createdAt digestPreview } } }`

  it('are public, newest first, ten by default, and have pages by the instant before', async () => {
    const { clippingId, id } = await aListing(stack)
    await tables.releases.add(
      stack.db,
      Array.from({ length: 12 }, (_, place) => {
        const at = new Date(Date.parse('2026-05-01T12:00:00Z') + (place + 1) * 86_400_000)
        const digestPreview = `Oi ${place + 1}`
        return {
          id: `${id}${place + 1}`,
          clippingId,
          digestPreview,
          articlesCount: 1,
          refTime: at,
          madeAt: new Date(Date.now() + place * 1000),
        }
      }),
    )
    const read = async (variables: Record<string, unknown>) =>
      (await stack.query(RELEASES, { id, ...variables })).marketplaceListing.releases
    const first = await read({})
    expect(first.map((release: { digestPreview: string }) => release.digestPreview)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Oi ${12 - i}`),
    )
    const rest = await read({ before: first[9].createdAt })
    expect(rest.map((release: { digestPreview: string }) => release.digestPreview)).toEqual(['Oi 2', 'Oi 1'])
    expect(await read({ limit: 1000 })).toHaveLength(12)
    expect(await stack.codes(RELEASES, { id, limit: 0 })).toEqual(['BAD_USER_INPUT'])
    expect(await stack.codes(RELEASES, { id, before: 'ontem' })).toEqual(['BAD_USER_INPUT'])
  })
})
