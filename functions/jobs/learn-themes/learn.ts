import { countLabelled, listLabelled, type LabelledText } from '@pauta/core/features/built-in-themes'
import {
  findThemeModel,
  listOldModelKeys,
  recordThemeModel,
  THEME_MODELS_FOLDER,
  type ThemeModelRecord,
} from '@pauta/core/themes/theme-models'
import { measureThemes, type ThemeAccuracy } from '@pauta/enrichment/themes/measure-themes'
import { writeThemeModel } from '@pauta/enrichment/themes/theme-model-file'
import type { ThemeRules } from '@pauta/enrichment/themes/theme-rules'
import { toThemeExample, trainThemes, type ThemeExample } from '@pauta/enrichment/themes/train-themes'
import type { Db } from '@pauta/platform/database/database'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { toReadableText } from '@pauta/platform/readable-text/readable-text'
import { hasFallen } from './has-fallen.ts'

/** With fewer labelled articles the rules alone are better, and nothing can be measured. */
const LEAST_LABELLED = 50
/** More are drawn evenly: 40,000 hold 250 MB and train in minutes. */
const LABELLED_MAX = 40_000
const PAGE = 200
/** One in ten labelled articles is kept for the measure. */
const KEPT_ONE_IN = 10
const OLD_MODELS_MAX = 20

/** What a run has learned. */
export interface Learned {
  labelled: number
  learned: number
  measured: number
  accuracyLevel1: number | null
  accuracyLevel2: number | null
  /** The version of the new model; null when there are too few labelled articles. */
  version: string | null
  /** False when the model before stays in use, because the new one measured worse. */
  inUse: boolean
}

interface Learning {
  db: Db
  storage: Storage
  rules: ThemeRules
  now: Date
  signal: AbortSignal
}

/** Whether an article is kept for the measure: always the same ones, so that measures can be compared. */
function isKept(uniqueId: string): boolean {
  let sum = 0
  for (let at = 0; at < uniqueId.length; at++) sum = (Math.imul(sum, 31) + uniqueId.charCodeAt(at)) >>> 0
  return (sum ^ (sum >>> 16)) % KEPT_ONE_IN === 0
}

/** Returns an article in the form that the training reads. */
function toExample(article: LabelledText, rules: ThemeRules): ThemeExample {
  const text = article.content === null ? null : toReadableText(article.content, article.title)
  return toThemeExample({ ...article, text }, article.code, rules)
}

/** Reads the labelled articles page by page, at most 40,000 of them. */
async function readExamples({ db, rules, signal }: Learning, labelled: number) {
  const share = LABELLED_MAX / Math.max(labelled, 1)
  const learning: ThemeExample[] = []
  const kept: ThemeExample[] = []
  for (let after = ''; ;) {
    signal.throwIfAborted()
    const page = await listLabelled(db, { after, limit: PAGE, share })
    for (const article of page) (isKept(article.uniqueId) ? kept : learning).push(toExample(article, rules))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return { learning, kept }
    after = last.uniqueId
  }
}

/** Writes the weights, then the record that names them: no reader finds a model without weights. */
async function keep(
  { db, storage, now }: Learning,
  {
    layers,
    accuracy,
    learned,
  }: { layers: Parameters<typeof writeThemeModel>[0]; accuracy: ThemeAccuracy; learned: number },
): Promise<ThemeModelRecord> {
  // To the millisecond: a second training of one second must not replace the weights in use.
  const version = `learned-${now.toISOString().replaceAll(/\D/g, '')}`
  const before = await findThemeModel(db)
  const model: ThemeModelRecord = {
    version,
    trainedAt: now,
    objectKey: `${THEME_MODELS_FOLDER}/${version}.bin`,
    learnedArticles: learned,
    measuredArticles: accuracy.measured,
    accuracyL1: accuracy.level1,
    accuracyL2: accuracy.level2,
    inUse: !hasFallen(before, { accuracyL1: accuracy.level1, measuredArticles: accuracy.measured }),
  }
  await storage.put(model.objectKey, writeThemeModel(layers), 'application/octet-stream')
  await recordThemeModel(db, model)
  await storage.remove(await listOldModelKeys(db, { limit: OLD_MODELS_MAX }))
  return model
}

/**
 * Learns the themes of the labelled articles, measures the result on the kept tenth, and stores it. A result that
 * measures worse than the one before is stored and not used.
 */
export async function learn(learning: Learning): Promise<Learned> {
  const labelled = await countLabelled(learning.db)
  if (labelled < LEAST_LABELLED)
    return {
      labelled,
      learned: 0,
      measured: 0,
      accuracyLevel1: null,
      accuracyLevel2: null,
      version: null,
      inUse: false,
    }
  const { learning: examples, kept } = await readExamples(learning, labelled)
  const layers = await trainThemes(learning.rules, examples, learning.signal)
  const accuracy = measureThemes(learning.rules, layers, kept)
  const { version, inUse } = await keep(learning, { layers, accuracy, learned: examples.length })
  return {
    labelled,
    learned: examples.length,
    measured: accuracy.measured,
    accuracyLevel1: accuracy.level1,
    accuracyLevel2: accuracy.level2,
    version,
    inUse,
  }
}
