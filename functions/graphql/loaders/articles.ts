import DataLoader from 'dataloader'
import { listFeatures } from '@pauta/core/articles/queries'
import type { Features } from '@pauta/core/articles/article'
import { readRows, type Db } from '@pauta/platform/database/database'

export type FeatureLoader = DataLoader<string, Features | null>

/** Returns a loader that reads the features of all articles of a request in one statement. */
export function makeFeatureLoader(db: Db): FeatureLoader {
  return new DataLoader<string, Features | null>(async (uniqueIds) => {
    const rows = await readRows(() => listFeatures(db, uniqueIds))
    return uniqueIds.map((id) => rows.get(id) ?? null)
  })
}
