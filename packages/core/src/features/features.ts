import type { Db, DbPool } from '@pauta/platform/database/database'
import { listEntityIds, replaceEntityIds } from '../entities/feature-ids.ts'
import { leaveOutRemoved } from '../removals/removed-people.ts'
import { listMerges } from '../entities/merges.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue } from '../steps/steps.ts'
import type { Features } from '../articles/article.ts'
import { FEATURE_NAMES, FEATURES } from '../articles/features.ts'
import { lockArticles } from '../articles/lock.ts'

export interface FeatureUpsert {
  uniqueId: string
  features: Features
}

export interface MergedFeatures {
  /** The known articles among the items. */
  known: string[]
  /** Articles with changed features, which are due for the index. */
  changed: string[]
  /** Articles whose mentions and metrics must be updated, by `refreshEntityStore` or by a rebuild. */
  moved: string[]
}

/**
 * Features from which mentions and metrics are computed. Views and scores change far more often and do not affect them.
 */
const STORE_KEYS: readonly (keyof Features)[] = [
  'entities',
  'sentiment',
  ...FEATURE_NAMES.filter((name) => 'isMetric' in FEATURES[name]),
]

/** Returns the items with the ids of merged entities replaced. */
async function applyMerges(db: Db, items: readonly FeatureUpsert[]): Promise<FeatureUpsert[]> {
  const named = [...new Set(items.flatMap(({ features }) => listEntityIds(features)))]
  const merges = await listMerges(db, named)
  if (merges.size === 0) return [...items]
  return items.map(({ uniqueId, features }) => ({ uniqueId, features: replaceEntityIds(features, merges) }))
}

/**
 * Merges features into the stored ones: a given key replaces the stored key, other keys stay. Articles with changed
 * features become due for the index. Skips unknown and erased articles.
 */
export async function mergeFeatures(db: Db, items: readonly FeatureUpsert[]): Promise<MergedFeatures> {
  const known = await db<{ uniqueId: string }[]>`
    select unique_id from articles
    where unique_id = any(${items.map((item) => item.uniqueId)}) and erased_at is null`
  const ids = new Set(known.map((row) => row.uniqueId))
  const present = items.filter((item) => ids.has(item.uniqueId))
  const rows = await applyMerges(db, await leaveOutRemoved(db, present))
  if (rows.length === 0) return { known: [], changed: [], moved: [] }
  const changed = await db<{ uniqueId: string }[]>`
    insert into article_features as f (unique_id, features)
    select "uniqueId", features from jsonb_to_recordset(${db.json(rows as never)}) as r ("uniqueId" text, features jsonb)
    on conflict (unique_id) do update set features = f.features || excluded.features, updated_at = now()
    where f.features || excluded.features <> f.features
    returning unique_id`
  const changedIds = changed.map((row) => row.uniqueId)
  await db`update articles set updated_at = clock_timestamp() where unique_id = any(${changedIds})`
  await markDue(db, 'index', changedIds)
  const concerned = new Set(
    rows.flatMap(({ uniqueId, features }) => (STORE_KEYS.some((key) => key in features) ? [uniqueId] : [])),
  )
  return { known: [...ids], changed: changedIds, moved: changedIds.filter((id) => concerned.has(id)) }
}

/** Combines the items of one article; the later value of a key wins. */
function foldByArticle(items: readonly FeatureUpsert[]): FeatureUpsert[] {
  const byId = new Map<string, Features>()
  for (const { uniqueId, features } of items) byId.set(uniqueId, { ...byId.get(uniqueId), ...features })
  return [...byId].map(([uniqueId, features]) => ({ uniqueId, features }))
}

/**
 * Merges features from outside in its own transaction. An article may occur more than once. Skips unknown articles.
 * Returns the ids of the known articles.
 */
export async function upsertFeatures(pool: DbPool, items: readonly FeatureUpsert[]): Promise<string[]> {
  const folded = foldByArticle(items)
  if (folded.length === 0) return []
  const { known } = await pool.begin(async (db) => {
    await lockArticles(
      db,
      folded.map((item) => item.uniqueId),
    )
    const { known, moved } = await mergeFeatures(db, folded)
    await refreshEntityStore(db, moved)
    return { known }
  })
  return known
}
