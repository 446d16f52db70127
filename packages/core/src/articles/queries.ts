import type { Db } from '@pauta/platform/database/database'
import type postgres from 'postgres'
import { themeConfidence, themeSource } from '../themes/theme-source.ts'
import type { ArticleRow, Features } from './article.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** An article with the embedding for its index document. */
export interface DocumentRow extends ArticleRow {
  /** 768 numbers of the requested model in PostgreSQL's notation, which is also JSON; null when missing. */
  embedding: string | null
  /** True when the text of the article has changed since the embedding was computed. */
  embeddingIsStale: boolean
}

/**
 * SQL: codes and labels of an article's known themes. Themes known only from news are visible to operators alone. Use
 * with `themeJoins` and the alias `a` of articles.
 */
export const themeColumns = (db: Db) => db`
  t1.code as theme_l1_code, t1.label as theme_l1_label, t2.code as theme_l2_code, t2.label as theme_l2_label,
  t3.code as theme_l3_code, t3.label as theme_l3_label,
  coalesce(tm.code, t3.code, t2.code, t1.code) as most_specific_theme_code,
  coalesce(tm.label, t3.label, t2.label, t1.label) as most_specific_theme_label`

/** SQL: the joins of `themeColumns`. */
export const themeJoins = (db: Db) => db`
  left join known_themes t1 on t1.code = a.theme_l1_code
  left join known_themes t2 on t2.code = a.theme_l2_code
  left join known_themes t3 on t3.code = a.theme_l3_code
  left join known_themes tm on tm.code = a.most_specific_theme_code`

/** SQL: the summary that readers get and who wrote it. Use with the alias `a` of articles. */
export const summaryColumns = (db: Db) => db`
  coalesce(a.summary, a.extracted_summary) as summary,
  case when a.summary is null then case when a.extracted_summary is not null then 'extracted' end
    when a.summary_model is not null then 'model' else 'site' end as summary_source`

/**
 * SQL: every column of an ArticleRow. `available_at` is null until it is confirmed. Use with `articleJoins` and the
 * alias `a` of articles.
 */
export const articleColumns = (db: Db) => db`
  a.unique_id, a.agency_key, g.name as agency_name, a.title, a.url, a.published_at, a.source_updated_at,
  a.extracted_at, a.subtitle, a.editorial_lead, a.content, ${summaryColumns(db)}, a.image_url, a.video_url, a.category,
  a.tags, ${themeColumns(db)}, ${themeSource(db)} as theme_source,
  ${themeConfidence(db)} as theme_confidence, a.content_hash, y.story_id,
  case when v.written then v.available_at end as available_at, a.deleted_at, a.updated_at,
  a.changed_at, f.features`

/** SQL: the joins of `articleColumns`. */
export const articleJoins = (db: Db) => db`
  join agencies g on g.key = a.agency_key
  ${themeJoins(db)}
  left join article_features f on f.unique_id = a.unique_id
  left join article_availability v on v.unique_id = a.unique_id
  left join article_stories y on y.unique_id = a.unique_id`

const embeddingColumns = (db: Db) => db`
  e.embedding::text as embedding,
  e.unique_id is not null and e.content_hash is distinct from a.content_hash as embedding_is_stale`

const embeddingJoin = (db: Db, model: string) => db`
  left join article_embeddings e on e.unique_id = a.unique_id and e.model = ${model}`

/** Lists rows for index documents by id, including taken-down articles (`deletedAt` is set). */
export async function listDocumentRows(
  db: Db,
  uniqueIds: readonly string[],
  model: string,
): Promise<DocumentRow[]> {
  return await db<DocumentRow[]>`
    select ${articleColumns(db)}, ${embeddingColumns(db)}
    from articles a ${articleJoins(db)} ${embeddingJoin(db, model)}
    where a.unique_id = any(${[...uniqueIds]})`
}

