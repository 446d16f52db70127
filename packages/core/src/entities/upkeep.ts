import type { Db } from '@pauta/platform/database/database'
import { addMentionedEntities } from './mentioned-entities.ts'
import { writeMetrics } from './metrics.ts'
import { lockEntityStore, writeMentions } from './mentions.ts'

/**
 * Brings mentions, edges, counts and metrics of articles in line with their rows and features. Whoever changes features,
 * `published_at`, `agency_key`, `theme_l1_code` or `deleted_at` calls it in the same transaction, once, after everything
 * that may wait for another writer's articles. A number of statements that does not grow with the articles; what is
 * in line already is not written.
 */
export async function refreshEntityStore(db: Db, uniqueIds: readonly string[]): Promise<void> {
  if (uniqueIds.length === 0) return
  await writeMetrics(db, uniqueIds)
  await lockEntityStore(db)
  await addMentionedEntities(db, uniqueIds)
  await writeMentions(db, uniqueIds)
}
