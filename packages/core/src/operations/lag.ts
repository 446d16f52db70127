import type { Db } from '@pauta/platform/database/database'
import { PIPELINE_STEPS, type PipelineScope, type PipelineStep } from '../steps/steps.ts'

/** `/ready` reports a step as late when an article has been open for longer than this. */
export const LAG_LIMIT_SECONDS = 15 * 60

/** The open work of a step. */
export interface StepLag {
  step: PipelineStep
  /** Number of waiting articles. */
  due: number
  /** Number of articles that failed and have not succeeded since. */
  failed: number
  /** Since when the oldest open article (due or failed) waits; null when none is open. */
  oldestOpenAt: Date | null
}

export interface AgencyStepLag extends StepLag {
  agencyKey: string
}

/** Lists the open work of every step, in the order of the pipeline. */
export async function listStepLag(db: Db): Promise<StepLag[]> {
  return await db<StepLag[]>`
    select s.step, count(*) filter (where p.status = 'due')::int as due,
      count(*) filter (where p.status = 'failed')::int as failed, min(p.due_at) as oldest_open_at
    from unnest(${[...PIPELINE_STEPS]}::text[]) with ordinality as s (step, position)
    left join pipeline_steps p on p.step = s.step and p.status <> 'done'
    group by s.step, s.position
    order by s.position`
}

const isInScope = (db: Db, { step, agencyKey }: PipelineScope) => db`
  ${step ? db`p.step = ${step}` : db`true`} and ${agencyKey ? db`a.agency_key = ${agencyKey}` : db`true`}`

/** Lists steps and agencies with open articles, the oldest first. */
export async function listAgencyLag(
  db: Db,
  { limit, ...scope }: PipelineScope & { limit: number },
): Promise<AgencyStepLag[]> {
  return await db<AgencyStepLag[]>`
    select p.step, a.agency_key, count(*) filter (where p.status = 'due')::int as due,
      count(*) filter (where p.status = 'failed')::int as failed, min(p.due_at) as oldest_open_at
    from pipeline_steps p join articles a on a.unique_id = p.unique_id
    where p.status <> 'done' and ${isInScope(db, scope)}
    group by p.step, a.agency_key
    order by oldest_open_at, p.step, a.agency_key collate "C"
    limit ${limit}`
}

/** Returns the seconds since the oldest open article waits; 0 when none is open. */
export function lagSeconds({ oldestOpenAt }: Pick<StepLag, 'oldestOpenAt'>, now: Date): number {
  return oldestOpenAt === null ? 0 : Math.max(0, Math.round((now.getTime() - oldestOpenAt.getTime()) / 1000))
}

/** A failed step of an article with its error. */
export interface FailedStep {
  step: PipelineStep
  uniqueId: string
  agencyKey: string
  attempts: number
  error: string | null
  failedAt: Date
}

/** Lists failed steps, the latest first. */
export async function listFailedSteps(
  db: Db,
  { limit, ...scope }: PipelineScope & { limit: number },
): Promise<FailedStep[]> {
  return await db<FailedStep[]>`
    select p.step, p.unique_id, a.agency_key, p.attempts, p.error, p.updated_at as failed_at
    from pipeline_steps p join articles a on a.unique_id = p.unique_id
    where p.status = 'failed' and ${isInScope(db, scope)}
    order by p.updated_at desc, p.unique_id collate "C"
    limit ${limit}`
}

/** Returns the stored errors of a step by article, for those of the given articles that have not passed it. */
export async function listStepErrors(
  db: Db,
  step: PipelineStep,
  uniqueIds: readonly string[],
): Promise<Map<string, string | null>> {
  if (uniqueIds.length === 0) return new Map()
  const rows = await db<{ uniqueId: string; error: string | null }[]>`
    select unique_id, error from pipeline_steps
    where step = ${step} and unique_id = any(${[...uniqueIds]}) and status <> 'done'`
  return new Map(rows.map(({ uniqueId, error }) => [uniqueId, error]))
}