/** A row of a scan with the versions of its open steps, read in the same statement; null for a step that is done. */
export interface ScannedRow extends DocumentRow {
  openIndexVersion: number | null
  openEmbedVersion: number | null
  /** The row's instant in the order of the scan; see ScanPosition. */
  positionAt: string
}

const openStepColumns = (db: Db) => db`
  pi.version::int as open_index_version, pe.version::int as open_embed_version`

const openStepJoins = (db: Db) => db`
  left join pipeline_steps pi on pi.unique_id = a.unique_id and pi.step = 'index' and pi.status <> 'done'
  left join pipeline_steps pe on pe.unique_id = a.unique_id and pe.step = 'embed' and pe.status <> 'done'`

/** The position of a scan: the last pair read. The scan continues strictly after it. */
export interface ScanPosition {
  /**
   * In PostgreSQL's notation, with microseconds. A Date has only milliseconds, so the scan would read the row again.
   */
  at: string
  uniqueId: string
}

export interface DocumentScan {
  model: string
  after?: ScanPosition | undefined
  limit: number
}

/**
 * SQL: a page of a scan with all its columns. Chooses the ids first: without statistics, PostgreSQL sorts all remaining
 * rows, and would write the embedding of each of them as text for one page.
 */
const selectPage = (db: Db, { model }: DocumentScan, instant: Fragment, ids: Fragment) => db<ScannedRow[]>`
  with page as materialized (${ids})
  select ${articleColumns(db)}, ${embeddingColumns(db)}, ${openStepColumns(db)}, ${instant}::text as position_at
  from page join articles a on a.unique_id = page.unique_id
    ${articleJoins(db)} ${embeddingJoin(db, model)} ${openStepJoins(db)}
  order by ${instant}, a.unique_id`

/** Lists a page of articles in the order (published_at, unique_id): all, or those published at or after `from`. */
export async function listDocumentRowsByPublication(
  db: Db,
  scan: DocumentScan,
  from?: Date,
): Promise<ScannedRow[]> {
  const ids = db`
    select a.unique_id from articles a
    where ${scan.after ? db`(a.published_at, a.unique_id) > (${scan.after.at}::text::timestamptz, ${scan.after.uniqueId})` : db`true`}
      ${from ? db`and a.published_at >= ${from}` : db``}
    order by a.published_at, a.unique_id
    limit ${scan.limit}`
  return await selectPage(db, scan, db`a.published_at`, ids)
}

export interface ChangeRange {
  since: Date
  /** Skips articles published at or after this instant, which another walk has read. */
  publishedBefore?: Date | undefined
}

/** Lists a page of articles changed at or after an instant, in the order (updated_at, unique_id). */
export async function listDocumentRowsByChange(
  db: Db,
  { since, publishedBefore }: ChangeRange,
  scan: DocumentScan,
): Promise<ScannedRow[]> {
  const ids = db`
    select a.unique_id from articles a
    where a.updated_at >= ${since}
      and ${scan.after ? db`(a.updated_at, a.unique_id) > (${scan.after.at}::text::timestamptz, ${scan.after.uniqueId})` : db`true`}
      ${publishedBefore ? db`and a.published_at < ${publishedBefore}` : db``}
    order by a.updated_at, a.unique_id
    limit ${scan.limit}`
  return await selectPage(db, scan, db`a.updated_at`, ids)
}

/**
 * Returns the number of documents that a sync will write: for all articles, or for those published or changed at or
 * after `from`.
 */
export async function countDocumentRows(db: Db, from?: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from articles
    where deleted_at is null ${from ? db`and (published_at >= ${from} or updated_at >= ${from})` : db``}`
  return row?.count ?? 0
}

/** Returns features by article. Skips articles without features. */
export async function listFeatures(db: Db, uniqueIds: readonly string[]): Promise<Map<string, Features>> {
  const rows = await db<{ uniqueId: string; features: Features }[]>`
    select unique_id, features from article_features where unique_id = any(${[...uniqueIds]})`
  return new Map(rows.map((row) => [row.uniqueId, row.features]))
}
