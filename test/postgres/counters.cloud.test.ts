import { endBelongings } from '@pauta/clippings/erasure/end-belongings'
import { AUTHORED_MAX } from '@pauta/clippings/clippings/clipping'
import { FOLLOWED_MAX } from '@pauta/clippings/subscriptions/subscription'
import { subscribe, unsubscribe } from '@pauta/clippings/subscriptions/subscribe'
import { createClipping } from '@pauta/clippings/clippings/writes'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { toggleLike } from '@pauta/clippings/marketplace/likes'
import { publishClipping } from '@pauta/clippings/marketplace/publish'
import { erasePerson } from '@pauta/people/privacy/erase'
import { NO_CHANNELS, NO_URLS } from '@pauta/clippings/subscriptions/channels'
import { addIdentity } from '@pauta/people/people/identities'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aDraft, addClipping, addClippings, addListing, addPeople } from '../kit/postgres/people.ts'
import { tables } from '../kit/rows/tables.ts'
import { contend, startPostgresSessions, valuesOf, type PostgresSessions } from '../kit/postgres/sessions.ts'

const CROWD = 20
const BY_EMAIL = {
  channels: { ...NO_CHANNELS, email: true },
  extraEmails: [],
  urls: NO_URLS,
}

let sessions: PostgresSessions
let db: DbPool

beforeAll(async () => {
  sessions = await startPostgresSessions()
  db = sessions.db
})
afterAll(() => sessions[Symbol.asyncDispose]())

const lockListing = (id: string) => (tx: Db) => tx`select from listings where id = ${id} for no key update`
const lockClippingRow = (id: string) => (tx: Db) =>
  tx`select from clippings where id = ${id} for no key update`
const lockUserRow = (id: string) => (tx: Db) => tx`select from users where id = ${id} for no key update`

/** Returns the counters of a listing, beside the counts of their rows. */
async function countsOf(listingId: string) {
  const [row] = await db`
    select like_count, follower_count,
      (select count(*)::int from listing_likes where listing_id = l.id) as likes,
      (select count(*)::int from subscriptions
        where clipping_id = l.source_clipping_id and active and role = 'SUBSCRIBER') as followers
    from listings l where id = ${listingId}`
  return row
}

const errorsOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))

describe('likes', () => {
  it('of one person in two concurrent clicks: one click likes, the other removes the like', async () => {
    const { listingId } = await addListing(db)
    const [userId = ''] = await addPeople(db, 1)
    const click = () => toggleLike(db, { userId, listingId })
    const likes = valuesOf(await contend(db, lockListing(listingId), [click, click]))
    expect(likes.sort((a, b) => Number(a) - Number(b))).toEqual([false, true])
    expect(await countsOf(listingId)).toMatchObject({ likeCount: 0, likes: 0 })
  })

  it('of many people at the same time are all counted', async () => {
    const { listingId } = await addListing(db)
    const crowd = await addPeople(db, CROWD)
    const clicks = crowd.map((userId) => () => toggleLike(db, { userId, listingId }))
    expect(valuesOf(await contend(db, lockListing(listingId), clicks))).toEqual(crowd.map(() => true))
    expect(await countsOf(listingId)).toMatchObject({ likeCount: CROWD, likes: CROWD })
  })

  it('that wait while the listing is taken down are refused', async () => {
    const { listingId } = await addListing(db)
    const crowd = await addPeople(db, 3)
    const takeDown = (tx: Db) => tables.listings.set(tx, { id: listingId }, { active: false })
    const clicks = crowd.map((userId) => () => toggleLike(db, { userId, listingId }))
    const refused = errorsOf(await contend(db, takeDown, clicks))
    expect(refused).toEqual(crowd.map(() => expect.objectContaining({ code: 'NOT_FOUND' })))
    expect(await countsOf(listingId)).toMatchObject({ likeCount: 0, likes: 0 })
  })
})

