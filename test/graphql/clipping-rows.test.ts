import { removeEndedReleases, removeOldReleases } from '@pauta/clippings/releases/retention'
import { listPublicReleases } from '@pauta/clippings/releases/public-releases'
import { listReleasePages } from '@pauta/clippings/releases/release'
import { listReleasedBefore } from '@pauta/clippings/releases/run-state'
import { announceChange, announceLastDay } from '@pauta/clippings/clippings/change-notices'
import { announceEnd, announceWithdrawal } from '@pauta/clippings/clippings/notices'
import { getClipping, listClippings } from '@pauta/clippings/clippings/queries'
import {
  findListing,
  listFollowedClippings,
  listFollowedListings,
  listLikedListings,
  listListings,
} from '@pauta/clippings/marketplace/queries'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, ledgerRows, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

// Statements of clippings, on rows that differ from a matching row in one column. No worker runs beside them.
const HOUR = 3600

let stack: TestStack
const { restart, publish } = ledgerRows(() => stack.db)
beforeAll(async () => {
  stack = await shareTestStack({
    idleWorkers: ['release', 'deliver-email', 'deliver-telegram', 'deliver-push'],
  })
})
afterAll(() => stack.stop())
beforeEach(restart)

describe('releases of a clipping', () => {
  const ids = (releases: readonly { id: string }[]) => releases.map(({ id }) => id)
  beforeEach(() =>
    tables.releases.add(
      stack.db,
      [
        ['b', -50],
        ['a', -50],
        ['new', -10],
        ['early', -HOUR - 1],
        ['first', -HOUR],
      ].map(([id, seconds]) => ({
        id: id as string,
        clippingId: 'c',
        madeAt: at(Number(seconds)),
        refTime: new Date(at(Number(seconds)).getTime() - (id === 'b' ? 1 : 0)),
        articleIds: [`article of ${id}`],
      })),
    ),
  )
  const list = async (page: object) => {
    const pages = [{ clippingId: 'c', limit: 9, before: undefined, userId: null, ...page }]
    return ids((await listReleasePages(stack.db, pages)).flat())
  }

  it('are listed newest first, page by page', async () => {
    const author = { userId: 'bia' }
    expect(await list(author)).toEqual(['new', 'b', 'a', 'first', 'early'])
    expect(await list({ ...author, limit: 2 })).toEqual(['new', 'b'])
    expect(await list({ ...author, before: at(-10) })).toEqual(['b', 'a', 'first', 'early'])
    expect(await list({ ...author, clippingId: 'other' })).toEqual([])
    const pages = [1, 2].map((limit) => ({ clippingId: 'c', limit, before: undefined, userId: 'bia' }))
    expect((await listReleasePages(stack.db, pages)).map(ids)).toEqual([['new'], ['new', 'b']])
  })

  const PUBLIC = ['new', 'b', 'a', 'first']
  it.each<[string, Columns | null, string | null, Columns, string[]]>([
    ['a stranger without a listing', null, null, {}, []],
    ['a follower without a listing', null, 'ana', {}, []],
    ['anybody since the publication', {}, null, {}, PUBLIC],
    ['anybody after the end of the listing', { active: false, unpublishedAt: at(-10) }, null, {}, []],
    [
      'a follower after the end of the listing',
      { active: false, unpublishedAt: at(-10) },
      'ana',
      {},
      ['b', 'a', 'first'],
    ],
    ['a former follower', { active: false, unpublishedAt: at(-10) }, 'ana', { active: false }, []],
    [
      'a follower at the last moment',
      { active: false, unpublishedAt: at(-10) },
      'ana',
      { subscribedAt: at(-10) },
      ['b', 'a', 'first'],
    ],
    ['a follower of later', { active: false, unpublishedAt: at(-10) }, 'ana', { subscribedAt: at(-9) }, []],
    [
      'a follower of another clipping',
      { active: false, unpublishedAt: at(-10) },
      'ana',
      { clippingId: 'other' },
      [],
    ],
  ])('are seen by %s', async (_, listing, userId, subscription, seen) => {
    if (listing) await publish(listing)
    await tables.subscriptions.remove(stack.db, { id: 't' })
    await tables.subscriptions.set(stack.db, { id: 's' }, { subscribedAt: at(-HOUR), ...subscription })
    expect(await list({ userId })).toEqual(seen)
    const { releases, total } = await listPublicReleases(stack.db, { clippingId: 'c', page: 1, limit: 9 })
    const isPublic = listing !== null && listing['active'] !== false
    expect([ids(releases), total]).toEqual(isPublic ? [PUBLIC, 4] : [[], 0])
  })

  it('fill public pages in their order', async () => {
    await publish()
    const page = async (number: number) =>
      ids((await listPublicReleases(stack.db, { clippingId: 'c', page: number, limit: 2 })).releases)
    expect([await page(1), await page(2), await page(3)]).toEqual([['new', 'b'], ['a', 'first'], []])
  })

  it('are searched for released articles from one day before the window', async () => {
    const uniqueIds = ['article of b', 'article of early', 'article of another']
    const find = async (seconds: number, clippingId = 'c') =>
      [...(await listReleasedBefore(stack.db, { clippingId, uniqueIds, since: at(seconds) }))].sort()
    expect(await find(24 * HOUR - HOUR - 1)).toEqual(['article of b', 'article of early'])
    expect(await find(24 * HOUR - HOUR)).toEqual(['article of b'])
    expect(await find(0, 'other')).toEqual([])
  })

  it('are removed when they are old, the oldest first', async () => {
    expect(await removeOldReleases(stack.db, { before: at(-10), limit: 1 })).toBe(1)
    expect(await tables.releases.count(stack.db, { id: 'early' })).toBe(0)
    expect(await removeOldReleases(stack.db, { before: at(-10), limit: 9 })).toBe(3)
    const ended = { clippingId: null, endedClippingId: 'c', endedAuthorId: 'bia', madeAt: NOW }
    await tables.releases.add(stack.db, [
      { ...ended, id: 'x', endedAt: at(-2) },
      { ...ended, id: 'y', endedAt: at(-3) },
      { ...ended, id: 'z', endedAt: at(-1) },
    ])
    expect(await removeEndedReleases(stack.db, { before: at(-1), limit: 1 })).toBe(1)
    expect(await tables.releases.count(stack.db, { id: 'y' })).toBe(0)
    expect(await removeEndedReleases(stack.db, { before: at(-1), limit: 9 })).toBe(1)
    expect(await tables.releases.count(stack.db)).toBe(2)
  })
})

