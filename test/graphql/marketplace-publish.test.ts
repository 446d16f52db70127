import { changeFollowerCount, changeLikeCount, countClone } from '@pauta/clippings/subscriptions/counters'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getListing, LIKE, PUBLISH, refusal, UNPUBLISH } from '../kit/client/marketplace.ts'
import { aListing, createClipping, newPeople, newPerson, publish, subscribe } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

describe('publishToMarketplace', () => {
  it('creates a listing with the name of the clipping if none is given', async () => {
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
    expect(await getListing(stack, listing.id)).toEqual({ ...listing, hasLiked: null, hasFollowed: null })
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

  it('stores name and description, trimmed', async () => {
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
  ])('refuses %s and names the field', async (_, input, start) => {
    const author = await newPerson(stack)
    const clippingId = await createClipping(author)
    const { code, message } = await refusal(author, PUBLISH, { clippingId, input })
    expect({ code, start: message?.slice(0, start.length) }).toEqual({ code: 'BAD_USER_INPUT', start })
  })

  it('accepts a name of 100 and a description of 500 characters', async () => {
    const author = await newPerson(stack)
    const clippingId = await createClipping(author)
    const input = { name: '😀'.repeat(100), description: 'é'.repeat(500) }
    expect(await author.codes(PUBLISH, { clippingId, input })).toEqual([])
  })

  it('refuses unknown clippings, those of others, without recortes or already published', async () => {
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
      message: 'clippingId: adicione ao menos um recorte com filtros ao clipping antes de publicar.',
    })
    await publish(author, clippingId)
    expect(await refusal(author, PUBLISH, { clippingId, input })).toMatchObject({ code: 'CONFLICT' })
    expect(await stack.codes(PUBLISH, { clippingId, input })).toEqual(['UNAUTHENTICATED'])
  })

  it('publishes once for ten concurrent requests', async () => {
    const author = await newPerson(stack)
    const clippingId = await createClipping(author)
    const asked = Array.from({ length: 10 }, () => author.codes(PUBLISH, { clippingId, input: { name: '' } }))
    const codes = (await Promise.all(asked)).flat()
    expect(codes).toEqual(Array.from({ length: 9 }, () => 'CONFLICT'))
  })

  it('creates a new listing after an unpublish, with the clipping’s remaining followers', async () => {
    const { author, clippingId, id } = await aListing(stack)
    const reader = await newPerson(stack)
    await subscribe(reader, clippingId)
    await reader.query(LIKE, { id })
    await author.query(UNPUBLISH, { id })
    const again = await publish(author, clippingId)
    expect(again).not.toBe(id)
    expect(await getListing(reader, again)).toMatchObject({
      followerCount: 1,
      likeCount: 0,
      hasFollowed: true,
      hasLiked: false,
    })
  })
})

describe('unpublishFromMarketplace', () => {
  it('hides the inactive listing from everybody, and returns true again and after the clipping is deleted', async () => {
    const { author, clippingId, id } = await aListing(stack)
    const [follower, liker, stranger] = await newPeople(stack, 3)
    await subscribe(follower!, clippingId)
    await liker!.query(LIKE, { id })
    expect(await author.query(UNPUBLISH, { id })).toEqual({ unpublishFromMarketplace: true })
    for (const client of [author, follower!, liker!, stranger!, stack])
      expect(await getListing(client, id)).toBeNull()
    for (const client of [follower!, liker!]) expect(await client.codes(LIKE, { id })).toEqual(['NOT_FOUND'])
    expect(await author.query(UNPUBLISH, { id })).toEqual({ unpublishFromMarketplace: true })
    await author.query('mutation ($id: String!) { deleteClipping(id: $id) }', { id: clippingId })
    expect(await author.query(UNPUBLISH, { id })).toEqual({ unpublishFromMarketplace: true })
  })

  it('leaves the state to its author on the clipping, and to followers also in myFollowedListings', async () => {
    const { author, clippingId, id } = await aListing(stack)
    const [follower] = await newPeople(stack, 1)
    await subscribe(follower!, clippingId)
    await author.query(UNPUBLISH, { id })
    for (const client of [author, follower!]) {
      const { clipping } = await client.query(
        'query ($id: String!) { clipping(id: $id) { publishedToMarketplace marketplaceListingId } }',
        { id: clippingId },
      )
      expect(clipping).toEqual({ publishedToMarketplace: false, marketplaceListingId: null })
    }
    const followed = async () =>
      (await follower!.query('{ myFollowedListings { id active } }')).myFollowedListings
    expect(await followed()).toEqual([{ id, active: false }])
    const again = await publish(author, clippingId)
    expect(await followed()).toEqual([{ id: again, active: true }])
  })

  it('refuses an unknown listing and another person’s', async () => {
    const { id } = await aListing(stack)
    const other = await newPerson(stack)
    expect(await refusal(other, UNPUBLISH, { id })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(other, UNPUBLISH, { id: 'nenhuma' })).toEqual({
      code: 'NOT_FOUND',
      message: 'listingId: não existe publicação com esse id.',
    })
    expect(await getListing(stack, id)).toMatchObject({ active: true })
    expect(await stack.codes(UNPUBLISH, { id })).toEqual(['UNAUTHENTICATED'])
  })
})

describe('the author of a listing', () => {
  it.each([
    [{ name: 'Ana', preferred_username: 'ana', email: 'a@b.org' }, 'Ana'],
    [{ name: undefined, preferred_username: 'ana', email: 'a@b.org' }, 'ana'],
    [{ name: undefined, preferred_username: 'ana@b.org', email: 'ana@b.org' }, 'Usuário'],
    [{ name: 'ana@b.org', preferred_username: undefined, email: 'ana@b.org' }, 'Usuário'],
  ])('with %j is shown as %s', async (claims, shown) => {
    const author = await newPerson(stack, { ...claims, email_verified: false })
    const clippingId = await createClipping(author)
    expect(await getListing(stack, await publish(author, clippingId))).toMatchObject({
      authorDisplayName: shown,
    })
  })
})

describe('the counters of listings', () => {
  it('change of the active listing of a clipping, and of a given one, and of no other', async () => {
    const { author, clippingId, id: ended } = await aListing(stack)
    await author.query(UNPUBLISH, { id: ended })
    const active = await publish(author, clippingId)
    const { id: other } = await aListing(stack)
    await stack.db.begin(async (tx) => {
      await changeFollowerCount(tx, clippingId, 1)
      await changeLikeCount(tx, ended, 1)
      await countClone(tx, other)
    })
    const rows = await stack.db<{ id: string; counts: number[] }[]>`
      select id, array[follower_count, like_count, clone_count] as counts from listings
      where id = any(${[ended, active, other]})`
    expect(new Map(rows.map(({ id, counts }) => [id, counts]))).toEqual(
      new Map([
        [ended, [0, 1, 0]],
        [active, [1, 0, 0]],
        [other, [0, 0, 1]],
      ]),
    )
  })
})
