// Articles in states that need more than a value for each column.
import type { Db } from '@pauta/platform/database/database'
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
