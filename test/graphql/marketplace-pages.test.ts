import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

// Pages of a marketplace of 45 listings, some published at the same instant, and five that were taken down.
let stack: TestStack

const idOf = (n: number) => `lista${String(n).padStart(2, '0')}`

beforeAll(async () => {
  stack = await shareTestStack()
  const author = await newPerson(stack)
  await tables.listings.add(
    stack.db,
    await Promise.all(
      Array.from({ length: 50 }, async (_, place) => ({
        id: `lista${String(place + 1).padStart(2, '0')}`,
        authorUserId: await author.id(),
        sourceClippingId: `origem${place + 1}`,
        name: 'Lista',
        recortes: [],
        active: place + 1 <= 45,
        publishedAt: new Date(Date.parse('2026-01-01T00:00:00Z') + Math.floor((place + 1) / 3) * 3_600_000),
      })),
    ),
  )
})
afterAll(() => stack.stop())

const PAGE = 'query ($page: Int!) { marketplaceListings(page: $page) { total listings { id } } }'
const read = async (page: number) => {
  const { marketplaceListings } = await stack.query(PAGE, { page })
  const { total, listings } = marketplaceListings as { total: number; listings: { id: string }[] }
  return { total, ids: listings.map(({ id }) => id) }
}

describe('marketplaceListings', () => {
  it('have twenty rows a page, the latest first and by id at the same instant, with the number of active ones', async () => {
    const pages = [await read(1), await read(2), await read(3), await read(4)]
    expect(pages.map(({ total, ids }) => [total, ids.length])).toEqual([
      [45, 20],
      [45, 20],
      [45, 5],
      [45, 0],
    ])
    const hours = (n: number) => Math.floor(n / 3)
    const expected = Array.from({ length: 45 }, (_, i) => i + 1)
      .sort((a, b) => hours(b) - hours(a) || a - b)
      .map(idOf)
    expect(pages.flatMap(({ ids }) => ids)).toEqual(expected)
  })

  it('have pages of another size, or only a count', async () => {
    const count = async (limit: number) => {
      const { marketplaceListings } = await stack.query(
        `{ marketplaceListings(limit: ${limit}) { total listings { id } } }`,
      )
      return [marketplaceListings.total, marketplaceListings.listings.length]
    }
    expect(await count(0)).toEqual([45, 0])
    expect(await count(3)).toEqual([45, 3])
    expect(await count(1000)).toEqual([45, 45])
    expect(await stack.codes('{ marketplaceListings(limit: -1) { total } }')).toEqual(['BAD_USER_INPUT'])
  })

  it('begin with the first page', async () => {
    const { marketplaceListings } = await stack.query('{ marketplaceListings { listings { id } } }')
    expect(marketplaceListings.listings.map((listing: { id: string }) => listing.id)).toEqual(
      (await read(1)).ids,
    )
  })

  it.each([
    [0, ['BAD_USER_INPUT']],
    [-1, ['BAD_USER_INPUT']],
    [500, []],
    [501, ['LIMIT_EXCEEDED']],
  ])('return page %i', async (page, expected) => {
    expect(await stack.codes(PAGE, { page })).toEqual(expected)
  })
})

describe('marketplaceListing', () => {
  const FIND = 'query ($id: String!) { marketplaceListing(id: $id) { id } }'

  it('is null for an unknown listing, and for one that was taken down', async () => {
    expect(await stack.query(FIND, { id: idOf(45) })).toEqual({ marketplaceListing: { id: idOf(45) } })
    for (const id of [idOf(46), 'nenhuma'])
      expect(await stack.query(FIND, { id })).toEqual({ marketplaceListing: null })
  })

  it('refuses an invalid identifier', async () => {
    expect(await stack.codes(FIND, { id: '' })).toEqual(['BAD_USER_INPUT'])
    expect(await stack.codes(FIND, { id: 'x'.repeat(129) })).toEqual(['BAD_USER_INPUT'])
  })
})
