import type { Db, DbPool } from '@pauta/platform/database/database'
import { identifyNames, markNamed } from '../entities/name-sightings.ts'
import { leaveOutRemoved } from '../removals/removed-people.ts'
import { recordEvents } from '../history/writes.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue, type ArticleStep } from '../steps/steps.ts'
import { settleSteps } from '../steps/settle.ts'
import type { Features } from '../articles/article.ts'
import { markUnclassified } from './classification.ts'
import { saveEmbeddings, writeEmbeddings } from '../embeddings/article-embeddings.ts'
import { storeBuiltInThemes, type BuiltInTheme } from './built-in-themes.ts'
import { mergeFeatures } from './features.ts'
import type { ModelName } from '../entities/model-names.ts'

/** The fields of an article that the deriving steps read. */
export interface SourceText {
  uniqueId: string
  agencyKey: string
  title: string
  subtitle: string | null
  summary: string | null
  content: string | null
  imageUrl: string | null
  videoUrl: string | null
  publishedAt: Date
  contentHash: string | null
  deletedAt: Date | null
  /** Names that a language model gave for the current text. */
  modelNames: readonly ModelName[]
}

/** Lists texts of articles by id, including taken-down articles. Skips unknown ids. */
export async function listSourceTexts(db: Db, uniqueIds: readonly string[]): Promise<SourceText[]> {
  return await db<SourceText[]>`
    select a.unique_id, a.agency_key, a.title, a.subtitle, a.summary, a.content, a.image_url, a.video_url,
      a.published_at, a.content_hash, a.deleted_at, coalesce(n.names, '[]') as model_names
    from articles a
    left join article_model_names n
      on n.unique_id = a.unique_id and n.content_hash is not distinct from a.content_hash
    where a.unique_id = any(${[...uniqueIds]})`
}

/** Features of an article, made by the step `enrich`. */
export interface DerivedFeatures extends ArticleStep {
  features: Features
  /** The theme that the built-in classifier chose; null when it is not sure enough of any, undefined when not asked. */
  theme?: BuiltInTheme | null
  /** Sentences of the article for readers, where it has no other summary; null for none, undefined: unchanged. */
  summary?: string | null
}

/** Writes extracted summaries. Returns the articles whose readers get another summary. */
async function writeSummaries(db: Db, items: readonly DerivedFeatures[]): Promise<string[]> {
  const given = items.flatMap(({ uniqueId, summary }) =>
    summary === undefined ? [] : [{ uniqueId, summary }],
  )
  if (given.length === 0) return []
  const shown = await db<{ uniqueId: string }[]>`
    with changed as (
      update articles a set extracted_summary = r.summary
      from jsonb_to_recordset(${db.json(given)}) as r ("uniqueId" text, summary text)
      where a.unique_id = r."uniqueId" and a.extracted_summary is distinct from r.summary
      returning a.unique_id, a.summary
    )
    select unique_id from changed where summary is null order by unique_id`
  const ids = shown.map(({ uniqueId }) => uniqueId)
  await db`update articles set updated_at = clock_timestamp() where unique_id = any(${ids})`
  return ids
}

/**
 * Stores derived features and settles the step. With `classification`, the step `classify` becomes due for unread
 * texts. Returns the ids of the articles that still waited for their features.
 */
export async function storeFeatures(
  pool: DbPool,
  items: readonly DerivedFeatures[],
  { classification = false }: { classification?: boolean } = {},
): Promise<string[]> {
  const settled = await settleSteps(pool, 'enrich', items, async (db, open) => {
    const summarised = await writeSummaries(db, open)
    const themed = await storeBuiltInThemes(
      db,
      open.flatMap(({ uniqueId, theme }) => (theme === undefined ? [] : [{ uniqueId, theme }])),
    )
    const { changed, moved } = await mergeFeatures(
      db,
      await identifyNames(db, await leaveOutRemoved(db, open)),
    )
    const marked = new Set(changed)
    await markDue(
      db,
      'index',
      [...new Set([...summarised, ...themed.ids])].filter((id) => !marked.has(id)),
    )
    if (classification)
      await markUnclassified(
        db,
        open.map(({ uniqueId }) => uniqueId),
      )
    await refreshEntityStore(db, [...new Set([...themed.moved, ...moved])])
    await recordEvents(db, themed.events)
  })
  await markNamed(pool)
  return settled.map(({ uniqueId }) => uniqueId)
}

/** A vector of an article, made by the step `embed`; null for an article without one, such as a taken-down article. */
export interface DerivedEmbedding extends ArticleStep {
  contentHash: string | null
  vector: Float32Array | null
}

/**
 * Stores vectors of a model, makes their articles due for the index and settles the step. Returns the ids of the
 * articles that still waited for their vector.
 */
export async function storeEmbeddings(
  pool: DbPool,
  model: string,
  items: readonly DerivedEmbedding[],
): Promise<string[]> {
  const settled = await settleSteps(pool, 'embed', items, async (db, open) => {
    const made = writeEmbeddings(open)
    if (made.length === 0) return
    const ids = made.map(({ uniqueId }) => uniqueId)
    await saveEmbeddings(db, model, made)
    await db`update articles set updated_at = clock_timestamp() where unique_id = any(${ids})`
    await markDue(db, 'index', ids)
  })
  return settled.map(({ uniqueId }) => uniqueId)
}
