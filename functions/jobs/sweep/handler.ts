import { takeOverdueClippings } from '@pauta/core/clippings/due'
import { writeReleaseMessage } from '@pauta/core/clippings/messages'
import { countStaleTargets } from '@pauta/core/pipeline/freshness'
import { listStepLag } from '@pauta/core/pipeline/lag'
import { countRuns, failAbandonedRuns } from '@pauta/core/pipeline/job-run-upkeep'
import { PIPELINE_STEPS, type PipelineStep } from '@pauta/core/pipeline/markers'
import { publishMetrics } from '@pauta/core/pipeline/metrics'
import { takeOverdue, wakeStep, type Waker } from '@pauta/core/pipeline/wake'
import { connectQueues } from '@pauta/core/queues'
import { MINUTE_MS } from '@pauta/core/time'
import { runJob, type JobWork } from '../run-job.ts'
import { scrape } from '../scrape/job.ts'
import { sweep } from './job.ts'

const BATCH = 500
/** A worker takes some thousands in the five minutes until the next sweep; more would only lengthen its queue. */
const WAKE_UPS_PER_STEP = 5000

async function wakeOverdue(step: PipelineStep, waker: Waker, signal: AbortSignal): Promise<number> {
  let woken = 0
  while (woken < WAKE_UPS_PER_STEP && !signal.aborted) {
    const ids = await takeOverdue(waker.db, { step, now: waker.now, limit: BATCH })
    if (ids.length === 0) break
    woken += await wakeStep(step, ids, waker)
  }
  return woken
}

/** Sends the runs of clippings whose clock did not ring; a run that has begun meanwhile takes no notice. */
async function ringOverdue(
  { db, now, queues }: Waker,
  releaseUrl: string,
  signal: AbortSignal,
): Promise<number> {
  let rung = 0
  while (rung < WAKE_UPS_PER_STEP && !signal.aborted) {
    const runs = await takeOverdueClippings(db, { now, limit: BATCH })
    if (runs.length === 0) break
    await queues.send(
      releaseUrl,
      runs.map((run) => writeReleaseMessage({ kind: 'due', ...run })),
    )
    rung += runs.length
  }
  return rung
}

/** Heals first and measures then. One step that cannot be woken does not keep the others asleep. */
export const sweepPipeline: JobWork<typeof sweep> = async ({ db, config, now, signal, logger }) => {
  const waker: Waker = { db, config, now, queues: connectQueues() }
  const woken: Partial<Record<PipelineStep, number>> = {}
  const failures: unknown[] = []
  for (const step of PIPELINE_STEPS) {
    try {
      woken[step] = await wakeOverdue(step, waker, signal)
    } catch (error) {
      logger.error({ error, step }, 'the step could not be woken')
      failures.push(error)
    }
  }
  let rung = 0
  try {
    rung = await ringOverdue(waker, config.releaseQueue.url, signal)
  } catch (error) {
    logger.error({ error }, 'overdue clippings could not be rung for')
    failures.push(error)
  }
  const abandonedRuns = await failAbandonedRuns(db, now)
  const lag = await listStepLag(db)
  const intervalMs = sweep.schedule.intervalMinutes * MINUTE_MS
  const runs = await countRuns(db, new Date(now.getTime() - intervalMs))
  const targets = scrape.targets.values
  const staleAgencies = await countStaleTargets(db, { job: scrape.name, targets, now })
  publishMetrics({ stage: config.settings.stage, lag, runs, staleAgencies, now })
  if (failures.length > 0) throw new AggregateError(failures, 'Some steps could not be woken')
  return { woken, rung, abandonedRuns, lag, runs, staleAgencies }
}

export const handler = runJob(sweep, sweepPipeline)
