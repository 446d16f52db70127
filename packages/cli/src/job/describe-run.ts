import type { JobRun } from '@pauta/platform/jobs/job-runs'
import { backoffSeconds, type Job } from '@pauta/platform/jobs/define-job'
import { describeSeconds } from '../terminal/table.ts'

/** Returns the numbers and short texts of the progress, such as `day 2026-01-02, sent 300`. */
function describeProgress(progress: unknown): string {
  if (progress === null || typeof progress !== 'object') return ''
  return Object.entries(progress)
    .filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length <= 40))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

/** Describes a run that has not ended. */
export function describeOpenRun(job: Job, { status, attempts, progress, error }: JobRun): string {
  const detail = describeProgress(progress)
  if (status === 'running')
    return `running${attempts > 1 ? `, try ${attempts}` : ''}${detail === '' ? '' : `: ${detail}`}`
  if (error === null) return `going on in another invocation${detail === '' ? '' : `: ${detail}`}`
  return `failed: ${error}\nit is tried again in ${describeSeconds(backoffSeconds(job.retries, attempts))}`
}

function describeValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Describes a run that has ended: its result by name, or why it failed or was skipped. */
export function describeEndedRun({ status, attempts, result, error }: JobRun): string[] {
  if (status === 'skipped') return [`skipped: ${error}`]
  if (status === 'failed') return [`failed after ${attempts} ${attempts === 1 ? 'try' : 'tries'}: ${error}`]
  const entries = Object.entries((result ?? {}) as Record<string, unknown>).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return ['succeeded', ...entries.map(([name, value]) => `  ${name}: ${describeValue(value)}`)]
}
