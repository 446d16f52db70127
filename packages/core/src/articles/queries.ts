import type { Db } from '@pauta/platform/database/database'
import type { ArticleRow, Features } from './article.ts'

/** An article with what its index document needs besides. */
export interface DocumentRow extends ArticleRow {
  /** 768 numbers of the asked model as PostgreSQL writes them, which is JSON; null when there are none. */
  embedding: string | null
  /** The embedding was made of another text than the article has now. */
  embeddingIsStale: boolean
}

/**
 * Codes and labels of an article's themes, of known ones alone: what only news has named is shown to operators. Goes
 * with `themeJoins` and the alias `a` of articles.
 */
export const themeColumns = (db: Db) => db`
  t1.code as theme_l1_code, t1.label as theme_l1_label, t2.code as theme_l2_code, t2.label as theme_l2_label,
  t3.code as theme_l3_code, t3.label as theme_l3_label,
  coalesce(tm.code, t3.code, t2.code, t1.code) as most_specific_theme_code,
  coalesce(tm.label, t3.label, t2.label, t1.label) as most_specific_theme_label`

/** What `themeColumns` reads besides articles. */
export const themeJoins = (db: Db) => db`
  left join known_themes t1 on t1.code = a.theme_l1_code
  left join known_themes t2 on t2.code = a.theme_l2_code
  left join known_themes t3 on t3.code = a.theme_l3_code
  left join known_themes tm on tm.code = a.most_specific_theme_code`

/**
 * Every column of an ArticleRow; what is noted but not confirmed to be searchable has no instant. Goes with
 * `articleJoins` and the alias `a` of articles.
 */
export const articleColumns = (db: Db) => db`
  a.unique_id, a.agency_key, g.name as agency_name, a.title, a.url, a.published_at, a.source_updated_at,
  a.extracted_at, a.subtitle, a.editorial_lead, a.content, a.summary, a.image_url, a.video_url, a.category, a.tags,
  ${themeColumns(db)}, a.content_hash,
  case when v.written then v.available_at end as available_at, a.deleted_at, a.updated_at, f.features`

/** What `articleColumns` reads besides articles. */
export const articleJoins = (db: Db) => db`
  join agencies g on g.key = a.agency_key
  ${themeJoins(db)}
  left join article_features f on f.unique_id = a.unique_id
  left join article_availability v on v.unique_id = a.unique_id`

const embeddingColumns = (db: Db) => db`
  e.embedding::text as embedding,
  e.unique_id is not null and e.content_hash is distinct from a.content_hash as embedding_is_stale`

const embeddingJoin = (db: Db, model: string) => db`
  left join article_embeddings e on e.unique_id = a.unique_id and e.model = ${model}`

/** Rows for index documents by id, taken-down articles included (their `deletedAt` is set). */
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

/** A row of a scan with the versions of its open steps, read in the same instant; null for a step that is done. */
export interface ScannedRow extends DocumentRow {
  openIndexVersion: number | null
  openEmbedVersion: number | null
  /** The row's instant in the scan's order; see ScanPosition. */
  positionAt: string
}

const openStepColumns = (db: Db) => db`
  pi.version::int as open_index_version, pe.version::int as open_embed_version`

const openStepJoins = (db: Db) => db`
  left join pipeline_steps pi on pi.unique_id = a.unique_id and pi.step = 'index' and pi.status <> 'done'
  left join pipeline_steps pe on pe.unique_id = a.unique_id and pe.step = 'embed' and pe.status <> 'done'`

/** Where a scan of articles stands: strictly after this pair in the scan's order. */
export interface ScanPosition {
  /** As PostgreSQL writes it, with microseconds: a Date keeps milliseconds, and the scan would repeat the row. */
  at: string
  uniqueId: string
}

export interface DocumentScan {
  model: string
  after?: ScanPosition | undefined
  limit: number
}

/** Every article, from an instant on when one is given, in the order (published_at, unique_id), a page at a time. */
export async function listDocumentRowsByPublication(
  db: Db,
  scan: DocumentScan,
  from?: Date,
): Promise<ScannedRow[]> {
  return await db<ScannedRow[]>`
    select ${articleColumns(db)}, ${embeddingColumns(db)}, ${openStepColumns(db)}, a.published_at::text as position_at
    from articles a ${articleJoins(db)} ${embeddingJoin(db, scan.model)} ${openStepJoins(db)}
    where ${scan.after ? db`(a.published_at, a.unique_id) > (${scan.after.at}::text::timestamptz, ${scan.after.uniqueId})` : db`true`}
      ${from ? db`and a.published_at >= ${from}` : db``}
    order by a.published_at, a.unique_id
    limit ${scan.limit}`
}

export interface ChangeRange {
  since: Date
  /** Leaves out articles published at or after this instant, which another walk has read. */
  publishedBefore?: Date | undefined
}

/** Articles changed at or after an instant in the order (updated_at, unique_id), a page at a time. */
export async function listDocumentRowsByChange(
  db: Db,
  { since, publishedBefore }: ChangeRange,
  scan: DocumentScan,
): Promise<ScannedRow[]> {
  return await db<ScannedRow[]>`
    select ${articleColumns(db)}, ${embeddingColumns(db)}, ${openStepColumns(db)}, a.updated_at::text as position_at
    from articles a ${articleJoins(db)} ${embeddingJoin(db, scan.model)} ${openStepJoins(db)}
    where a.updated_at >= ${since}
      and ${scan.after ? db`(a.updated_at, a.unique_id) > (${scan.after.at}::text::timestamptz, ${scan.after.uniqueId})` : db`true`}
      ${publishedBefore ? db`and a.published_at < ${publishedBefore}` : db``}
    order by a.updated_at, a.unique_id
    limit ${scan.limit}`
}

/** How many documents a sync will make: of all articles, or of those published or changed from an instant on. */
export async function countDocumentRows(db: Db, from?: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from articles
    where deleted_at is null ${from ? db`and (published_at >= ${from} or updated_at >= ${from})` : db``}`
  return row?.count ?? 0
}

/** Features by article; articles without any are left out. */
export async function listFeatures(db: Db, uniqueIds: readonly string[]): Promise<Map<string, Features>> {
  const rows = await db<{ uniqueId: string; features: Features }[]>`
    select unique_id, features from article_features where unique_id = any(${[...uniqueIds]})`
  return new Map(rows.map((row) => [row.uniqueId, row.features]))
}
