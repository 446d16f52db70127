import type { ArticleColumns, ThemeLabels } from '@pauta/core/articles/article'
import { themeColumns, themeJoins } from '@pauta/core/articles/queries'
import { isForClassifier } from '@pauta/core/themes/theme-source'
import { readRows, type Db } from '@pauta/platform/database/database'

/** An article to add or remove, and its local day, by which the host is asked about it. */
export interface DatasetCandidate {
  uniqueId: string
  /** `YYYY-MM-DD`. */
  day: string
}

export interface NewCandidate extends DatasetCandidate {
  /** True when the article was removed from a file before. The viewer of the host may lag behind and still show it. */
  isAbsent: boolean
  /** Approximate size of its texts in memory, in bytes. */
  textBytes: number
}

/**
 * Returns articles published before an instant that no shard contains and that nobody else is known to have uploaded.
 * The newest come first, so that the latest day never waits for old articles. An index covers the scan of the corpus;
 * only the returned articles are read from the table.
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
  /** Whether a file of another uploader is known to contain it; otherwise the host is asked. */
  known: boolean
}

/** Returns articles that were taken down and may still be in files of other uploaders. */
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

/** A row as it is read. The theme of a guessing program is no fact about the article. */
type ReadArticle = DatasetArticle & { isGuessed: boolean }

const NO_THEME = {
  themeL1Code: null,
  themeL2Code: null,
  themeL3Code: null,
  mostSpecificThemeCode: null,
  themeL1Label: null,
  themeL2Label: null,
  themeL3Label: null,
  mostSpecificThemeLabel: null,
} satisfies Partial<DatasetArticle>

/**
 * Yields the articles of a shard with their current data, ordered by (published_at, unique_id), page by page. Leaves
 * out articles taken down since the shard was planned, and themes that the built-in classifier chose: a file has no column for
 * their source, so its readers would take them for labels.
 */
export async function listShardArticles(
  db: Db,
  page: { path: string; after: { publishedAt: Date; uniqueId: string } | undefined; limit: number },
): Promise<DatasetArticle[]> {
  const { path, after, limit } = page
  const rows = await readRows(
    () => db<ReadArticle[]>`
      select a.unique_id, a.agency_key, a.published_at, a.source_updated_at, a.extracted_at, a.title, a.subtitle,
        a.editorial_lead, a.url, a.content, a.image_url, a.video_url, a.category, a.tags,
        ${themeColumns(db)}, a.summary, ${isForClassifier(db)} as is_guessed
      from dataset_rows r
      join articles a on a.unique_id = r.unique_id
      ${themeJoins(db)}
      where r.shard_path = ${path} and a.deleted_at is null
        ${after ? db`and (a.published_at, a.unique_id) > (${after.publishedAt}, ${after.uniqueId})` : db``}
      order by a.published_at, a.unique_id
      limit ${limit}`,
  )
  return rows.map(({ isGuessed, ...article }) => (isGuessed ? { ...article, ...NO_THEME } : article))
}
