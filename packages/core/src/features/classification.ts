import type { Db, DbPool } from '@pauta/platform/database/database'
import type { ChangedArticle, NewEvent } from '../history/event.ts'
import { recordEvents } from '../history/writes.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue, type ArticleStep } from '../steps/steps.ts'
import { settleSteps } from '../steps/settle.ts'
import type { ThemeCodes } from '../themes/theme.ts'
import { saveModelNames, type ModelName, type NamedArticle } from '../entities/model-names.ts'
import type { StoredSummary, StoredThemes } from '../ingest/merge.ts'

/** The result of a language model for an article; null fields where the model found no suitable value. */
export interface Classification extends ArticleStep {
  /** Fingerprint of the text that the model read. */
  contentHash: string | null
  theme: ThemeCodes | null
  summary: string | null
  /** People, places and organisations that the text has. */
  names?: readonly ModelName[]
}

/** Summary and themes of an article, each with the model that wrote it. */
export type ClassifiedFields = StoredSummary & StoredThemes

/** SQL: whether a model may write a field of article `a`. A model never replaces the agency's own summary or themes. */
export const isForModel = (db: Db) => db`
  a.deleted_at is null and a.content is not null
  and (a.summary is null or a.summary_model is not null
    or a.most_specific_theme_code is null or a.theme_model is not null)`

/**
 * Makes the step `classify` due for articles without a summary or themes of their agency, once per text. Articles whose
 * current text a model has read, or failed at, stay unchanged.
 */
export async function markUnclassified(db: Db, uniqueIds: readonly string[]): Promise<void> {
  const rows = await db<{ uniqueId: string }[]>`
    select a.unique_id from articles a
    left join pipeline_steps p on p.unique_id = a.unique_id and p.step = 'classify'
    where a.unique_id = any(${[...uniqueIds]}) and ${isForModel(db)}
      and (p.unique_id is null or p.content_hash is distinct from a.content_hash)`
  await markDue(
    db,
    'classify',
    rows.map((row) => row.uniqueId),
  )
}

/**
 * Returns the new fields of an article. A model fills missing fields and replaces fields written by a model, nothing
 * else.
 */
export function applyClassification(
  before: ClassifiedFields,
  { summary, theme }: Pick<Classification, 'summary' | 'theme'>,
  model: string,
): ClassifiedFields {
  const takesSummary = summary !== null && (before.summary === null || before.summaryModel !== null)
  const takesTheme = theme !== null && (before.mostSpecificThemeCode === null || before.themeModel !== null)
  return {
    ...before,
    ...(takesSummary && { summary, summaryModel: model }),
    ...(takesTheme && { ...theme, themeModel: model, themeSource: 'model', themeConfidence: null }),
  }
}

interface ClassifiedRow extends ClassifiedFields, ChangedArticle {}

async function listClassifiedRows(db: Db, uniqueIds: readonly string[]): Promise<ClassifiedRow[]> {
  return await db<ClassifiedRow[]>`
    select unique_id, agency_key, content_hash, summary, summary_model, theme_l1_code, theme_l2_code, theme_l3_code,
      most_specific_theme_code, theme_model, theme_source, theme_confidence
    from articles where unique_id = any(${[...uniqueIds]}) and deleted_at is null`
}

async function writeClassified(db: Db, rows: readonly ClassifiedRow[]): Promise<void> {
  await db`
    update articles a set
      summary = r.summary, summary_model = r."summaryModel", theme_l1_code = r."themeL1Code",
      theme_l2_code = r."themeL2Code", theme_l3_code = r."themeL3Code",
      most_specific_theme_code = r."mostSpecificThemeCode", theme_model = r."themeModel",
      theme_source = r."themeSource", theme_confidence = r."themeConfidence",
      updated_at = clock_timestamp(), changed_at = clock_timestamp()
    from jsonb_to_recordset(${db.json(rows as never)}) as r ("uniqueId" text, summary text, "summaryModel" text,
      "themeL1Code" text, "themeL2Code" text, "themeL3Code" text, "mostSpecificThemeCode" text, "themeModel" text,
      "themeSource" text, "themeConfidence" real)
    where a.unique_id = r."uniqueId"`
}

/**
 * Stores the results of a model and settles the step. Changed articles become due for the index; with a changed summary
 * also for their embedding, with other names for their features. Results for an older text are dropped: the step becomes
 * due again when the newer text has its features. Returns the ids of the articles that still waited for the result, and of
 * those whose features are due.
 */
export async function storeClassifications(
  pool: DbPool,
  model: string,
  items: readonly Classification[],
): Promise<{ settled: string[]; renamed: string[] }> {
  const renamed: string[] = []
  const settled = await settleSteps(pool, 'classify', items, async (db, open) => {
    const said = new Map(open.map((item) => [item.uniqueId, item]))
    const changed: ClassifiedRow[] = []
    const summarised: string[] = []
    const relabelled: NewEvent[] = []
    const named: NamedArticle[] = []
    for (const row of await listClassifiedRows(db, [...said.keys()])) {
      const item = said.get(row.uniqueId)
      if (item?.contentHash !== row.contentHash) continue
      if (item.names) named.push({ uniqueId: row.uniqueId, contentHash: row.contentHash, names: item.names })
      const after = { ...row, ...applyClassification(row, item, model) }
      if (JSON.stringify(after) === JSON.stringify(row)) continue
      changed.push(after)
      if (after.summary !== row.summary) summarised.push(row.uniqueId)
      const { uniqueId, agencyKey, contentHash } = row
      if (after.mostSpecificThemeCode !== row.mostSpecificThemeCode)
        relabelled.push({ uniqueId, agencyKey, contentHash, kind: 'relabelled', seenBy: 'model' })
    }
    renamed.push(...(await saveModelNames(db, model, named)))
    await markDue(db, 'enrich', renamed)
    if (changed.length === 0) return
    const ids = changed.map(({ uniqueId }) => uniqueId)
    await writeClassified(db, changed)
    await markDue(db, 'index', ids)
    await markDue(db, 'embed', summarised)
    await refreshEntityStore(db, ids)
    await recordEvents(db, relabelled)
  })
  return { settled: settled.map(({ uniqueId }) => uniqueId), renamed }
}
