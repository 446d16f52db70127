import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { createClipping, newPerson, publish, subscribe, type Person } from '../support/people.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

const FIELDS = `id authorUserId authorDisplayName sourceClippingId name description
  recortes { id title themes agencies keywords } prompt schedule likeCount followerCount cloneCount publishedAt
  updatedAt active`
const PUBLISH = `mutation ($clippingId: String!, $input: PublishInput!) {
  publishToMarketplace(clippingId: $clippingId, input: $input) { ${FIELDS} hasLiked hasFollowed }
}`
const UNPUBLISH = 'mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }'
const LIKE = 'mutation ($id: String!) { likeMarketplaceListing(listingId: $id) }'
const FOLLOW = 'mutation ($id: String!) { followMarketplaceListing(listingId: $id) }'
const CLONE = `mutation ($id: String!) {
  cloneMarketplaceListing(listingId: $id) {
    id name description prompt schedule active nextRunAt isAuthor authorUserId publishedToMarketplace
    recortes { id title themes agencies keywords } extraEmails includeHistory
    deliveryChannels { email telegram push webhook } mySubscription { role active webhookUrl }
  }
}`
const LISTING = `query ($id: String!) { marketplaceListing(id: $id) { ${FIELDS} hasLiked hasFollowed } }`

const listingOf = async (client: Client, id: string) =>
  (await client.query(LISTING, { id })).marketplaceListing
/** Code and message of the only error. */
const refusal = async (client: Client, document: string, variables: Record<string, unknown>) => {
  const { errors } = await client.ask(document, variables)
  expect(errors).toHaveLength(1)
  return { code: errors[0]?.extensions['code'], message: errors[0]?.message }
}
/** A listing of somebody's, and who published it. */
async function aListing(input: Record<string, unknown> = {}) {
  const author = await newPerson(stack)
  const clippingId = await createClipping(author, input)
  return { author, clippingId, id: await publish(author, clippingId) }
}

