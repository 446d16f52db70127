import type { Db } from '@pauta/platform/database/database'
import { maySeeRelease } from '../subscriptions/visibility.ts'
import type { Release } from './release.ts'

/** A release as anybody may see it. */
export interface PublicRelease extends Pick<
  Release,
  'id' | 'clippingName' | 'digestPreview' | 'articlesCount' | 'createdAt' | 'pageKey'
> {
  /** Ids of its newest articles, at most 250; empty for a release that was imported without ids. */
  articleIds: string[]
}

/** Articles of a release that are read for a feed. */
const ARTICLE_IDS_MAX = 250

/**
 * Returns a page of the releases of a listed clipping that anybody may see, newest first, and how many there are. A
 * clipping without an active listing has none.
 */
export async function listPublicReleases(
  db: Db,
  { clippingId, page, limit }: { clippingId: string; page: number; limit: number },
): Promise<{ releases: PublicRelease[]; total: number }> {
  const rows = await db<(PublicRelease & { total: number })[]>`
    select r.id, r.clipping_name, r.digest_preview, r.articles_count, r.made_at as created_at, r.page_key,
      coalesce(r.article_ids[1:${ARTICLE_IDS_MAX}], '{}') as article_ids, count(*) over ()::int as total
    from releases r join clippings c on c.id = r.clipping_id
    where c.id = ${clippingId} and ${maySeeRelease(db, null)}
    order by r.made_at desc, r.id desc
    limit ${limit} offset ${(page - 1) * limit}`
  return { releases: rows, total: rows[0]?.total ?? 0 }
}
