import { createHash } from 'node:crypto'
import type { Db } from '@pauta/platform/database/database'
import { listingColumn, seenRecortesColumn } from '../clippings/queries.ts'
import type { Recorte } from '../recortes/recorte.ts'
import { joinLastPublication, maySeeRelease } from '../subscriptions/visibility.ts'

/** A release without its digest, which is read on demand. */
export interface Release {
  id: string
  clippingId: string
  clippingName: string
  digestPreview: string | null
  articlesCount: number
  /** When the release was made. Later than `refTime`, and different for each release of a clipping. */
  createdAt: Date
  /** Whether anybody may read the release. */
  isPublic: boolean
  /** Opens the page of the release to whoever has the address. */
  pageKey: string
  /** End of the window. */
  refTime: Date
  sinceHours: number | null
  /** Size of `digestHtml` in bytes. */
  digestBytes: number
  /** The clipping's recortes as the viewer sees them now; empty in lists. */
  recortes: Recorte[]
  /** Id of the active listing; null in lists. */
  marketplaceListingId: string | null
}

function releaseColumns(db: Db) {
  return db`
    r.id, coalesce(r.clipping_id, r.ended_clipping_id) as clipping_id, r.clipping_name, r.digest_preview,
    r.articles_count, r.made_at as created_at, r.ref_time, r.since_hours, r.page_key,
    (r.stays_public or ${maySeeRelease(db, null)}) as is_public, octet_length(r.digest_html) as digest_bytes`
}

/** One page of the releases of a clipping, newest first. */
export interface ReleasePage {
  clippingId: string
  limit: number
  /** Releases made before this instant, exclusive. */
  before: Date | undefined
  /** The viewer; null means an anonymous visitor, as on the page of a listing. */
  userId: string | null
}

/** Returns several pages of releases that their viewers may see, in the order of `pages`, with one statement. */
export async function listReleasePages(db: Db, pages: readonly ReleasePage[]): Promise<Release[][]> {
  const asked = pages.map(({ clippingId, limit, before, userId }, page) => ({
    page,
    clippingId,
    limit,
    userId,
    before: before?.toISOString() ?? null,
  }))
  const rows = await db<(Release & { page: number })[]>`
    select p.page, r.*, '[]'::jsonb as recortes, null as marketplace_listing_id
    from jsonb_to_recordset(${db.json(asked)}) as p (
      page int, "clippingId" text, "limit" int, before timestamptz, "userId" text)
    join clippings c on c.id = p."clippingId"
    cross join lateral (
      select ${releaseColumns(db)} from releases r
      where r.clipping_id = c.id and (p.before is null or r.made_at < p.before)
        and ${maySeeRelease(db, db`p."userId"`)}
      order by r.made_at desc, r.id desc
      limit p."limit") r
    order by p.page, r.created_at desc, r.id desc`
  const found = pages.map((): Release[] => [])
  for (const { page, ...release } of rows) found[page]?.push(release)
  return found
}

/** Returns the complete HTML of digests by release id. */
export async function listDigests(db: Db, releaseIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; digestHtml: string }[]>`
    select id, digest_html from releases where id = any(${[...releaseIds]})`
  return new Map(rows.map(({ id, digestHtml }) => [id, digestHtml]))
}

/** Which release, and who asks. */
export interface ReleaseRequest {
  id: string
  /** Null for a visitor who is not logged in as a user. */
  userId: string | null
  /** The key of the address that the visitor has. */
  pageKey?: string | undefined
}

/**
 * SQL condition: the request may read the release `r`, whose clipping `c` may have ended. Compares hashes of the keys, so
 * that the time of the comparison tells nothing about the key of the release.
 */
function mayRead(db: Db, { userId, pageKey }: ReleaseRequest) {
  const hash = pageKey === undefined ? null : createHash('sha256').update(pageKey).digest('hex')
  return db`
  (r.stays_public or encode(sha256(convert_to(r.page_key, 'UTF8')), 'hex') = ${hash}::text
    or ${maySeeRelease(db, userId)})`
}

/** Returns a release that the request may read, with the fields that lists leave empty. */
export async function findRelease(db: Db, request: ReleaseRequest): Promise<Release | undefined> {
  const [release] = await db<Release[]>`
    select ${releaseColumns(db)}, ${seenRecortesColumn(db)}, ${listingColumn(db)}
    from releases r left join clippings c on c.id = r.clipping_id ${joinLastPublication(db, request.userId)}
    where r.id = ${request.id} and ${mayRead(db, request)}`
  return release
}

/** The data that identifies the articles of a release. */
export interface ReleaseContents {
  /** Null for a release that was imported without ids. */
  articleIds: string[] | null
  recortes: Recorte[]
  refTime: Date
  sinceHours: number | null
}

/** Returns the data that identifies the articles of a release, if the request may read the release. */
export async function findReleaseContents(
  db: Db,
  request: ReleaseRequest,
): Promise<ReleaseContents | undefined> {
  const [contents] = await db<ReleaseContents[]>`
    select r.article_ids, r.ref_time, r.since_hours, ${seenRecortesColumn(db)}
    from releases r left join clippings c on c.id = r.clipping_id ${joinLastPublication(db, request.userId)}
    where r.id = ${request.id} and ${mayRead(db, request)}`
  return contents
}