describe('publishToMarketplace', () => {
  it('makes a listing with the name of the clipping where none is given', async () => {
    const author = await newPerson(stack, { name: 'Ana Autora' })
    const clippingId = await createClipping(author, {
      prompt: 'Só o que muda a rotina',
      schedule: '30 7 * * 1',
    })
    const variables = { clippingId, input: { name: '  ', description: '  ' } }
    const { publishToMarketplace: listing } = await author.query(PUBLISH, variables)
    expect(listing).toEqual({
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      authorUserId: await author.id(),
      authorDisplayName: 'Ana Autora',
      sourceClippingId: clippingId,
      name: 'Saúde pela manhã',
      description: null,
      recortes: [
        {
          id: listing.recortes[0].id,
          title: 'Vacinas',
          themes: ['03'],
          agencies: ['saude'],
          keywords: ['vacina'],
        },
      ],
      prompt: 'Só o que muda a rotina',
      schedule: '30 7 * * 1',
      likeCount: 0,
      followerCount: 0,
      cloneCount: 0,
      publishedAt: expect.stringMatching(/\+00:00$/),
      updatedAt: listing.publishedAt,
      active: true,
      hasLiked: false,
      hasFollowed: false,
    })
    expect(await listingOf(stack, listing.id)).toEqual({ ...listing, hasLiked: null, hasFollowed: null })
    const { clipping: source } = await author.query(
      'query ($id: String!) { clipping(id: $id) { publishedToMarketplace marketplaceListingId recortes { id } } }',
      { id: clippingId },
    )
    expect(source).toEqual({
      publishedToMarketplace: true,
      marketplaceListingId: listing.id,
      recortes: [{ id: listing.recortes[0].id }],
    })
  })

  it('keeps name and description as they were published, trimmed', async () => {
    const author = await newPerson(stack)
    const clippingId = await createClipping(author)
    const input = { name: ' Vacinas no Brasil ', description: ' O que há de novo.\nToda semana. ' }
    const { publishToMarketplace: listing } = await author.query(PUBLISH, { clippingId, input })
    expect(listing).toMatchObject({
      name: 'Vacinas no Brasil',
      description: 'O que há de novo.\nToda semana.',
    })
  })

  it.each([
    ['a name of 101 characters', { name: 'é'.repeat(101) }, 'input.name: '],
    ['a name with a control character', { name: 'a\u0000b' }, 'input.name: '],
    ['a name of two lines', { name: 'a\nb' }, 'input.name: '],
    ['a description of 501 characters', { name: '', description: 'é'.repeat(501) }, 'input.description: '],
    ['a description with a NUL', { name: '', description: 'a\u0000b' }, 'input.description: '],
  ])('refuses %s, naming the field', async (_, input, start) => {
    const author = await newPerson(stack)
    const clippingId = await createClipping(author)
    const { code, message } = await refusal(author, PUBLISH, { clippingId, input })
    expect({ code, start: message?.slice(0, start.length) }).toEqual({ code: 'BAD_USER_INPUT', start })
  })

  it('takes a name of 100 and a description of 500 characters', async () => {
    const author = await newPerson(stack)
    const clippingId = await createClipping(author)
    const input = { name: '😀'.repeat(100), description: 'é'.repeat(500) }
    expect(await author.codes(PUBLISH, { clippingId, input })).toEqual([])
  })

  it('refuses what is unknown, of somebody else, without recortes or published already', async () => {
    const [author, other] = [await newPerson(stack), await newPerson(stack)]
    const input = { name: '' }
    const empty = await createClipping(author, { recortes: [] })
    const clippingId = await createClipping(author)
    expect(await refusal(author, PUBLISH, { clippingId: 'nenhum', input })).toEqual({
      code: 'NOT_FOUND',
      message: 'clippingId: não existe clipping com esse id.',
    })
    expect(await refusal(author, PUBLISH, { clippingId: '', input })).toMatchObject({
      code: 'BAD_USER_INPUT',
    })
    expect(await refusal(other, PUBLISH, { clippingId, input })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(author, PUBLISH, { clippingId: empty, input })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'clippingId: adicione ao menos um recorte ao clipping antes de publicar.',
    })
    await publish(author, clippingId)
    expect(await refusal(author, PUBLISH, { clippingId, input })).toMatchObject({ code: 'CONFLICT' })
    expect(await stack.codes(PUBLISH, { clippingId, input })).toEqual(['UNAUTHENTICATED'])
  })

  it('publishes once when asked ten times at once', async () => {
    const author = await newPerson(stack)
    const clippingId = await createClipping(author)
    const asked = Array.from({ length: 10 }, () => author.codes(PUBLISH, { clippingId, input: { name: '' } }))
    const codes = (await Promise.all(asked)).flat()
    expect(codes).toEqual(Array.from({ length: 9 }, () => 'CONFLICT'))
  })

  it('makes a new listing after an unpublish, with the followers that the clipping still has', async () => {
    const { author, clippingId, id } = await aListing()
    const reader = await newPerson(stack)
    await subscribe(reader, clippingId)
    await reader.query(LIKE, { id })
    await author.query(UNPUBLISH, { id })
    const again = await publish(author, clippingId)
    expect(again).not.toBe(id)
    expect(await listingOf(reader, again)).toMatchObject({
      followerCount: 1,
      likeCount: 0,
      hasFollowed: true,
      hasLiked: false,
    })
  })
})

