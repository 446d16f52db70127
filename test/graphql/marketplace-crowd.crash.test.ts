import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClipping, newPeople, newPerson, publish, subscribe, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// Many people act on one listing at once. Its counters must equal its rows and the answers that people got.
const CROWD = 50

let stack: TestStack
let author: Person
let crowd: Person[]
let clippingId: string
let listingId: string

beforeAll(async () => {
  stack = await shareTestStack()
  author = await newPerson(stack)
  crowd = await newPeople(stack, CROWD)
  clippingId = await createClipping(author)
  listingId = await publish(author, clippingId)
})
afterAll(() => stack.stop())

const LIKE = 'mutation ($id: String!) { now: likeMarketplaceListing(listingId: $id) }'
const FOLLOW = 'mutation ($id: String!) { now: followMarketplaceListing(listingId: $id) }'
const CLONE = 'mutation ($id: String!) { now: cloneMarketplaceListing(listingId: $id) { id } }'
const UNSUBSCRIBE = 'mutation ($id: String!) { now: unsubscribeFromClipping(clippingId: $id) }'
const UNPUBLISH = 'mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }'

const toggle = (person: Person, document: string): Promise<boolean> =>
  person.query(document, { id: listingId }).then((data) => data.now)
const everyone = <T>(act: (person: Person, position: number) => Promise<T>) => Promise.all(crowd.map(act))
const isOdd = (position: number) => position % 2 === 1

async function counters() {
  const { listing } = await stack.query(
    'query ($id: String!) { listing: marketplaceListing(id: $id) { likeCount followerCount cloneCount } }',
    { id: listingId },
  )
  return listing
}

describe('fifty people at once', () => {
  it('like, and unlike', async () => {
    expect(new Set(await everyone((person) => toggle(person, LIKE)))).toEqual(new Set([true]))
    expect(await counters()).toMatchObject({ likeCount: CROWD })
    const states = await everyone((person, i) => (isOdd(i) ? toggle(person, LIKE) : Promise.resolve(true)))
    expect(states.filter((state) => state)).toHaveLength(CROWD / 2)
    expect(await counters()).toMatchObject({ likeCount: CROWD / 2 })
  })

  it('follow in the old way and in the new one, and unfollow in both', async () => {
    const came = await everyone((person, i) =>
      isOdd(i) ? toggle(person, FOLLOW) : subscribe(person, clippingId).then(() => true),
    )
    expect(new Set(came)).toEqual(new Set([true]))
    expect(await counters()).toMatchObject({ followerCount: CROWD })
    await everyone((person) => subscribe(person, clippingId))
    expect(await counters()).toMatchObject({ followerCount: CROWD })
    const follows = await everyone(async (person, i) => {
      if (isOdd(i)) return !(await person.query(UNSUBSCRIBE, { id: clippingId })).now
      return i % 4 === 0 ? await toggle(person, FOLLOW) : true
    })
    const left = crowd.filter((_, i) => !isOdd(i) && i % 4 !== 0)
    expect(crowd.filter((_, i) => follows[i])).toEqual(left)
    expect(await counters()).toMatchObject({ followerCount: left.length })
    const mine = await everyone((person) => person.query('{ myFollowedListings { id } }'))
    expect(mine.filter(({ myFollowedListings }) => myFollowedListings.length === 1)).toHaveLength(left.length)
  })

  it('clone', async () => {
    const clones = await everyone((person) => person.query(CLONE, { id: listingId }))
    expect(new Set(clones.map(({ now }) => now.id))).toHaveProperty('size', CROWD)
    expect(await counters()).toMatchObject({ cloneCount: CROWD })
  })

  it('join and leave while the listing is taken down and published again', async () => {
    const moves = everyone(async (person, i) => {
      // The listing refuses while it is down. Only the counters matter here.
      const codes = isOdd(i)
        ? await person.codes(UNSUBSCRIBE, { id: clippingId })
        : await person.codes(FOLLOW, { id: listingId })
      expect(['', 'NOT_FOUND']).toContain(codes.join())
    })
    await author.query(UNPUBLISH, { id: listingId })
    listingId = await publish(author, clippingId)
    await moves
    const [row] = await stack.db<{ followers: number }[]>`
      select count(*)::int as followers from subscriptions
      where clipping_id = ${clippingId} and active and role = 'SUBSCRIBER'`
    expect(await counters()).toMatchObject({ followerCount: row?.followers, likeCount: 0, cloneCount: 0 })
  })
})

describe('one person who clicks many times concurrently', () => {
  it.each([
    ['likes', LIKE, 'likeCount'],
    ['follows', FOLLOW, 'followerCount'],
  ])('%s by turns', async (_, document, counter) => {
    const person = await newPerson(stack)
    const before = (await counters())[counter]
    const states = await Promise.all(Array.from({ length: 25 }, () => toggle(person, document)))
    expect(states.filter((state) => state)).toHaveLength(13)
    expect((await counters())[counter]).toBe(before + 1)
  })
})
