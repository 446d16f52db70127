import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { listBackfills } from '@pauta/scraper/backfill/backfills'
import { workOnAll } from '@pauta/scraper/backfill/work-on-all'
import { openWork } from '@pauta/scraper/runs/open-work'
import { backfill } from './job.ts'

/** Milliseconds in which requests may begin: the last one, with its turn of the host, ends before the time limit. */
const WORK_MS = 12 * 60_000

/** Works on all open backfills at once: their sites wait for their hosts at the same time. */
export const readHistory: JobWork<typeof backfill> = async ({ db, config, logger }) => {
  const open = await listBackfills(db, { open: true })
  if (open.length === 0) return { backfills: 0 }
  const work = await openWork(config, { db, logger })
  const ends = await workOnAll(open, { ...work, db, deadline: Date.now() + WORK_MS })
  return { backfills: open.length, ends }
}

export const handler = runJob(backfill, readHistory)