describe('unpublishFromMarketplace', () => {
  it('hides the listing from everyone, and is true again and after the clipping is gone', async () => {
    const { author, clippingId, id } = await aListing()
    expect(await author.query(UNPUBLISH, { id })).toEqual({ unpublishFromMarketplace: true })
    for (const client of [stack, author]) expect(await listingOf(client, id)).toBeNull()
    expect(await author.query(UNPUBLISH, { id })).toEqual({ unpublishFromMarketplace: true })
    await author.query('mutation ($id: String!) { deleteClipping(id: $id) }', { id: clippingId })
    expect(await author.query(UNPUBLISH, { id })).toEqual({ unpublishFromMarketplace: true })
  })

  it("refuses another's listing and an unknown one", async () => {
    const { id } = await aListing()
    const other = await newPerson(stack)
    expect(await refusal(other, UNPUBLISH, { id })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(other, UNPUBLISH, { id: 'nenhuma' })).toEqual({
      code: 'NOT_FOUND',
      message: 'listingId: não existe publicação com esse id.',
    })
    expect(await listingOf(stack, id)).toMatchObject({ active: true })
    expect(await stack.codes(UNPUBLISH, { id })).toEqual(['UNAUTHENTICATED'])
  })
})

describe('likeMarketplaceListing', () => {
  it('toggles, also for the owner, and answers the new state', async () => {
    const { author, id } = await aListing()
    const reader = await newPerson(stack)
    const like = async (person: Person) => (await person.query(LIKE, { id })).likeMarketplaceListing
    expect(await like(author)).toBe(true)
    expect(await like(reader)).toBe(true)
    expect(await listingOf(reader, id)).toMatchObject({ likeCount: 2, hasLiked: true, hasFollowed: false })
    expect(await like(author)).toBe(false)
    expect(await listingOf(author, id)).toMatchObject({ likeCount: 1, hasLiked: false })
  })
})

describe('followMarketplaceListing', () => {
  it('toggles a subscription by e-mail and answers the new state', async () => {
    const { clippingId, id } = await aListing()
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
    expect(await listingOf(reader, id)).toMatchObject({ followerCount: 1, hasFollowed: true })
    expect(await reader.query(FOLLOW, { id })).toEqual({ followMarketplaceListing: false })
    expect(await reader.query(MINE, { id: clippingId })).toEqual({ clipping: { mySubscription: null } })
    expect(await listingOf(reader, id)).toMatchObject({ followerCount: 0, hasFollowed: false })
  })

  it('changes nothing for the author, who never counts as a follower', async () => {
    const { author, clippingId, id } = await aListing()
    expect(await author.query(FOLLOW, { id })).toEqual({ followMarketplaceListing: false })
    await subscribe(author, clippingId)
    expect(await listingOf(author, id)).toMatchObject({ followerCount: 0, hasFollowed: false })
    expect(await author.query('{ myFollowedListings { id } }')).toEqual({ myFollowedListings: [] })
  })

  it('ends at 200 clippings of others', async () => {
    const { id, author } = await aListing()
    const reader = await newPerson(stack)
    await stack.db`
      insert into clippings (id, author_user_id, name, schedule)
      select 'cheio' || n, ${await author.id()}, 'Cheio', '0 8 * * *' from generate_series(1, 200) n`
    await stack.db`
      insert into subscriptions (id, clipping_id, user_id, role)
      select 'cheia' || n, 'cheio' || n, ${await reader.id()}, 'SUBSCRIBER' from generate_series(1, 200) n`
    expect(await refusal(reader, FOLLOW, { id })).toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(await listingOf(reader, id)).toMatchObject({ followerCount: 0, hasFollowed: false })
    await stack.db`delete from clippings where id like 'cheio%'`
  })
})

