import type { ArticleColumns, ThemeLabels } from '@pauta/core/articles/article'
import { themeColumns, themeJoins } from '@pauta/core/articles/queries'
import { readRows, type Db } from '@pauta/platform/database/database'

/** An article that belongs into the dataset, or out of it, and its local day, by which the host is asked about it. */
export interface DatasetCandidate {
  uniqueId: string
  /** `YYYY-MM-DD`. */
  day: string
}

export interface NewCandidate extends DatasetCandidate {
  /** Known to be in no file, as it was taken out of one: the host, which may lag behind, is not believed otherwise. */
  isAbsent: boolean
  /** About how much its texts take in memory. */
  textBytes: number
}

/**
 * Articles published before an instant that no shard of the ledger holds and that nobody else is known to have
 * uploaded: the newest first, so that the latest day never waits for old ones. What the whole corpus is looked through
 * for stands in an index; the articles themselves are read for the answer alone.
 */
export async function listNewCandidates(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<NewCandidate[]> {
  return await readRows(
    () => db<NewCandidate[]>`
      with missing as (
        select a.unique_id, r.removed_at is not null as is_absent
        from articles a
        left join dataset_rows r on r.unique_id = a.unique_id
        where a.published_at < ${before} and a.deleted_at is null
          and (r.unique_id is null or r.removed_at is not null)
        order by a.published_at desc, a.unique_id desc
        limit ${limit}
      )
      select a.unique_id, local_day(a.published_at)::text as day, m.is_absent,
        octet_length(a.title) + coalesce(octet_length(a.subtitle), 0) + coalesce(octet_length(a.editorial_lead), 0)
          + coalesce(octet_length(a.content), 0) + coalesce(octet_length(a.summary), 0) as text_bytes
      from missing m join articles a on a.unique_id = m.unique_id
      order by a.published_at desc, a.unique_id desc`,
  )
}

export interface TakenDownCandidate extends DatasetCandidate {
  url: string
  publishedAt: Date
  /** Whether it is known to be in a file of somebody else's; otherwise the host has to be asked. */
  known: boolean
}

/** Articles that were taken down and may still be in a file that is not of the ledger. */
export async function listTakenDownCandidates(db: Db, limit: number): Promise<TakenDownCandidate[]> {
  return await readRows(
    () => db<TakenDownCandidate[]>`
      select a.unique_id, local_day(a.published_at)::text as day, a.url, a.published_at,
        r.unique_id is not null as known
      from articles a
      left join dataset_rows r on r.unique_id = a.unique_id
      where a.deleted_at is not null and r.shard_path is null and r.removed_at is null
      order by a.unique_id
      limit ${limit}`,
  )
}

/** An article as a row of the dataset. */
export type DatasetArticle = Omit<ArticleColumns, 'contentHash'> & ThemeLabels

/**
 * The articles that a shard should hold, as they are now, in the order (published_at, unique_id), a page at a time.
 * What was taken down since the shard was planned is left out.
 */
export async function listShardArticles(
  db: Db,
  page: { path: string; after: { publishedAt: Date; uniqueId: string } | undefined; limit: number },
): Promise<DatasetArticle[]> {
  const { path, after, limit } = page
  return await readRows(
    () => db<DatasetArticle[]>`
      select a.unique_id, a.agency_key, a.published_at, a.source_updated_at, a.extracted_at, a.title, a.subtitle,
        a.editorial_lead, a.url, a.content, a.image_url, a.video_url, a.category, a.tags,
        ${themeColumns(db)}, a.summary
      from dataset_rows r
      join articles a on a.unique_id = r.unique_id
      ${themeJoins(db)}
      where r.shard_path = ${path} and a.deleted_at is null
        ${after ? db`and (a.published_at, a.unique_id) > (${after.publishedAt}, ${after.uniqueId})` : db``}
      order by a.published_at, a.unique_id
      limit ${limit}`,
  )
}
