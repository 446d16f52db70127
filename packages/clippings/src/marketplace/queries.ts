import { channelsOf, FOLLOWED_MAX, readChannels } from '../subscriptions/subscription.ts'
import type { Db } from '@pauta/platform/database/database'
import { displayName } from '@pauta/people/people/profile'
import type { FollowedListing, Listing } from './listing.ts'

/** A row of `listingColumns`. */
interface ListingRow extends Omit<Listing, 'authorDisplayName'> {
  authorName: string | null
  authorUsername: string | null
}

/** A row of `listFollowedListings`. */
type FollowedRow = ListingRow &
  Pick<FollowedListing, 'extraEmails' | 'followedAt'> &
  Parameters<typeof readChannels>[0]

/** SQL columns of a ListingRow, from the tables `listings l` and `users u` (the author). */
const listingColumns = (db: Db) => db`
  l.id, l.author_user_id, u.name as author_name, u.username as author_username, l.source_clipping_id, l.name,
  l.description, l.recortes, l.prompt, l.schedule, l.like_count, l.follower_count, l.clone_count, l.published_at,
  l.updated_at, l.active`

function toListing<Row extends ListingRow>({ authorName, authorUsername, ...row }: Row) {
  return { ...row, authorDisplayName: displayName({ name: authorName, username: authorUsername }) }
}

const countActive = (db: Db) => db`select count(*)::int from listings where active`

/**
 * A page of active listings, newest first, and the number of all active listings. One statement, and another one for the
 * number beside an empty page.
 */
export async function listListings(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ listings: Listing[]; total: number }> {
  const rows = await db<(ListingRow & { total: number })[]>`
    select ${listingColumns(db)}, (${countActive(db)}) as total
    from listings l join users u on u.id = l.author_user_id
    where l.active
    order by l.published_at desc, l.id
    limit ${limit} offset ${(page - 1) * limit}`
  const listings = rows.map((row) => {
    const { total: _, ...listing } = row
    return toListing(listing)
  })
  const [counted] =
    rows.length > 0 ? rows : await db<{ total: number }[]>`select (${countActive(db)}) as total`
  return { listings, total: counted?.total ?? 0 }
}

/** Returns an active listing; undefined for an inactive one, for its author too. */
export async function findListing(db: Db, id: string): Promise<Listing | undefined> {
  const [row] = await db<ListingRow[]>`
    select ${listingColumns(db)} from listings l join users u on u.id = l.author_user_id
    where l.id = ${id} and l.active`
  return row && toListing(row)
}

/**
 * Listings of clippings that a user follows, the latest subscription first: of each clipping the active listing, else
 * the last one, which is inactive.
 */
export async function listFollowedListings(db: Db, userId: string): Promise<FollowedListing[]> {
  const rows = await db<FollowedRow[]>`
    select ${listingColumns(db)},
      ${channelsOf(db, db`s.id`)}, s.extra_emails, s.subscribed_at as followed_at
    from subscriptions s
    cross join lateral (
      select * from listings where source_clipping_id = s.clipping_id
      order by active desc, published_at desc, id desc
      limit 1) l
    join users u on u.id = l.author_user_id
    where s.user_id = ${userId} and s.active and s.role = 'SUBSCRIBER'
    order by s.subscribed_at desc, s.id
    limit ${FOLLOWED_MAX}`
  return rows.map((row) => toListing(readChannels(row)))
}

/** Returns the ids of the given listings that a user likes. */
export async function listLikedListings(
  db: Db,
  userId: string,
  listingIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db<{ listingId: string }[]>`
    select listing_id from listing_likes where user_id = ${userId} and listing_id = any(${[...listingIds]})`
  return new Set(rows.map((row) => row.listingId))
}

/** Returns the ids of the given clippings that a user follows, without the user's own. */
export async function listFollowedClippings(
  db: Db,
  userId: string,
  clippingIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db<{ clippingId: string }[]>`
    select clipping_id from subscriptions
    where user_id = ${userId} and active and role = 'SUBSCRIBER' and clipping_id = any(${[...clippingIds]})`
  return new Set(rows.map((row) => row.clippingId))
}
