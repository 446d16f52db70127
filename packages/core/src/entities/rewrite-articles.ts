import type { Features } from '../articles/article.ts'
import { lockArticles } from '../articles/lock.ts'
import { markDue } from '../steps/steps.ts'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { refreshEntityStore } from './upkeep.ts'

/** Articles per transaction. Each needs a lock and its features in memory. */
export const BATCH_ARTICLES = 200

interface Rewritten {
  uniqueId: string
  features: Features
}

/** A change of the features of many articles. */
interface Rewrite {
  /** Lists the next articles by id, at most 200. */
  list: (after: string) => Promise<string[]>
  change: (features: Features) => Features
  /** Further writes in the transaction of a batch, of whose articles `rows` have features. */
  write?: (db: Db, uniqueIds: readonly string[], rows: readonly Rewritten[]) => Promise<void>
}

export interface BatchOptions {
  /** Receives the articles that became due for the index. */
  onBatch?: (uniqueIds: readonly string[]) => Promise<void>
  signal?: AbortSignal
}

async function rewriteBatch(pool: DbPool, uniqueIds: readonly string[], { change, write }: Rewrite) {
  await pool.begin(async (db) => {
    await lockArticles(db, uniqueIds)
    const rows = await db<Rewritten[]>`
      select unique_id, features from article_features where unique_id = any(${[...uniqueIds]})`
    const changed = rows.map(({ uniqueId, features }) => ({ uniqueId, features: change(features) }))
    await db`
      update article_features f set features = r.features, updated_at = now()
      from jsonb_to_recordset(${db.json(changed as never)}) as r ("uniqueId" text, features jsonb)
      where f.unique_id = r."uniqueId"`
    await write?.(db, uniqueIds, changed)
    await db`update articles set updated_at = clock_timestamp() where unique_id = any(${[...uniqueIds]})`
    await markDue(db, 'index', uniqueIds)
    await refreshEntityStore(db, uniqueIds)
  })
}

/**
 * Changes the features of all listed articles, batch by batch, and makes the articles due for the index. Returns the number
 * of articles. Throws the reason when `signal` aborts.
 */
export async function rewriteArticles(
  pool: DbPool,
  rewrite: Rewrite,
  { onBatch, signal }: BatchOptions,
): Promise<number> {
  let articles = 0
  for (let after = ''; ;) {
    signal?.throwIfAborted()
    const ids = await rewrite.list(after)
    if (ids.length === 0) return articles
    await rewriteBatch(pool, ids, rewrite)
    await onBatch?.(ids)
    articles += ids.length
    after = ids.at(-1) ?? after
  }
}
