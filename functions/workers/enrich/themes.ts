import { toBuiltInTheme, type BuiltInTheme } from '@pauta/core/features/built-in-themes'
import { readThemeReference } from '@pauta/core/themes/reference'
import { findThemeModel, readThemeWeights } from '@pauta/core/themes/theme-models'
import { makeThemeClassifier } from '@pauta/enrichment/themes/theme-classifier'
import { readThemeModel } from '@pauta/enrichment/themes/theme-model-file'
import { compileThemeRules } from '@pauta/enrichment/themes/theme-rules'
import type { ThemedText } from '@pauta/enrichment/themes/theme-text'
import type { Db } from '@pauta/platform/database/database'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { MINUTE_MS } from '@pauta/platform/time/time'

/** Time for which an environment uses its copy before it looks for another model. */
const CHECK_MS = MINUTE_MS

/** Returns the theme of an article; null when the classifier is not sure enough of any. */
type FindTheme = (article: ThemedText) => BuiltInTheme | null

/** An environment's copy of the classifier of themes. */
export interface CachedThemes {
  /** Returns the classifier; a new model shows after at most one minute. */
  get(db: Db, storage: Storage, now: Date): Promise<FindTheme>
}

/** Compiles the rules and the model in use. Takes some tenths of a second. */
async function openThemes(db: Db, storage: Storage): Promise<FindTheme> {
  const reference = await readThemeReference(db)
  const catalogue = new Map(reference.themes.map((theme) => [theme.code, theme]))
  const weights = await readThemeWeights(db, storage)
  const classify = makeThemeClassifier(compileThemeRules(reference), weights && readThemeModel(weights.file))
  return (article) => toBuiltInTheme(classify(article), { catalogue, version: weights?.version })
}

/** Caches the classifier as long as the model in use is the same. */
export function cacheThemes(): CachedThemes {
  let held: { state: string; find: FindTheme; checkedAt: number } | undefined
  return {
    async get(db, storage, now) {
      const at = now.getTime()
      if (held && at - held.checkedAt < CHECK_MS) return held.find
      const model = await findThemeModel(db)
      const state = model?.version ?? ''
      const find = held?.state === state ? held.find : await openThemes(db, storage)
      held = { state, find, checkedAt: at }
      return find
    },
  }
}
