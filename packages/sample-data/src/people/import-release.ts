import { ulid } from 'ulid'
import type { Db } from '@pauta/platform/database/database'

/** A release made elsewhere, such as sample data. Its window is half-open. */
export interface ImportedRelease {
  clippingId: string
  clippingName: string
  digestHtml: string
  digestPreview: string
  /** Newest first. */
  articleIds: string[]
  windowFrom: Date
  windowTo: Date
  sinceHours: number
  madeAt: Date
}

/**
 * Stores a release, unless its clipping has one of the same time. Sends nothing. The clipping's next window starts
 * where this one ended.
 */
export async function importRelease(db: Db, release: ImportedRelease): Promise<void> {
  const { clippingId, articleIds, windowFrom, windowTo } = release
  const id = ulid(windowTo.getTime())
  await db`
    insert into releases (id, clipping_id, clipping_name, digest_html, digest_preview, article_ids, articles_count,
      window_from, window_to, ref_time, since_hours, made_at)
    values (${id}, ${clippingId}, ${release.clippingName}, ${release.digestHtml}, ${release.digestPreview}, ${articleIds},
      ${articleIds.length}, ${windowFrom}, ${windowTo}, ${windowTo}, ${release.sinceHours}, ${release.madeAt})
    on conflict (clipping_id, ref_time) do nothing`
  await db`
    update clippings set delivered_until = ${windowTo}
    where id = ${clippingId} and (delivered_until is null or delivered_until < ${windowTo})`
}
