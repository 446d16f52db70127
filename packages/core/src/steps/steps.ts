import type { Db } from '@pauta/platform/database/database'

/** The steps of an article until readers find it. The step `classify` exists only when a model is configured. */
export const PIPELINE_STEPS = ['enrich', 'classify', 'embed', 'index'] as const
export type PipelineStep = (typeof PIPELINE_STEPS)[number]

/** A part of the pipeline. Undefined fields do not restrict it. */
export interface PipelineScope {
  step?: PipelineStep | undefined
  agencyKey?: string | undefined
}

/** Makes a step due for articles and increments the version that a worker must settle. */
export async function markDue(db: Db, step: PipelineStep, uniqueIds: readonly string[]): Promise<void> {
  if (uniqueIds.length === 0) return
  await db`
    insert into pipeline_steps as p (unique_id, step, content_hash)
    select unique_id, ${step}, content_hash from articles where unique_id = any(${[...uniqueIds].sort()})
    on conflict (unique_id, step) do update set
      status = 'due', content_hash = excluded.content_hash, version = p.version + 1, attempts = 0, error = null,
      due_at = case when p.status = 'due' then p.due_at else now() end, updated_at = now()`
}

/** A step of an article in the version that a worker read. */
export interface ArticleStep {
  uniqueId: string
  version: number
}

/** Lists the given articles whose step is not done. Skips unknown ids. */
export async function listDue(
  db: Db,
  step: PipelineStep,
  uniqueIds: readonly string[],
): Promise<ArticleStep[]> {
  return await db<ArticleStep[]>`
    select unique_id, version::int from pipeline_steps
    where step = ${step} and unique_id = any(${[...uniqueIds]}) and status <> 'done'`
}

/** Returns the given articles for which any of the steps is not done. */
export async function listWithOpenSteps(
  db: Db,
  steps: readonly PipelineStep[],
  uniqueIds: readonly string[],
): Promise<string[]> {
  if (uniqueIds.length === 0) return []
  const rows = await db<{ uniqueId: string }[]>`
    select distinct unique_id from pipeline_steps
    where step = any(${[...steps]}) and unique_id = any(${[...uniqueIds]}) and status <> 'done'`
  return rows.map((row) => row.uniqueId)
}

/** Lists the step of the given articles in any status, for work that must be repeated. */
export async function listSteps(
  db: Db,
  step: PipelineStep,
  uniqueIds: readonly string[],
): Promise<ArticleStep[]> {
  return await db<ArticleStep[]>`
    select unique_id, version::int from pipeline_steps
    where step = ${step} and unique_id = any(${[...uniqueIds]})`
}

/**
 * Marks steps as done. A step that became due again meanwhile has a higher version and stays due. Returns the articles
 * of such steps.
 */
export async function markDone(db: Db, step: PipelineStep, done: readonly ArticleStep[]): Promise<string[]> {
  if (done.length === 0) return []
  const again = await db<{ uniqueId: string }[]>`
    with d as (
      select * from unnest(${done.map((item) => item.uniqueId)}::text[],
        ${done.map((item) => item.version)}::bigint[]) as d (unique_id, version)
    ), settled as (
      update pipeline_steps p set status = 'done', error = null, updated_at = now()
      from d where p.unique_id = d.unique_id and p.step = ${step} and p.version = d.version
      returning p.unique_id
    )
    select unique_id from d where unique_id not in (select unique_id from settled)`
  return again.map((row) => row.uniqueId)
}

/**
 * Deletes steps that are not to be done, in the version that the worker read. They become due again as if they had never
 * been.
 */
export async function dropSteps(db: Db, step: PipelineStep, items: readonly ArticleStep[]): Promise<void> {
  if (items.length === 0) return
  await db`
    delete from pipeline_steps p
    using unnest(${items.map((item) => item.uniqueId)}::text[], ${items.map((item) => item.version)}::bigint[])
      as d (unique_id, version)
    where p.unique_id = d.unique_id and p.step = ${step} and p.version = d.version`
}

/** Longest stored error of a step, in characters. */
const ERROR_MAX_CHARACTERS = 500

/** A failed step in the version that the worker read, with the reason. */
export interface FailedAttempt extends ArticleStep {
  reason: string
}

/**
 * Counts failed attempts and stores their reasons. The steps stay open for a retry. A step that became due again
 * meanwhile has a higher version and stays unchanged, because an older text failed.
 */
export async function markFailed(
  db: Db,
  step: PipelineStep,
  failed: readonly FailedAttempt[],
): Promise<void> {
  if (failed.length === 0) return
  await db`
    update pipeline_steps p set status = 'failed', attempts = p.attempts + 1, error = f.reason, updated_at = now()
    from unnest(${failed.map((item) => item.uniqueId)}::text[], ${failed.map((item) => item.version)}::bigint[],
      ${failed.map((item) => item.reason.slice(0, ERROR_MAX_CHARACTERS))}::text[]) as f (unique_id, version, reason)
    where p.unique_id = f.unique_id and p.step = ${step} and p.version = f.version and p.status <> 'done'`
}

/** Deletes the open rows of a step that no worker handles any more. Returns their number. */
export async function dropOpenSteps(db: Db, step: PipelineStep): Promise<number> {
  const { count } = await db`delete from pipeline_steps where step = ${step} and status <> 'done'`
  return count
}
