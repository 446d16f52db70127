import type { Db } from '@pauta/platform/database/database'
import { addMentionedEntities } from './mentioned-entities.ts'
import { writeMetrics } from './metrics.ts'
import { lockEntityStore, writeMentions } from './mentions.ts'

/**
 * Updates mentions, edges, counts and metrics of articles from their rows and features. Code that changes features,
 * `published_at`, `agency_key`, `theme_l1_code` or `deleted_at` calls this once in the same transaction, after every
 * statement that may wait for another writer's articles. Always runs the same number of statements. Does not write
 * unchanged rows.
 */
export async function refreshEntityStore(db: Db, uniqueIds: readonly string[]): Promise<void> {
  if (uniqueIds.length === 0) return
  await writeMetrics(db, uniqueIds)
  await lockEntityStore(db)
  await addMentionedEntities(db, uniqueIds)
  await writeMentions(db, uniqueIds)
}
