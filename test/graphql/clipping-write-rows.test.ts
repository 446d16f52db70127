import { createHash } from 'node:crypto'
import { deleteClipping, setClippingActive, updateClipping } from '@pauta/clippings/clippings/writes'
import { parseClipping } from '@pauta/clippings/clippings/clipping'
import { endBelongings } from '@pauta/clippings/erasure/end-belongings'
import { toggleLike } from '@pauta/clippings/marketplace/likes'
import { publishClipping, unpublishListing } from '@pauta/clippings/marketplace/publish'
import { NO_CHANNELS, NO_URLS } from '@pauta/clippings/subscriptions/channels'
import { subscribe, unsubscribe, updateSubscription } from '@pauta/clippings/subscriptions/subscribe'
import { listSubscriptions } from '@pauta/clippings/subscriptions/subscription'
import { erasePerson } from '@pauta/people/privacy/erase'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, ledgerRows, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// Changes of clippings, on rows that differ from a matching row in one column. No worker runs beside them.
const HOUR = 3600
const BIA = { id: 'c', userId: 'bia', now: NOW }

let stack: TestStack
const { restart, addRows, publish } = ledgerRows(() => stack.db)
beforeAll(async () => {
  stack = await shareTestStack({
    idleWorkers: ['release', 'deliver-email', 'deliver-telegram', 'deliver-push'],
  })
})
afterAll(() => stack.stop())
beforeEach(restart)

const readListings = () => stack.db`
  select id, active, follower_count, like_count, unpublished_at, schedule from listings order by id`

describe('the next run of a clipping', () => {
  // NOW is nine o'clock of 1 June in Brasília, and the clipping runs at eight.
  const [DUE, TOMORROW] = [at(-HOUR), at(23 * HOUR)]
  const read = async () =>
    (
      await stack.db<
        { id: string; nextRunAt: Date | null }[]
      >`select id, next_run_at from clippings order by id`
    ).map(({ nextRunAt }) => nextRunAt)
  const write = async (columns: Columns) => {
    const base = { active: true, nextRunAt: DUE }
    await tables.clippings.set(stack.db, { id: 'other' }, base)
    await tables.clippings.set(stack.db, { id: 'c' }, { ...base, ...columns })
    await tables.subscriptions.add(stack.db, { id: 'b', clippingId: 'c', userId: 'bia', role: 'AUTHOR' })
  }

  it.each<[Columns, Record<string, string>, Date | null]>([
    [{}, {}, DUE],
    [{}, { schedule: '0 10 * * *' }, at(HOUR)],
    [{}, { startDate: '2026-06-03' }, at(47 * HOUR)],
    [{}, { endDate: '2026-05-31' }, null],
    // The run of the last day is due, and has not begun.
    [{ endDate: '2026-06-01' }, { endDate: '2026-06-01' }, DUE],
    [{ nextRunAt: null }, {}, TOMORROW],
    // The clock of the machine that computed it was ahead.
    [{ nextRunAt: at(99 * HOUR) }, {}, TOMORROW],
    [{ active: false, nextRunAt: null }, {}, null],
  ])('of one with %j after the change %j is %j', async (columns, changes, next) => {
    await write(columns)
    const draft = parseClipping({ name: 'Novo', schedule: '0 8 * * *', recortes: [], ...changes })
    await updateClipping(stack.db, draft, BIA)
    expect(await read()).toEqual([next, DUE])
  })

  it.each<[Columns, boolean, Date | null]>([
    [{}, true, DUE],
    [{}, false, null],
    [{ active: false }, true, TOMORROW],
    [{ nextRunAt: null }, true, TOMORROW],
    [{ endDate: '2026-06-01' }, true, DUE],
  ])('of one with %j that is set to %j is %j', async (columns, active, next) => {
    await write(columns)
    await setClippingActive(stack.db, active, BIA)
    expect(await read()).toEqual([next, DUE])
    expect(await tables.clippings.count(stack.db, { active: true })).toBe(active ? 2 : 1)
  })
})