describe('notices to followers', () => {
  const readNotices = async () =>
    await stack.db<{ userId: string; channel: string; address: string }[]>`
      select user_id, channel, address, kind, payload from deliveries order by channel, address`
  /** Tells the followers that the name changed. */
  const change = async (now = NOW) => {
    const before = await getClipping(stack.db, 'c')
    await stack.db.begin((tx) => announceChange(tx, { before, after: { ...before, name: 'Novo' }, now }))
  }
  const end = (now = NOW) => stack.db.begin((tx) => announceEnd(tx, 'c', now))
  /** Writes an earlier notice to Ana. */
  const addEarlier = (columns: Columns) =>
    tables.deliveries.add(stack.db, {
      id: 'before',
      userId: 'ana',
      channel: 'email',
      address: 'x',
      createdAt: at(-60),
      ...columns,
    })

  it.each<[string, Columns, Columns, Columns, string[]]>([
    ['verified', {}, {}, {}, ['ana@exemplo.org']],
    ['not verified', { emailVerified: false }, {}, {}, []],
    ['missing', { email: null }, {}, {}, []],
    ['written in capitals', { email: 'ANA@Exemplo.org' }, {}, {}, ['ana@exemplo.org']],
    ['of a subscription that ended', {}, { active: false }, {}, []],
    ['of the author', {}, { role: 'AUTHOR' }, {}, []],
    ['of another clipping', {}, { clippingId: 'other', userId: 'bia' }, {}, []],
    ['of a channel that is off', {}, {}, { active: false }, []],
  ])('go to an e-mail address that is %s: %#', async (_, user, subscription, channel, addresses) => {
    await publish()
    await tables.subscriptions.remove(stack.db, { id: 't' })
    await tables.telegramLinks.remove(stack.db)
    await tables.users.set(stack.db, { id: 'ana' }, { emailVerified: true, ...user })
    await tables.subscriptions.set(stack.db, { id: 's' }, { active: true, ...subscription })
    const own = { subscriptionId: 's', channel: 'email' }
    await tables.subscriptionChannels.set(stack.db, own, { active: true, ...channel })
    await change()
    expect((await readNotices()).map(({ address }) => address)).toEqual(addresses)
    await tables.deliveries.remove(stack.db)
    await end()
    expect((await readNotices()).map(({ address }) => address)).toEqual(addresses)
  })

  it.each<[Columns, string[], string[]]>([
    [{ status: 'confirmed' }, ['equipe@exemplo.org'], ['ana@exemplo.org', 'equipe@exemplo.org']],
    [{ status: 'asked' }, ['equipe@exemplo.org'], ['ana@exemplo.org']],
    [{ status: 'refused' }, ['equipe@exemplo.org'], ['ana@exemplo.org']],
    [{ status: 'confirmed' }, ['outra@exemplo.org'], ['ana@exemplo.org']],
    [{ status: 'confirmed', subscriptionId: 't' }, ['equipe@exemplo.org'], ['ana@exemplo.org']],
  ])('with the consent %j of extra addresses %j', async (consent, extraEmails, addresses) => {
    await publish()
    await tables.subscriptions.set(stack.db, { id: 's' }, { extraEmails })
    await tables.addressConsents.add(stack.db, {
      subscriptionId: 's',
      address: 'equipe@exemplo.org',
      ...consent,
    })
    await change()
    // Changes are told to the subscriber alone.
    expect((await readNotices()).map(({ address }) => address)).toEqual(['ana@exemplo.org'])
    await tables.deliveries.remove(stack.db)
    await end()
    expect((await readNotices()).map(({ address }) => address)).toEqual(addresses)
  })

  it.each<[Columns, boolean]>([
    [{}, false],
    [{ createdAt: at(-24 * HOUR + 1) }, false],
    [{ createdAt: at(-24 * HOUR) }, true],
    [{ subscriptionId: 't' }, true],
    [{ kind: 'clipping-ended' }, true],
  ])('of a change after %j: %j', async (earlier, isNotified) => {
    await publish()
    await addEarlier({ subscriptionId: 's', kind: 'clipping-changed', ...earlier })
    await change()
    expect(await tables.deliveries.count(stack.db)).toBe(isNotified ? 2 : 1)
  })

  it.each<[Columns, Columns, Columns | null, boolean]>([
    [{}, {}, null, true],
    [{ active: false }, {}, null, false],
    [{ endDate: null }, {}, null, false],
    [{}, { active: false }, null, false],
    [{}, { sourceClippingId: 'other' }, null, false],
    [{}, {}, {}, false],
    [{}, {}, { createdAt: at(-60) }, false],
    [{}, {}, { createdAt: at(-61) }, true],
    [{}, {}, { subscriptionId: 't' }, true],
    [{}, {}, { kind: 'release' }, true],
    [{}, {}, { payload: { changes: ['name'] } }, true],
  ])(
    'of the last day of a clipping with %j, listed with %j, after %j: %j',
    async (columns, listing, earlier, isTold) => {
      await publish(listing)
      await tables.clippings.set(
        stack.db,
        { id: 'c' },
        { endDate: '2026-06-01', updatedAt: at(-60), ...columns },
      )
      const notice = { subscriptionId: 's', kind: 'clipping-changed', payload: { changes: ['finished'] } }
      if (earlier) await addEarlier({ ...notice, createdAt: at(-30), ...earlier })
      await stack.db.begin((tx) => announceLastDay(tx, 'c', NOW))
      const notices = await stack.db`select payload, due_at, created_at from deliveries where id <> 'before'`
      const payload = { clippingId: 'c', clippingName: 'Pública', changes: ['finished'] }
      expect(notices).toEqual(isTold ? [{ payload, dueAt: NOW, createdAt: NOW }] : [])
    },
  )

  it.each<[Columns, boolean]>([
    [{}, false],
    [{ createdAt: at(-24 * HOUR + 1) }, false],
    [{ createdAt: at(-24 * HOUR) }, true],
    [{ userId: 'bia' }, true],
    [{ kind: 'clipping-changed' }, true],
    [{ payload: { clippingId: 'other' } }, true],
  ])('of a withdrawal after %j: %j', async (earlier, isNotified) => {
    await addEarlier({ kind: 'clipping-ended', payload: { clippingId: 'c' }, ...earlier })
    await stack.db.begin((tx) => announceWithdrawal(tx, { id: 'c', name: 'Pública' }, NOW))
    const [, notice] = await stack.db`select payload from deliveries order by id = 'before' desc`
    const payload = { clippingId: 'c', clippingName: 'Pública', isUnpublished: true }
    expect(notice).toEqual(isNotified ? { payload } : undefined)
  })
})