describe('cloneMarketplaceListing', () => {
  it('makes an inactive clipping of the caller with what the listing says', async () => {
    const { id } = await aListing({
      description: 'Do autor',
      prompt: 'Só vacinas',
      schedule: '15 6 * * 1-5',
      deliveryChannels: { email: true },
      extraEmails: ['alguem@exemplo.org'],
    })
    await stack.db`update listings set name = 'Nome no marketplace', description = 'Para todos' where id = ${id}`
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
    const listing = await listingOf(reader, id)
    expect(clone.recortes[0].id).not.toBe(listing.recortes[0].id)
    expect(listing).toMatchObject({ cloneCount: 1, followerCount: 0, hasFollowed: false })
    const [row] = await stack.db`select cloned_from from clippings where id = ${clone.id}`
    expect(row).toEqual({ clonedFrom: id })
  })

  it('runs at eight where the listing says no time, and may be made by the owner', async () => {
    const { author, id } = await aListing()
    await stack.db`update listings set schedule = null where id = ${id}`
    const { cloneMarketplaceListing: clone } = await author.query(CLONE, { id })
    expect(clone).toMatchObject({ schedule: '0 8 * * *', authorUserId: await author.id() })
    expect(await listingOf(author, id)).toMatchObject({ cloneCount: 1, schedule: null })
  })

  it('ends at 50 clippings of the caller, and then counts nothing', async () => {
    const { id } = await aListing()
    const reader = await newPerson(stack)
    await stack.db`
      insert into clippings (id, author_user_id, name, schedule)
      select 'muito' || n, ${await reader.id()}, 'Muito', '0 8 * * *' from generate_series(1, 49) n`
    expect(await reader.codes(CLONE, { id })).toEqual([])
    expect(await refusal(reader, CLONE, { id })).toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(await listingOf(reader, id)).toMatchObject({ cloneCount: 1 })
  })

  it('needs a selection', async () => {
    const codes = await stack.codes('mutation { cloneMarketplaceListing(listingId: "x") }')
    expect(codes).toEqual(['GRAPHQL_VALIDATION_FAILED'])
  })
})

describe.each([
  ['likeMarketplaceListing', LIKE],
  ['followMarketplaceListing', FOLLOW],
  ['cloneMarketplaceListing', CLONE],
])('%s', (_, document) => {
  it('tells a listing that is not there from none that is no longer public', async () => {
    const { author, id } = await aListing()
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
  it('are the active listings with the subscription of the caller, the latest first', async () => {
    const [first, second, third] = [await aListing(), await aListing(), await aListing()]
    const reader = await newPerson(stack)
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
    const { hasLiked: _, hasFollowed: __, ...shown } = await listingOf(reader, first.id)
    expect(myFollowedListings).toEqual([
      expect.objectContaining({
        id: second.id,
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

describe('the author of a listing', () => {
  it.each([
    [{ name: 'Ana', preferred_username: 'ana', email: 'a@b.org' }, 'Ana'],
    [{ name: undefined, preferred_username: 'ana', email: 'a@b.org' }, 'ana'],
    [{ name: undefined, preferred_username: 'ana@b.org', email: 'ana@b.org' }, 'Usuário'],
    [{ name: 'ana@b.org', preferred_username: undefined, email: 'ana@b.org' }, 'Usuário'],
  ])('who is known by %j is shown as %s', async (claims, shown) => {
    const author = await newPerson(stack, { ...claims, email_verified: false })
    const clippingId = await createClipping(author)
    expect(await listingOf(stack, await publish(author, clippingId))).toMatchObject({
      authorDisplayName: shown,
    })
  })
})

describe('releases of a listing', () => {
  const RELEASES = `query ($id: String!, $limit: Int! = 10, $before: DateTime) {
    marketplaceListing(id: $id) { releases(limit: $limit, before: $before) { id createdAt digestPreview } } }`

  it('are public, newest first, ten unless more are asked for, and page by the instant before', async () => {
    const { clippingId, id } = await aListing()
    await stack.db`
      insert into releases (id, clipping_id, clipping_name, digest_html, digest_preview, articles_count, ref_time,
        created_at)
      select ${id} || n, ${clippingId}, 'Saúde', '<p>Oi</p>', 'Oi ' || n, 1, at, at
      from (select n, timestamptz '2026-05-01 12:00Z' + n * interval '1 day' as at
        from generate_series(1, 12) n) days`
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