it('a change of a clipping changes the recortes and the active listing of no other', async () => {
  await tables.subscriptions.add(stack.db, { id: 'b', clippingId: 'c', userId: 'bia', role: 'AUTHOR' })
  await tables.recortes.add(
    stack.db,
    ['c', 'other'].map((clippingId) => ({ id: `of ${clippingId}`, clippingId, title: 'T', position: 0 })),
  )
  await publish({ schedule: 'x' })
  await publish({ id: 'ended', active: false, schedule: 'x' })
  await publish({ id: 'another', sourceClippingId: 'other', schedule: 'x' })
  const draft = parseClipping({ name: 'Novo', schedule: '0 8 * * *', recortes: [] })
  await updateClipping(stack.db, draft, BIA)
  expect(await stack.db`select id from recortes`).toEqual([{ id: 'of other' }])
  expect((await readListings()).map((row) => [row['id'], row['schedule']])).toEqual([
    ['another', 'x'],
    ['ended', 'x'],
    ['l', '0 8 * * *'],
  ])
})

describe('a clipping that is deleted', () => {
  const release = { clippingId: 'c', articleIds: [], madeAt: at(-60) }
  beforeEach(() =>
    tables.releases.add(stack.db, [
      { ...release, id: 'r' },
      { ...release, id: 'foreign', clippingId: 'other' },
    ]),
  )
  const own = { userId: 'bia', address: 'bia@exemplo.org' }
  const hashOf = (address: string) => `sha256:${createHash('sha256').update(address).digest('hex')}`

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ status: 'unknown' }, true],
    [{ status: 'failed' }, false],
    [{ status: 'pending' }, false],
    [{ releaseId: 'foreign' }, false],
    // Only the messages of others have reached others, by whatever channel.
    [{ channel: 'telegram', address: '42' }, true],
    [{ userId: 'bia', channel: 'telegram', address: '42' }, false],
    [own, false],
    [{ ...own, address: 'BIA@exemplo.org' }, false],
    [{ ...own, address: 'equipe@exemplo.org' }, true],
    [{ ...own, address: hashOf('bia@exemplo.org') }, false],
    [{ ...own, address: hashOf('equipe@exemplo.org') }, true],
  ])('keeps a release with the message %j: %j', async (columns, isKept) => {
    await addRows({ releaseId: 'r', status: 'sent' }, { m: columns })
    await deleteClipping(stack.db, BIA)
    const kept = await stack.db`
      select id, clipping_id, ended_clipping_id, ended_author_id, ended_at, stays_public from releases order by id`
    const ended = {
      id: 'r',
      clippingId: null,
      endedClippingId: 'c',
      endedAuthorId: 'bia',
      endedAt: NOW,
      staysPublic: false,
    }
    const foreign = {
      id: 'foreign',
      clippingId: 'other',
      endedClippingId: null,
      endedAuthorId: null,
      endedAt: null,
      staysPublic: false,
    }
    expect(kept).toEqual(isKept ? [foreign, ended] : [foreign])
  })

  it('keeps a release whose messages are forgotten', async () => {
    await tables.releases.set(stack.db, { id: ['r', 'foreign'] }, { reachedOthers: true })
    await publish()
    await deleteClipping(stack.db, BIA)
    expect(await stack.db`select id, clipping_id, stays_public from releases order by id`).toEqual([
      { id: 'foreign', clippingId: 'other', staysPublic: false },
      { id: 'r', clippingId: null, staysPublic: true },
    ])
  })

  it('ends its active listing alone', async () => {
    await publish({ followerCount: 2 })
    await publish({ id: 'ended', active: false, followerCount: 1, unpublishedAt: at(-9) })
    await publish({ id: 'other', sourceClippingId: 'other', followerCount: 1 })
    await deleteClipping(stack.db, BIA)
    expect(await readListings()).toMatchObject([
      { id: 'ended', active: false, followerCount: 1, unpublishedAt: at(-9) },
      { id: 'l', active: false, followerCount: 0, unpublishedAt: NOW },
      { id: 'other', active: true, followerCount: 1, unpublishedAt: null },
    ])
  })
})

