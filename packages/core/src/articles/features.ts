import type { Db } from '../database.ts'
import { markDue } from '../pipeline/markers.ts'
import type { Features } from './article.ts'

export interface FeatureUpsert {
  uniqueId: string
  features: Features
}

/**
 * Merges features into what is stored: a key that comes replaces the key that was there, other keys stay.
 * Articles whose features changed become due for the index. Returns the ids of the articles that exist.
 */
export async function mergeFeatures(db: Db, items: readonly FeatureUpsert[]): Promise<string[]> {
  const known = await db<{ uniqueId: string }[]>`
    select unique_id from articles where unique_id = any(${items.map((item) => item.uniqueId)})`
  const ids = new Set(known.map((row) => row.uniqueId))
  const rows = items.filter((item) => ids.has(item.uniqueId))
  if (rows.length === 0) return []
  const changed = await db<{ uniqueId: string }[]>`
    insert into article_features as f (unique_id, features)
    select "uniqueId", features from jsonb_to_recordset(${db.json(rows as never)}) as r ("uniqueId" text, features jsonb)
    on conflict (unique_id) do update set features = f.features || excluded.features, updated_at = now()
    where f.features || excluded.features <> f.features
    returning unique_id`
  const changedIds = changed.map((row) => row.uniqueId)
  await db`update articles set updated_at = clock_timestamp() where unique_id = any(${changedIds})`
  await markDue(db, 'index', changedIds)
  return [...ids]
}
