import type { Db } from '@pauta/platform/database/database'
import type { Storage } from '@pauta/platform/storage/object-storage'

/** A trained classifier of themes. Its weights are an object in the bucket. */
export interface ThemeModelRecord {
  version: string
  trainedAt: Date
  objectKey: string
  /** Labelled articles that the training learned from. */
  learnedArticles: number
  /** Labelled articles that the training has not seen, for the measure. */
  measuredArticles: number
  /** Shares of the measured articles whose theme was found; null without such articles. */
  accuracyL1: number | null
  accuracyL2: number | null
  /** False when it measured worse than the model before, which stays in use. */
  inUse: boolean
}

/** Folder of the weights in the bucket. */
export const THEME_MODELS_FOLDER = 'models/themes'
/** Older versions are removed from the bucket. */
const MODELS_KEPT = 3

/** Returns the latest model in use; undefined before the first training. */
export async function findThemeModel(db: Db): Promise<ThemeModelRecord | undefined> {
  const [row] = await db<ThemeModelRecord[]>`
    select version, trained_at, object_key, learned_articles, measured_articles, accuracy_l1, accuracy_l2, in_use
    from theme_models where in_use order by trained_at desc, version desc limit 1`
  return row
}

/** Returns the latest model, in use or not; undefined before the first training. */
export async function findLatestTraining(db: Db): Promise<ThemeModelRecord | undefined> {
  const [row] = await db<ThemeModelRecord[]>`
    select version, trained_at, object_key, learned_articles, measured_articles, accuracy_l1, accuracy_l2, in_use
    from theme_models order by trained_at desc, version desc limit 1`
  return row
}

/** Records a training, whose weights are in the bucket by then. Recording it again changes nothing. */
export async function recordThemeModel(db: Db, model: ThemeModelRecord): Promise<void> {
  await db`
    insert into theme_models (version, trained_at, object_key, learned_articles, measured_articles, accuracy_l1,
      accuracy_l2, in_use)
    values (${model.version}, ${model.trainedAt}, ${model.objectKey}, ${model.learnedArticles},
      ${model.measuredArticles}, ${model.accuracyL1}, ${model.accuracyL2}, ${model.inUse})
    on conflict (version) do nothing`
}

/** Returns the keys of weights that no environment reads any more: all but those of the latest models in use. */
export async function listOldModelKeys(db: Db, { limit }: { limit: number }): Promise<string[]> {
  const rows = await db<{ objectKey: string }[]>`
    select object_key from theme_models
    where version not in (
      select version from theme_models where in_use order by trained_at desc, version desc limit ${MODELS_KEPT})
    order by trained_at desc limit ${limit}`
  return rows.map(({ objectKey }) => objectKey)
}

/** Returns the weights of the model in use; undefined before the first training, and when the bucket has lost them. */
export async function readThemeWeights(
  db: Db,
  storage: Storage,
): Promise<{ version: string; file: Uint8Array } | undefined> {
  const model = await findThemeModel(db)
  const file = model && (await storage.findBytes(model.objectKey))
  return model && file ? { version: model.version, file } : undefined
}
