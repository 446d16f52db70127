import { readRows, type Db } from '@pauta/platform/database/database'
import { limitExceeded } from '@pauta/platform/errors'
import type { DateWindow } from '@pauta/platform/time/time'
import type { ArticleRow } from '../articles/article.ts'
import { showFeatures, type ShownFeatures } from '../articles/features.ts'
import { readEmbedding, sentimentOf } from '../search-index/article-document.ts'
import { articleColumns, articleJoins, listDocumentRows } from '../articles/queries.ts'

/** An article with the features of the index; null for a missing one. */
export interface ArticleRecord extends ArticleRow, ShownFeatures {
  sentimentLabel: string | null
  sentimentScore: number | null
}

/** An article with the embedding of its index document. */
export interface IndexRecord extends ArticleRecord {
  /** 768 numbers of the requested model, or null. */
  contentEmbedding: number[] | null
}

function toRecord(row: ArticleRow): ArticleRecord {
  const features = row.features ?? {}
  const { label, score } = sentimentOf(features)
  return { ...row, sentimentLabel: label, sentimentScore: score, ...showFeatures(features) }
}

/** Returns the bytes of a row in an answer: JSON text, which Lambda escapes again inside its own JSON. */
function answerBytes(row: ArticleRow): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(row)))
}

/**
 * Returns the first rows that fit into an answer of `maxBytes`. Always returns at least one row, so that paging makes
 * progress.
 */
function takeFitting<Row extends ArticleRow>(rows: readonly Row[], maxBytes: number): Row[] {
  let bytes = 0
  const over = rows.findIndex((row) => (bytes += answerBytes(row)) > maxBytes)
  return over < 0 ? [...rows] : rows.slice(0, Math.max(over, 1))
}

/**
 * SQL: a lower bound of the bytes of a row in an answer. Reads lengths without the texts, so that a page of large rows
 * is cheap.
 */
const leastBytes = (db: Db) => db`
  octet_length(a.title) + coalesce(octet_length(a.subtitle), 0) + coalesce(octet_length(a.editorial_lead), 0)
  + coalesce(octet_length(a.content), 0) + coalesce(octet_length(a.summary), 0)`

/**
 * Lists articles by id in the given order, each once. Skips unknown and taken-down articles. Throws LIMIT_EXCEEDED
 * naming `uniqueIds` when the answer would exceed `maxBytes`. Never reads more than that from the database.
 */
export async function listArticleRows(
  db: Db,
  uniqueIds: readonly string[],
  maxBytes: number,
): Promise<ArticleRow[]> {
  const rows = await readRows(
    () => db<ArticleRow[]>`
      with wanted as (
        select a.unique_id, w.position, sum(${leastBytes(db)}) over (order by w.position) - (${leastBytes(db)}) as before
        from unnest(${[...new Set(uniqueIds)]}::text[]) with ordinality as w (unique_id, position)
        join articles a on a.unique_id = w.unique_id
        where a.deleted_at is null
      )
      select ${articleColumns(db)}
      from wanted w join articles a on a.unique_id = w.unique_id ${articleJoins(db)}
      where w.before <= ${maxBytes}
      order by w.position`,
  )
  let bytes = 0
  for (const row of rows) bytes += answerBytes(row)
  if (bytes > maxBytes)
    throw limitExceeded('uniqueIds', 'a resposta não cabe em 6 MB: peça menos notícias por vez.')
  return rows
}

/** Returns an article, or undefined when it is unknown or taken down. */
export async function findArticleRow(db: Db, uniqueId: string): Promise<ArticleRow | undefined> {
  const [row] = await listArticleRows(db, [uniqueId], Number.MAX_SAFE_INTEGER)
  return row
}

/** Returns an article in the form of its index document, or undefined when it is unknown or taken down. */
export async function findIndexRecord(
  db: Db,
  uniqueId: string,
  model: string,
): Promise<IndexRecord | undefined> {
  const [row] = await readRows(() => listDocumentRows(db, [uniqueId], model))
  if (!row || row.deletedAt !== null) return undefined
  return { ...toRecord(row), contentEmbedding: readEmbedding(row.embedding) }
}

/** Whether an article exists, taken down or not, so that a page can begin after it. */
export async function articleExists(db: Db, uniqueId: string): Promise<boolean> {
  const rows = await readRows(() => db`select 1 from articles where unique_id = ${uniqueId}`)
  return rows.length > 0
}

export interface RecordPage {
  window: DateWindow
  /** Id of the last article of the previous page. */
  after?: string | undefined
  limit: number
  maxBytes: number
}

/**
 * Returns one page of a window in the order (published_at, unique_id), without taken-down articles. The page ends early
 * when the rows would exceed `maxBytes`, so only an empty page is the end.
 */
export async function listRecordPage(db: Db, page: RecordPage): Promise<ArticleRecord[]> {
  const { window, after, limit, maxBytes } = page
  const rows = await readRows(
    () => db<ArticleRow[]>`
      with page as (
        select a.unique_id, a.published_at, ${leastBytes(db)} as bytes
        from articles a
        where a.deleted_at is null
          ${window.from ? db`and a.published_at >= ${window.from}` : db``}
          ${window.to ? db`and a.published_at < ${window.to}` : db``}
          ${
            after === undefined
              ? db``
              : // Compares the stored instant: a Date has no microseconds, so the row would be repeated.
                db`and (a.published_at, a.unique_id)
                  > ((select c.published_at from articles c where c.unique_id = ${after}), ${after})`
          }
        order by a.published_at, a.unique_id
        limit ${limit}
      ), counted as (
        select unique_id, sum(bytes) over (order by published_at, unique_id) - bytes as before from page
      )
      select ${articleColumns(db)}
      from counted p join articles a on a.unique_id = p.unique_id ${articleJoins(db)}
      where p.before <= ${maxBytes}
      order by a.published_at, a.unique_id`,
  )
  return takeFitting(rows, maxBytes).map(toRecord)
}
