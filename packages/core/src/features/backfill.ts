import { isForModel } from './classification.ts'
import type { Db } from '@pauta/platform/database/database'
import type { PipelineStep } from '../steps/steps.ts'
import { lacksStory } from '../stories/assign-stories.ts'

/**
 * Articles whose features must be derived (again): those with missing, outdated or failed enrichment, or all articles
 * published at or after an instant. Excludes taken-down articles.
 */
export type EnrichSelection = { kind: 'missing' } | { kind: 'since'; from: Date }

/** Only the step `enrich` writes this key, so features from other sources do not count as derived. */
const DERIVED_KEY = 'content_annotations'

const isSelected = (db: Db, selection: EnrichSelection) =>
  selection.kind === 'since'
    ? db`a.published_at >= ${selection.from}`
    : db`(not coalesce(f.features ? ${DERIVED_KEY}, false) or ${lacksStory(db)}
        or exists (select from pipeline_steps p
          where p.unique_id = a.unique_id and p.step = 'enrich' and p.status <> 'done'))`

/** SQL: the model has not read the current text of the article, or has failed at it. */
const isUnclassified = (db: Db) => db`
  (p.unique_id is null or p.status <> 'done' or p.content_hash is distinct from a.content_hash)`

/** SQL: the articles of a selection that a language model must classify (again). */
const classifiable = (db: Db, selection: EnrichSelection) => db`
  from articles a left join pipeline_steps p on p.unique_id = a.unique_id and p.step = 'classify'
  where ${isForModel(db)}
    and ${selection.kind === 'since' ? db`a.published_at >= ${selection.from}` : isUnclassified(db)}`

/** Counts the articles of a selection for the language model. */
export async function countToClassify(db: Db, selection: EnrichSelection): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*)::int as count ${classifiable(db, selection)}`
  return row?.count ?? 0
}

/** An article for the language model. */
export interface ArticleToClassify {
  uniqueId: string
  /**
   * True when the article already waits for the model. Read together with the selection, because a worker may finish it
   * a moment later.
   */
  isWaiting: boolean
}

/** Lists articles of a selection for the language model by id, strictly after `after`, at most `limit`. */
export async function listToClassify(
  db: Db,
  selection: EnrichSelection,
  { after, limit }: { after: string; limit: number },
): Promise<ArticleToClassify[]> {
  return await db<ArticleToClassify[]>`
    select a.unique_id, coalesce(p.status = 'due', false) as is_waiting
    ${classifiable(db, selection)} and a.unique_id > ${after}
    order by a.unique_id limit ${limit}`
}

/** Counts the articles of a selection. */
export async function countToEnrich(db: Db, selection: EnrichSelection): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count
    from articles a left join article_features f on f.unique_id = a.unique_id
    where a.deleted_at is null and ${isSelected(db, selection)}`
  return row?.count ?? 0
}

/** Lists the articles whose enrichment waits, without taken-down ones, by id, strictly after `after`, at most `limit`. */
export async function listWaitingToEnrich(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ uniqueId: string }[]>`
    select p.unique_id from pipeline_steps p join articles a using (unique_id)
    where p.step = 'enrich' and p.status = 'due' and a.deleted_at is null and p.unique_id > ${after}
    order by p.unique_id limit ${limit}`
  return rows.map(({ uniqueId }) => uniqueId)
}

/** Lists the ids of a selection in order, strictly after `after`, at most `limit`. */
export async function listToEnrich(
  db: Db,
  selection: EnrichSelection,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ uniqueId: string }[]>`
    select a.unique_id
    from articles a left join article_features f on f.unique_id = a.unique_id
    where a.deleted_at is null and a.unique_id > ${after} and ${isSelected(db, selection)}
    order by a.unique_id
    limit ${limit}`
  return rows.map((row) => row.uniqueId)
}

/** A step that is not done. */
export interface OpenStep {
  uniqueId: string
  status: 'due' | 'failed'
  error: string | null
}

/** Lists the given articles whose step is not done, with the error of a failed step. */
export async function listOpenSteps(
  db: Db,
  step: PipelineStep,
  uniqueIds: readonly string[],
): Promise<OpenStep[]> {
  return await db<OpenStep[]>`
    select unique_id, status, error from pipeline_steps
    where step = ${step} and unique_id = any(${[...uniqueIds]}) and status <> 'done'`
}
