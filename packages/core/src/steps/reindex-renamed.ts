import type postgres from 'postgres'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { retryDeadlock } from '@pauta/platform/database/deadlock'
import { markDue } from './steps.ts'

/** Articles per transaction. */
export const REINDEX_BATCH = 1000

/** A theme or agency whose articles still have the old name. */
interface Renamed {
  code: string
  /** The id of the last article that became due. */
  after: string
}

/** Returns the renamed theme that has waited longest, locked. Skips themes locked by another process. */
async function takeRenamedTheme(tx: Db): Promise<Renamed | undefined> {
  const [theme] = await tx<Renamed[]>`
    select code, reindex_after as after from themes where reindex_after is not null
    order by updated_at, code limit 1 for no key update skip locked`
  return theme
}

async function takeRenamedAgency(tx: Db): Promise<Renamed | undefined> {
  const [agency] = await tx<Renamed[]>`
    select key as code, reindex_after as after from agencies where reindex_after is not null
    order by updated_at, key limit 1 for no key update skip locked`
  return agency
}

/** Marks the next articles of a theme or an agency as changed, locked in the order of their ids. Returns their ids. */
async function markArticlesChanged(
  tx: Db,
  after: string,
  hasName: postgres.PendingQuery<postgres.Row[]>,
): Promise<string[]> {
  const rows = await tx<{ uniqueId: string }[]>`
    with page as (
      select unique_id from articles where ${hasName} and unique_id > ${after}
      order by unique_id limit ${REINDEX_BATCH} for no key update
    ), changed as (
      update articles a set updated_at = clock_timestamp() from page where a.unique_id = page.unique_id
      returning a.unique_id
    )
    select unique_id from changed order by unique_id`
  return rows.map((row) => row.uniqueId)
}

/** Returns the id after which the next batch continues; null after the last batch. */
const nextPosition = (ids: readonly string[]): string | null =>
  ids.length < REINDEX_BATCH ? null : (ids.at(-1) ?? null)

/** Handles one batch of one theme or agency. Returns undefined when no name has changed. */
async function reindexBatch(tx: Db): Promise<string[] | undefined> {
  const theme = await takeRenamedTheme(tx)
  if (theme) {
    const ids = await markArticlesChanged(
      tx,
      theme.after,
      tx`(theme_l1_code = ${theme.code} or theme_l2_code = ${theme.code} or theme_l3_code = ${theme.code}
        or most_specific_theme_code = ${theme.code})`,
    )
    await markDue(tx, 'index', ids)
    await tx`update themes set reindex_after = ${nextPosition(ids)} where code = ${theme.code}`
    return ids
  }
  const agency = await takeRenamedAgency(tx)
  if (!agency) return undefined
  const ids = await markArticlesChanged(tx, agency.after, tx`agency_key = ${agency.code}`)
  await markDue(tx, 'index', ids)
  await tx`update agencies set reindex_after = ${nextPosition(ids)} where key = ${agency.code}`
  return ids
}

export interface ReindexOptions {
  /** When aborted, no further batch begins; the next call continues. */
  signal?: AbortSignal | undefined
  /** No batch begins after this number of articles; default: no limit. */
  maxArticles?: number
  /** Receives the ids of each batch after its transaction. */
  onBatch?: (uniqueIds: readonly string[]) => Promise<void>
}

/**
 * Makes the articles of renamed themes and agencies due for the index, 1,000 per transaction, and returns their number.
 * The position is stored, so the next call continues after an interruption.
 */
export async function reindexRenamed(
  pool: DbPool,
  { signal, onBatch, maxArticles = Number.POSITIVE_INFINITY }: ReindexOptions = {},
): Promise<number> {
  let articles = 0
  for (;;) {
    if (signal?.aborted || articles >= maxArticles) break
    const ids = await retryDeadlock(() => pool.begin(reindexBatch))
    if (ids === undefined) break
    articles += ids.length
    if (ids.length > 0) await onBatch?.(ids)
  }
  return articles
}
