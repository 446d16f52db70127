import { jobs } from '@pauta/functions/jobs/jobs'
import type { Db } from '@pauta/platform/database/database'
import { countRunsByJob } from '@pauta/platform/jobs/job-runs'

const NO_RUNS = { succeeded: 0, failed: 0, skipped: 0, open: 0, targets: 0, lastEndedAt: null }

/** Lists every job with its schedule and how its runs ended since an instant. One statement. */
export async function listJobStatus(db: Db, since: Date) {
  const counts = new Map((await countRunsByJob(db, since)).map((row) => [row.job, row]))
  return jobs.map(({ name, purpose, schedule }) => ({
    ...(counts.get(name) ?? NO_RUNS),
    name,
    purpose,
    cron: schedule?.cron ?? null,
    timezone: schedule?.timezone ?? null,
  }))
}