describe('followers', () => {
  it('of one clipping at the same time are all counted, also those who unfollow', async () => {
    const { clippingId, listingId } = await addListing(db)
    const crowd = await addPeople(db, CROWD)
    const requests = crowd.map((userId) => ({ userId, clippingId, now: new Date() }))
    const come = requests.map((request) => () => subscribe(db, request, BY_EMAIL))
    valuesOf(await contend(db, lockClippingRow(clippingId), come))
    expect(await countsOf(listingId)).toMatchObject({ followerCount: CROWD, followers: CROWD })
    const leave = requests.map((request) => () => unsubscribe(db, request))
    valuesOf(await contend(db, lockClippingRow(clippingId), leave))
    expect(await countsOf(listingId)).toMatchObject({ followerCount: 0, followers: 0 })
  })

  it('in two concurrent subscriptions, and in two concurrent cancellations, are counted once', async () => {
    const { clippingId, listingId } = await addListing(db)
    const [userId = ''] = await addPeople(db, 1)
    const request = { userId, clippingId, now: new Date() }
    const come = () => subscribe(db, request, BY_EMAIL)
    valuesOf(await contend(db, lockUserRow(userId), [come, come]))
    expect(await countsOf(listingId)).toMatchObject({ followerCount: 1, followers: 1 })
    const leave = () => unsubscribe(db, request)
    const left = valuesOf(await contend(db, lockClippingRow(clippingId), [leave, leave]))
    expect(left.sort((a, b) => Number(a) - Number(b))).toEqual([false, true])
    expect(await countsOf(listingId)).toMatchObject({ followerCount: 0, followers: 0 })
  })

  it('that arrive during the publication are in its first count', async () => {
    const { clippingId, authorId, listingId } = await addListing(db)
    const [userId = ''] = await addPeople(db, 1)
    const now = new Date()
    // The listing is down first, so both wait for its row: one publishes it again, the other leaves it.
    await subscribe(db, { userId, clippingId, now }, BY_EMAIL)
    await tables.listings.set(db, { id: listingId }, { active: false, unpublishedAt: new Date() })
    const words = { name: null, description: null }
    const publishAgain = async () =>
      void (await publishClipping(db, { userId: authorId, clippingId, words, now }))
    const leave = async () => void (await unsubscribe(db, { userId, clippingId }))
    valuesOf(await contend(db, lockClippingRow(clippingId), [publishAgain, leave]))
    const [active] = await db<{ id: string }[]>`
      select id from listings where source_clipping_id = ${clippingId} and active`
    expect(await countsOf(active?.id ?? '')).toMatchObject({ followerCount: 0, followers: 0 })
  })
})

describe('limits of a person', () => {
  it('allow one of two concurrent requests for the last place to follow', async () => {
    const [userId = ''] = await addPeople(db, 1)
    const { authorId } = await addClipping(db)
    const ids = await addClippings(db, authorId, FOLLOWED_MAX - 1)
    await tables.subscriptions.add(
      db,
      ids.map((id) => ({ id, clippingId: id, userId, role: 'SUBSCRIBER' })),
    )
    const listings = [await addListing(db), await addListing(db)]
    const asked = listings.map(
      ({ clippingId }) =>
        () =>
          subscribe(db, { userId, clippingId, now: new Date() }, BY_EMAIL),
    )
    const refused = errorsOf(await contend(db, lockUserRow(userId), asked))
    expect(refused).toEqual([expect.objectContaining({ code: 'LIMIT_EXCEEDED' })])
  })

  it('allow one of two concurrent requests for the last clipping to create', async () => {
    const [userId = ''] = await addPeople(db, 1)
    await addClippings(db, userId, AUTHORED_MAX - 1)
    const make = () => createClipping(db, aDraft(), { userId, now: new Date() })
    const refused = errorsOf(await contend(db, lockUserRow(userId), [make, make]))
    expect(refused).toEqual([expect.objectContaining({ code: 'LIMIT_EXCEEDED' })])
  })
})

describe('accounts', () => {
  it('in many concurrent first requests become one person', async () => {
    const identity = { issuer: 'https://contas.exemplo.org', subject: 'nova' }
    const said = { name: 'Nova', email: 'nova@exemplo.org', emailVerified: true }
    const sights = Array.from({ length: CROWD }, () => addIdentity(db, { identity, said, now: new Date() }))
    expect(new Set(await Promise.all(sights)).size).toBe(1)
    expect(await db`select id from users where email = 'nova@exemplo.org'`).toHaveLength(1)
  })

  it('of one address at several issuers, all with a first request at the same time, become one person', async () => {
    const said = { name: 'Outra', email: 'outra@exemplo.org', emailVerified: true }
    const sights = Array.from({ length: CROWD }, (_, n) =>
      addIdentity(db, {
        identity: { issuer: `https://contas-${n}.exemplo.org`, subject: 'outra' },
        said,
        now: new Date(),
      }),
    )
    expect(new Set(await Promise.all(sights)).size).toBe(1)
  })

  it('that are erased while their owner likes and follows leave every counter correct', async () => {
    const { clippingId, listingId } = await addListing(db)
    const people = await addPeople(db, CROWD)
    const now = new Date()
    await Promise.allSettled(
      people.flatMap((userId) => [
        toggleLike(db, { userId, listingId }),
        subscribe(db, { userId, clippingId, now }, BY_EMAIL),
        erasePerson(
          db,
          { id: userId, verifiedEmail: `${userId.toLowerCase()}@exemplo.org` },
          { now, endBelongings },
        ),
      ]),
    )
    expect(await db`select id from users where id = any(${people})`).toEqual([])
    expect(await countsOf(listingId)).toEqual({ likeCount: 0, followerCount: 0, likes: 0, followers: 0 })
  })
})