it('notices go once to each of more followers than one statement writes', async () => {
  const ids = Array.from({ length: 501 }, (_, n) => `f${String(n).padStart(3, '0')}`)
  await tables.users.add(
    stack.db,
    ids.map((id) => ({ id, email: `${id}@exemplo.org`, emailVerified: true })),
  )
  const follower = { clippingId: 'c', role: 'SUBSCRIBER' }
  await tables.subscriptions.add(
    stack.db,
    ids.map((id) => ({ ...follower, id, userId: id })),
  )
  await tables.subscriptionChannels.add(
    stack.db,
    ids.map((id) => ({ subscriptionId: id, channel: 'email', active: true })),
  )
  await publish()
  const before = await getClipping(stack.db, 'c')
  await stack.db.begin(async (tx) => {
    await announceChange(tx, { before, after: { ...before, name: 'Novo' }, now: NOW })
    await announceEnd(tx, 'c', NOW)
  })
  const told = await stack.db`
    select kind, count(*)::int as notices, count(distinct user_id)::int as users
    from deliveries where channel = 'email' group by kind order by kind`
  expect(told).toEqual(
    ['clipping-changed', 'clipping-ended'].map((kind) => ({ kind, notices: 502, users: 502 })),
  )
})

it('clippings of a person are listed newest first, of one instant by id from the last', async () => {
  const list = async () => (await listClippings(stack.db, 'ana')).map(({ id }) => id)
  await publish()
  await publish({ id: 'm', sourceClippingId: 'other' })
  await tables.clippings.set(stack.db, {}, { createdAt: NOW })
  expect(await list()).toEqual(['other', 'c'])
  await tables.clippings.set(stack.db, { id: 'c' }, { createdAt: at(1) })
  expect(await list()).toEqual(['c', 'other'])
  // Of the same person, without a publication; and of another one.
  await tables.listings.remove(stack.db, { sourceClippingId: 'other' })
  expect(await list()).toEqual(['c'])
  await tables.subscriptions.set(stack.db, { id: 's' }, { userId: 'bia' })
  expect(await list()).toEqual([])
  await tables.subscriptions.set(stack.db, { id: 's' }, { userId: 'ana', active: false })
  expect(await list()).toEqual([])
})

