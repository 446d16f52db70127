import { afterAll, beforeAll, expect, it } from 'vitest'
import { aClipping, newPerson, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// The steps of people in the portal, in their usual order. Each step continues from the one before.
let stack: TestStack
let author: Person
let reader: Person
let guest: Person
let clippingId: string
let listingId: string

beforeAll(async () => {
  stack = await shareTestStack()
  author = await newPerson(stack, { name: 'Ana Autora' })
  reader = await newPerson(stack, { name: 'Rui Leitor' })
  guest = await newPerson(stack, { name: 'Gil Convidado' })
})
afterAll(() => stack.stop())

const CLIPPING = `id name description schedule active nextRunAt isAuthor publishedToMarketplace marketplaceListingId
  recortes { id title themes agencies keywords } mySubscription { role active }`

const listingAs = async (person: Person) => {
  const document = `query ($id: String!) { marketplaceListing(id: $id) {
    name authorDisplayName active likeCount followerCount cloneCount hasLiked hasFollowed } }`
  return (await person.query(document, { id: listingId })).marketplaceListing
}
const clippingsOf = async (person: Person) =>
  (await person.query(`{ clippings { ${CLIPPING} } }`)).clippings as (Record<string, unknown> & {
    recortes: { id: string }[]
  })[]

it('1. an anonymous caller sees an empty marketplace and may create nothing', async () => {
  expect(await stack.query('{ marketplaceListings { total listings { id } } }')).toEqual({
    marketplaceListings: { total: 0, listings: [] },
  })
  expect(await stack.codes('{ clippings { id } }')).toEqual(['UNAUTHENTICATED'])
})

it('2. the author logs in and creates a clipping with recortes', async () => {
  const { createClipping } = await author.query(
    `mutation ($input: ClippingInput!) { createClipping(input: $input) { ${CLIPPING} } }`,
    {
      input: aClipping({
        name: 'Saúde pela manhã',
        recortes: [
          { title: 'Vacinas', themes: ['03'], agencies: ['saude'], keywords: ['vacina'] },
          { title: 'Dengue', keywords: ['dengue', 'aedes aegypti'] },
        ],
      }),
    },
  )
  clippingId = createClipping.id
  expect(createClipping).toMatchObject({
    active: true,
    isAuthor: true,
    publishedToMarketplace: false,
    mySubscription: { role: 'AUTHOR', active: true },
    recortes: [{ title: 'Vacinas' }, { title: 'Dengue' }],
  })
  expect(Date.parse(createClipping.nextRunAt)).toBeGreaterThan(Date.now())
})

it('3. lists it, which no other person does', async () => {
  expect(await clippingsOf(author)).toMatchObject([{ id: clippingId, name: 'Saúde pela manhã' }])
  expect(await clippingsOf(reader)).toEqual([])
  const find = 'query ($id: String!) { clipping(id: $id) { id } }'
  expect(await reader.query(find, { id: clippingId })).toEqual({ clipping: null })
})

it('4. edits it, and unchanged recortes keep their ids', async () => {
  const [before] = await clippingsOf(author)
  const { updateClipping } = await author.query(
    `mutation ($id: String!, $input: ClippingInput!) { updateClipping(id: $id, input: $input) { ${CLIPPING} } }`,
    {
      id: clippingId,
      input: aClipping({
        name: 'Vacinas no Brasil',
        schedule: '30 7 * * 1-5',
        recortes: [{ title: 'Vacinas', themes: ['03'], keywords: ['vacina', 'imunização'] }],
      }),
    },
  )
  expect(updateClipping).toMatchObject({
    name: 'Vacinas no Brasil',
    schedule: '30 7 * * 1-5',
    recortes: [
      {
        id: before?.recortes[0]?.id,
        title: 'Vacinas',
        themes: ['03'],
        agencies: [],
        keywords: ['vacina', 'imunização'],
      },
    ],
  })
})

it('5. switches it off and on', async () => {
  const toggle = async (active: boolean) => {
    const document =
      'mutation ($id: String!, $active: Boolean!) { set: setClippingActive(id: $id, active: $active) { active nextRunAt } }'
    return (await author.query(document, { id: clippingId, active })).set
  }
  expect(await toggle(false)).toEqual({ active: false, nextRunAt: null })
  expect(await toggle(true)).toEqual({ active: true, nextRunAt: expect.any(String) })
  expect(
    await reader.codes('mutation ($id: String!) { setClippingActive(id: $id, active: false) { id } }', {
      id: clippingId,
    }),
  ).toEqual(['FORBIDDEN'])
})

it('6. publishes it without a name, and everyone sees it under its own', async () => {
  const { publishToMarketplace } = await author.query(
    `mutation ($id: String!) { publishToMarketplace(clippingId: $id, input: { name: "" }) {
      id name authorDisplayName likeCount followerCount cloneCount } }`,
    { id: clippingId },
  )
  listingId = publishToMarketplace.id
  expect(publishToMarketplace).toEqual({
    id: listingId,
    name: 'Vacinas no Brasil',
    authorDisplayName: 'Ana Autora',
    likeCount: 0,
    followerCount: 0,
    cloneCount: 0,
  })
  expect(await stack.query('{ marketplaceListings { total listings { id hasLiked hasFollowed } } }')).toEqual(
    {
      marketplaceListings: { total: 1, listings: [{ id: listingId, hasLiked: null, hasFollowed: null }] },
    },
  )
  expect(await clippingsOf(author)).toMatchObject([
    { publishedToMarketplace: true, marketplaceListingId: listingId },
  ])
})

it('7. another person likes it', async () => {
  const like = 'mutation ($id: String!) { likeMarketplaceListing(listingId: $id) }'
  expect(await reader.query(like, { id: listingId })).toEqual({ likeMarketplaceListing: true })
  expect(await listingAs(reader)).toMatchObject({
    likeCount: 1,
    followerCount: 0,
    cloneCount: 0,
    hasLiked: true,
    hasFollowed: false,
  })
  expect(await listingAs(author)).toMatchObject({ likeCount: 1, hasLiked: false })
})

it('8. and follows it by subscribing to its clipping', async () => {
  const { subscribeToClipping } = await reader.query(
    `mutation ($input: SubscribeInput!) { subscribeToClipping(input: $input) { role active deliveryChannels { email push } } }`,
    { input: { clippingId, deliveryChannels: { email: true, push: true } } },
  )
  expect(subscribeToClipping).toEqual({
    role: 'SUBSCRIBER',
    active: true,
    deliveryChannels: { email: true, push: true },
  })
  expect(await listingAs(reader)).toMatchObject({
    likeCount: 1,
    followerCount: 1,
    cloneCount: 0,
    hasFollowed: true,
  })
  expect(await clippingsOf(reader)).toMatchObject([
    { id: clippingId, isAuthor: false, mySubscription: { role: 'SUBSCRIBER' } },
  ])
  expect(await reader.query('{ myFollowedListings { id followerCount deliveryChannels { push } } }')).toEqual(
    {
      myFollowedListings: [{ id: listingId, followerCount: 1, deliveryChannels: { push: true } }],
    },
  )
})

it('9. a third person clones it and has a clipping of their own, switched off', async () => {
  const { cloneMarketplaceListing } = await guest.query(
    `mutation ($id: String!) { cloneMarketplaceListing(listingId: $id) { ${CLIPPING} } }`,
    { id: listingId },
  )
  expect(cloneMarketplaceListing).toMatchObject({
    name: 'Vacinas no Brasil',
    schedule: '30 7 * * 1-5',
    active: false,
    nextRunAt: null,
    isAuthor: true,
    publishedToMarketplace: false,
    mySubscription: { role: 'AUTHOR', active: true },
    recortes: [{ title: 'Vacinas', themes: ['03'], agencies: [], keywords: ['vacina', 'imunização'] }],
  })
  expect(cloneMarketplaceListing.id).not.toBe(clippingId)
  expect(await listingAs(guest)).toMatchObject({
    likeCount: 1,
    followerCount: 1,
    cloneCount: 1,
    hasLiked: false,
    hasFollowed: false,
  })
  expect(await clippingsOf(guest)).toMatchObject([{ id: cloneMarketplaceListing.id }])
})

it('10. the reader unlikes it', async () => {
  const like = 'mutation ($id: String!) { likeMarketplaceListing(listingId: $id) }'
  expect(await reader.query(like, { id: listingId })).toEqual({ likeMarketplaceListing: false })
  expect(await listingAs(reader)).toMatchObject({
    likeCount: 0,
    followerCount: 1,
    cloneCount: 1,
    hasLiked: false,
    hasFollowed: true,
  })
})

it('11. the author deletes the clipping: the listing is inactive, the subscriber gets a notice, the clone stays', async () => {
  const remove = 'mutation ($id: String!) { deleteClipping(id: $id) }'
  expect(await reader.codes(remove, { id: clippingId })).toEqual(['FORBIDDEN'])
  expect(await author.query(remove, { id: clippingId })).toEqual({ deleteClipping: true })
  for (const person of [author, reader, guest]) expect(await listingAs(person)).toBeNull()
  expect(await clippingsOf(author)).toEqual([])
  expect(await clippingsOf(reader)).toEqual([])
  expect(await reader.query('{ myFollowedListings { id } }')).toEqual({ myFollowedListings: [] })
  expect(await clippingsOf(guest)).toHaveLength(1)
  const told = await stack.db`
    select kind, channel, address, payload from deliveries where user_id = ${await reader.id()}`
  expect([...told]).toEqual([
    {
      kind: 'clipping-ended',
      channel: 'email',
      address: reader.email,
      payload: { clippingId, clippingName: 'Vacinas no Brasil' },
    },
  ])
})

it('12. and unpublishes the rest of the listing, which only its author may', async () => {
  const unpublish = 'mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }'
  expect(await reader.codes(unpublish, { id: listingId })).toEqual(['FORBIDDEN'])
  expect(await author.query(unpublish, { id: listingId })).toEqual({ unpublishFromMarketplace: true })
  expect(await stack.query('{ marketplaceListings { total listings { id } } }')).toEqual({
    marketplaceListings: { total: 0, listings: [] },
  })
  const like = 'mutation ($id: String!) { likeMarketplaceListing(listingId: $id) }'
  expect(await reader.codes(like, { id: listingId })).toEqual(['NOT_FOUND'])
})
