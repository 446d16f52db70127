import { readRows, type Db } from '@pauta/platform/database/database'

/** An article whose links and pictures are due for a check. */
export interface IntegrityCandidate {
  uniqueId: string
  url: string
  imageUrl: string | null
  publishedAt: Date
  /** `features.integrity` from the last check. */
  integrity: unknown
}

const PUBLISHED_WITHIN_MONTHS = 5
const CHECK_AGAIN_AFTER_DAYS = 7

/**
 * Lists articles of the last five months that were never checked, or not within the last seven days by
 * `features.integrity.checked_at`, newest first. An unreadable time counts as never checked.
 */
export async function listIntegrityCandidates(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<IntegrityCandidate[]> {
  return await readRows(
    () => db<IntegrityCandidate[]>`
      select a.unique_id, a.url, a.image_url, a.published_at, f.features -> 'integrity' as integrity
      from articles a
      left join article_features f on f.unique_id = a.unique_id
      where a.deleted_at is null
        and a.published_at > ${now}::timestamptz - make_interval(months => ${PUBLISHED_WITHIN_MONTHS})
        and a.published_at <= ${now}
        and coalesce(
          instant_or_null(f.features #>> '{integrity,checked_at}')
            < ${now}::timestamptz - make_interval(days => ${CHECK_AGAIN_AFTER_DAYS}),
          true)
      order by a.published_at desc, a.unique_id desc
      limit ${limit}`,
  )
}
