import type { Db } from '@pauta/platform/database/database'
import { tables, timeAgo } from './tables.ts'

interface OpenStep {
  step: string
  status: string
  /** Minutes since the step became due. */
  minutes: number
  error?: string
}

/** Gives one step of an article a status for some minutes, and ends its other steps. A failed step has five attempts. */
export async function openStep(
  db: Db,
  uniqueId: string,
  { step, status, minutes, error }: OpenStep,
): Promise<void> {
  const dueAt = timeAgo(minutes, 'minute')
  await tables.pipelineSteps.set(db, { uniqueId }, { status: 'done', dueAt, attempts: 0, error: null })
  const failure = status === 'failed' ? { attempts: 5, error: error ?? 'no such model' } : {}
  await tables.pipelineSteps.set(db, { uniqueId, step }, { status, ...failure })
}
