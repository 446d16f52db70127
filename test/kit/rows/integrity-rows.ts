import type { Db } from '@pauta/platform/database/database'
import { tables, timeAgo } from './tables.ts'

/** What a check of integrity writes into the features of an article. */
interface Features {
  image_broken?: boolean
  integrity?: Record<string, unknown>
}

export async function readFeatures(db: Db, uniqueId: string): Promise<Features> {
  const [row] = await db<{ features: Features }[]>`
    select features from article_features where unique_id = ${uniqueId}`
  return row?.features ?? {}
}

/** Makes the last check of articles older than a week. */
export async function passWeekOfChecks(db: Db, ids: readonly string[]): Promise<void> {
  for (const uniqueId of ids) {
    const features = await readFeatures(db, uniqueId)
    const integrity = { ...features.integrity, checked_at: timeAgo(8 * 24, 'hour').toISOString() }
    await tables.articleFeatures.set(db, { uniqueId }, { features: { ...features, integrity } })
  }
}