describe('a listing', () => {
  it.each<[Columns, number]>([
    [{}, 1],
    [{ active: false }, 0],
    [{ role: 'AUTHOR' }, 0],
    [{ clippingId: 'other', userId: 'bia' }, 0],
  ])('begins with the followers of its clipping: with a subscription %j %d', async (columns, followers) => {
    await tables.recortes.add(stack.db, {
      id: 'r',
      clippingId: 'c',
      title: 'T',
      keywords: ['k'],
      position: 0,
    })
    await tables.subscriptions.set(stack.db, { id: 's' }, { active: true, ...columns })
    const words = { name: null, description: null }
    const listing = await publishClipping(stack.db, { userId: 'bia', clippingId: 'c', words, now: NOW })
    expect(listing.followerCount).toBe(followers)
  })

  it('that is taken down again keeps its end, and tells nobody', async () => {
    await publish()
    await publish({ id: 'other', sourceClippingId: 'other' })
    const takeDown = (now: Date) => unpublishListing(stack.db, { userId: 'bia', listingId: 'l', now })
    await takeDown(NOW)
    await tables.deliveries.remove(stack.db)
    await takeDown(at(48 * HOUR))
    expect(await tables.deliveries.count(stack.db)).toBe(0)
    expect((await readListings()).map((row) => row['unpublishedAt'] as unknown)).toEqual([NOW, null])
  })

  it('counts the like of each person once, and no like of another listing', async () => {
    await publish({ likeCount: 2 })
    await publish({ id: 'm', sourceClippingId: 'other', likeCount: 1 })
    await publish({ id: 'n', active: false })
    await tables.listingLikes.add(stack.db, [
      { listingId: 'l', userId: 'ana' },
      { listingId: 'l', userId: 'bia' },
      { listingId: 'm', userId: 'ana' },
    ])
    const toggle = (listingId: string) => toggleLike(stack.db, { userId: 'ana', listingId })
    const counts = async () => (await readListings()).map((row) => row['likeCount'] as unknown)
    expect([await toggle('l'), await counts()]).toEqual([false, [1, 1, 0]])
    expect(await stack.db`select listing_id, user_id from listing_likes order by 1, 2`).toEqual([
      { listingId: 'l', userId: 'bia' },
      { listingId: 'm', userId: 'ana' },
    ])
    expect([await toggle('l'), await counts()]).toEqual([true, [2, 1, 0]])
    await expect(toggle('n')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an erased person', () => {
  beforeEach(async () => {
    await publish({ followerCount: 1, likeCount: 2 })
    await publish({ id: 'm', sourceClippingId: 'other', followerCount: 1, likeCount: 2 })
    await tables.listingLikes.add(
      stack.db,
      ['l', 'm'].flatMap((listingId) => ['ana', 'bia'].map((userId) => ({ listingId, userId }))),
    )
  })
  const erase = (id: string) =>
    erasePerson(stack.db, { id, verifiedEmail: null }, { now: NOW, endBelongings })
  const counts = async () =>
    (await readListings()).map(({ followerCount, likeCount }) => [followerCount, likeCount] as unknown)

  it('counts no more for what the person followed and liked, and for nothing else', async () => {
    await tables.subscriptions.set(stack.db, { id: 't' }, { active: false })
    await erase('ana')
    expect(await counts()).toEqual([
      [0, 1],
      [1, 1],
    ])
    expect(await tables.listingLikes.count(stack.db, { userId: 'bia' })).toBe(2)
    expect(await tables.clippings.count(stack.db)).toBe(2)
  })

  it('leaves the clippings of others', async () => {
    await tables.clippings.set(stack.db, { id: 'other' }, { authorUserId: 'ana' })
    await erase('bia')
    expect(await stack.db`select id from clippings`).toEqual([{ id: 'other' }])
    expect(await tables.deliveries.count(stack.db, { kind: 'clipping-ended' })).toBe(1)
  })
})

describe('a subscription', () => {
  const ANA = { userId: 'ana', clippingId: 'c', now: NOW }
  const choices = { channels: { ...NO_CHANNELS, email: true }, extraEmails: [], urls: NO_URLS }

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ active: false }, false],
    [{ clippingId: 'third' }, false],
    [{ userId: 'bia' }, false],
  ])('with %j is one of a person to a clipping: %j', async (columns, isFound) => {
    await tables.clippings.add(stack.db, {
      id: 'third',
      authorUserId: 'bia',
      name: 'x',
      schedule: '0 8 * * *',
    })
    await tables.subscriptions.set(stack.db, { id: 's' }, { active: true, ...columns })
    const found = await listSubscriptions(stack.db, { userId: 'ana', clippingIds: ['c'] })
    expect(found.map(({ id }) => id)).toEqual(isFound ? ['s'] : [])
  })

  it('that changes leaves the channels and failures of others, and the failures of channels that stay off', async () => {
    const failure = { failedReleases: 5, disabledAt: at(-9) }
    await tables.subscriptionChannels.add(stack.db, { subscriptionId: 't', channel: 'push', active: true })
    await tables.channelFailures.add(stack.db, [
      { subscriptionId: 's', channel: 'email', ...failure },
      { subscriptionId: 's', channel: 'telegram', ...failure },
      { subscriptionId: 't', channel: 'email', ...failure },
    ])
    await updateSubscription(stack.db, ANA, { ...choices, urls: NO_URLS })
    expect(await stack.db`select subscription_id, channel from subscription_channels order by 1, 2`).toEqual([
      { subscriptionId: 's', channel: 'email' },
      { subscriptionId: 't', channel: 'email' },
      { subscriptionId: 't', channel: 'push' },
    ])
    expect(await stack.db`select subscription_id, channel from channel_failures order by 1, 2`).toEqual([
      { subscriptionId: 's', channel: 'telegram' },
      { subscriptionId: 't', channel: 'email' },
    ])
  })

  it('that changes keeps the failures of a channel that is on still', async () => {
    await tables.channelFailures.add(stack.db, { subscriptionId: 's', channel: 'email', failedReleases: 2 })
    await updateSubscription(stack.db, ANA, { ...choices, urls: NO_URLS })
    expect(await tables.channelFailures.count(stack.db, { failedReleases: 2 })).toBe(1)
  })

  it.each<[Columns, boolean]>([
    [{}, false],
    [{ active: false }, true],
    [{ role: 'AUTHOR' }, true],
    [{ userId: 'bia' }, true],
  ])('is the 201st of a person with 199 others and one with %j: %j', async (columns, isAllowed) => {
    const others = Array.from({ length: 200 }, (_, n) => `f${n}`)
    await tables.clippings.add(
      stack.db,
      others.map((id) => ({ id, authorUserId: 'bia', name: 'x', schedule: '0 8 * * *' })),
    )
    await tables.subscriptions.remove(stack.db)
    await tables.subscriptions.add(
      stack.db,
      others.map((id, n) => ({
        id,
        clippingId: id,
        userId: 'ana',
        role: 'SUBSCRIBER',
        active: true,
        ...(n === 0 ? columns : {}),
      })),
    )
    await publish()
    const added = subscribe(stack.db, ANA, choices).then(
      () => true,
      () => false,
    )
    expect(await added).toBe(isAllowed)
  })

  it('of a person who leaves ends alone, and counts in no other listing', async () => {
    await publish({ followerCount: 1 })
    await publish({ id: 'ended', active: false, followerCount: 1 })
    await publish({ id: 'm', sourceClippingId: 'other', followerCount: 1 })
    expect(await unsubscribe(stack.db, ANA)).toBe(true)
    expect((await readListings()).map((row) => row['followerCount'] as unknown)).toEqual([1, 0, 1])
    expect(await stack.db`select id from subscriptions where active`).toEqual([{ id: 't' }])
    expect(await unsubscribe(stack.db, ANA)).toBe(false)
    expect((await readListings()).map((row) => row['followerCount'] as unknown)).toEqual([1, 0, 1])
  })
})
