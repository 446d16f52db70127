import type { Job } from '@pauta/platform/jobs/define-job'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import type { LocalJob } from '@pauta/server/functions/invoke'

/** A job with shorter waiting times for a test. */
export function quickJob<Definition extends Job>(
  job: Definition,
  work: JobWork<Definition>,
  changes: Partial<Pick<Job, 'retries' | 'timeoutSeconds' | 'concurrency'>>,
): LocalJob {
  const quick = { ...job, ...changes }
  return { job: quick, handler: runJob(quick, work) }
}
