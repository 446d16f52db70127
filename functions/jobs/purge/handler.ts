import { removeDoneDeadLetters } from '@pauta/core/pipeline/done-dead-letters'
import { removeOldRuns } from '@pauta/core/pipeline/job-run-upkeep'
import { PIPELINE_STEPS } from '@pauta/core/pipeline/markers'
import { connectQueueReader } from '@pauta/core/queue-reader'
import { DAY_MS } from '@pauta/core/time'
import { runJob, type JobWork } from '../run-job.ts'
import { purge } from './job.ts'

/** Two weeks of runs are about 220,000 rows: enough to look back over an incident. */
const RUNS_KEPT_DAYS = 14
const BATCH_ROWS = 5000
const DEAD_LETTERS_PER_QUEUE = 1000

export const purgeOld: JobWork<typeof purge> = async ({ db, config, now, signal }) => {
  const before = new Date(now.getTime() - RUNS_KEPT_DAYS * DAY_MS)
  let runs = 0
  for (let removed = BATCH_ROWS; removed === BATCH_ROWS && !signal.aborted; runs += removed)
    removed = await removeOldRuns(db, { before, limit: BATCH_ROWS })
  const reader = connectQueueReader()
  const deadLetters: Record<string, number> = {}
  for (const step of PIPELINE_STEPS) {
    // The queue of a step carries the step's name.
    const address = config.deadLetters.queues[step]
    if (!address) continue
    const walk = { reader, deadLetterUrl: address.deadLetterUrl, limit: DEAD_LETTERS_PER_QUEUE, signal }
    deadLetters[step] = await removeDoneDeadLetters(db, step, walk)
  }
  return { runs, deadLetters }
}

export const handler = runJob(purge, purgeOld)
