// Articles in states that need more than a value for each column.
import { upsertArticles } from '@pauta/core/ingest/writes'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { NOW, type Columns } from './delivery-rows.ts'
import { anArticle, received } from './factories.ts'
import { tables } from './tables.ts'

/** Takes articles down in the table alone: no step becomes due. */
export async function takeDown(db: Db, uniqueIds: readonly string[]): Promise<void> {
  const now = new Date()
  await tables.articles.set(db, { uniqueId: uniqueIds }, { deletedAt: now, updatedAt: now })
}

/**
 * Sets publication times with microseconds, by article: `2026-05-02T12:00:00.000100Z`. A Date would lose the last
 * three digits.
 */
export async function publishAt(db: Db, instants: ReadonlyMap<string, string>): Promise<void> {
  await db`
    update articles a set published_at = given.instant::timestamptz
    from unnest(${[...instants.keys()]}::text[], ${[...instants.values()]}::text[]) as given (unique_id, instant)
    where a.unique_id = given.unique_id`
}

/** Writes articles of the instant NOW that have ended all their steps, each with columns of its own. */
export async function writeEnded(db: DbPool, articles: Readonly<Record<string, Columns>>): Promise<void> {
  await upsertArticles(
    db,
    Object.keys(articles).map((uniqueId) => received(anArticle({ uniqueId, publishedAt: NOW }))),
  )
  for (const [uniqueId, columns] of Object.entries(articles))
    if (Object.keys(columns).length > 0) await tables.articles.set(db, { uniqueId }, columns)
  await tables.pipelineSteps.set(db, {}, { status: 'done' })
}