describe('the marketplace', () => {
  it('lists active listings newest first, page by page, with the number of all', async () => {
    await tables.clippings.add(
      stack.db,
      ['d', 'e'].map((id) => ({ id, authorUserId: 'ana', name: 'x', schedule: '0 8 * * *' })),
    )
    await publish({ id: 'old' })
    await publish({ id: 'b', sourceClippingId: 'd', publishedAt: NOW })
    await publish({ id: 'a', sourceClippingId: 'e', publishedAt: NOW, authorUserId: 'ana' })
    await publish({ id: 'ended', sourceClippingId: 'other', active: false, publishedAt: at(9) })
    const page = async (number: number, limit: number) => {
      const { listings, total } = await listListings(stack.db, { page: number, limit })
      return [listings.map(({ id }) => id), total]
    }
    expect(await page(1, 2)).toEqual([['a', 'b'], 3])
    expect([await page(1, 1), await page(2, 1)]).toEqual([
      [['a'], 3],
      [['b'], 3],
    ])
    expect(await page(2, 2)).toEqual([['old'], 3])
    expect(await page(1, 3)).toEqual([['a', 'b', 'old'], 3])
    expect(await page(3, 2)).toEqual([[], 3])
    expect(await findListing(stack.db, 'a')).toMatchObject({ authorDisplayName: 'Ana', name: 'Pública' })
    expect(await findListing(stack.db, 'ended')).toBeUndefined()
    expect(await findListing(stack.db, 'none')).toBeUndefined()
  })

  it('lists what a person follows, the latest subscription first, by its active or last listing', async () => {
    await publish({ id: 'ended', active: false, publishedAt: at(9) })
    await publish({ id: 'active' })
    await publish({ id: 'first', sourceClippingId: 'other', active: false, publishedAt: at(-2) })
    await publish({ id: 'last', sourceClippingId: 'other', active: false, publishedAt: at(-1) })
    await publish({ id: 'last2', sourceClippingId: 'other', active: false, publishedAt: at(-1) })
    await tables.subscriptions.set(stack.db, { id: 's' }, { subscribedAt: at(-9) })
    await tables.subscriptions.set(stack.db, { id: 't' }, { subscribedAt: at(-5) })
    const list = async () => (await listFollowedListings(stack.db, 'ana')).map(({ id }) => id)
    expect(await list()).toEqual(['last2', 'active'])
    await tables.subscriptions.set(stack.db, { id: 't' }, { subscribedAt: at(-9) })
    // Of rows with equal times, the one that was written last would come last without a further order.
    await tables.subscriptions.set(stack.db, { id: 's' }, { subscribedAt: at(-9) })
    expect(await list()).toEqual(['active', 'last2'])
    expect(await listFollowedListings(stack.db, 'bia')).toEqual([])
    await tables.subscriptions.set(stack.db, { id: 's' }, { active: false })
    await tables.subscriptions.set(stack.db, { id: 't' }, { role: 'AUTHOR' })
    expect(await list()).toEqual([])
  })

  it('knows what each person likes and follows of the given', async () => {
    await publish()
    await publish({ id: 'm', sourceClippingId: 'other' })
    await tables.listingLikes.add(stack.db, [
      { listingId: 'l', userId: 'ana' },
      { listingId: 'm', userId: 'bia' },
    ])
    expect(await listLikedListings(stack.db, 'ana', ['l', 'm'])).toEqual(new Set(['l']))
    expect(await listLikedListings(stack.db, 'ana', ['m'])).toEqual(new Set())
    const follows = (userId: string, ids: string[]) => listFollowedClippings(stack.db, userId, ids)
    expect(await follows('ana', ['c'])).toEqual(new Set(['c']))
    expect(await follows('bia', ['c'])).toEqual(new Set())
    await tables.subscriptions.set(stack.db, { id: 's' }, { active: false })
    await tables.subscriptions.set(stack.db, { id: 't' }, { role: 'AUTHOR' })
    expect(await follows('ana', ['c', 'other'])).toEqual(new Set())
  })

  it('keeps what a follower saw of an ended listing, and hides it from others', async () => {
    await publish({ active: false, unpublishedAt: at(-10) })
    const names = async (userId: string) =>
      (await listClippings(stack.db, userId)).map(({ id, name }) => [id, name])
    expect(await names('ana')).toEqual([['c', 'Pública']])
    await publish({ id: 'second', active: false, publishedAt: at(-1), name: 'Segunda' })
    expect(await names('ana')).toEqual([['c', 'Segunda']])
    await publish({ id: 'third', active: false, publishedAt: at(-1), name: 'Terceira' })
    await publish({ id: 'another', active: false, publishedAt: at(-1), name: 'Outra' })
    expect(await names('ana')).toEqual([['c', 'Terceira']])
    await tables.subscriptions.set(stack.db, { id: 's' }, { active: false })
    expect(await names('ana')).toEqual([])
  })
})
