import { recordIncidents } from '@pauta/core/operations/incidents'
import { saveQueueDepths } from '@pauta/core/operations/queue-depths'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { connectQueueReader } from '@pauta/platform/queues/queue-reader'
import { jobs } from '../jobs.ts'
import { sweep } from './job.ts'
import { listTroubles } from './list-troubles.ts'
import { measurePipeline } from './measure.ts'
import { measureQueues } from './measure-queues.ts'
import { repairPipeline, type Attempt } from './repair.ts'

/**
 * Repairs first, then measures and records incidents. Throws an AggregateError at the end when a repair failed, so that
 * the run counts as failed.
 */
export const sweepPipeline: JobWork<typeof sweep> = async (context) => {
  const { db, config, now, logger } = context
  const failures: unknown[] = []
  const attempt: Attempt = async (what, repair) => {
    try {
      return await repair()
    } catch (error) {
      logger.error({ error, what }, 'a repair of the sweep failed')
      failures.push(error)
      return undefined
    }
  }
  const repairs = await repairPipeline(context, attempt)
  const measures = await measurePipeline(context)
  const depths = await attempt('queues', async () => {
    const measured = await measureQueues({ db, reader: connectQueueReader() }, config.deadLetters.queues)
    await saveQueueDepths(db, measured, now)
    return measured
  })
  const { lag, deliveryLag, index } = measures
  const troubles = await listTroubles(db, { lag, deliveryLag, index, depths, jobs, now })
  const incidents = await recordIncidents(db, { troubles, unmeasured: depths ? [] : ['dead-letters'] }, now)
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be repaired')
  return { ...repairs, ...measures, incidents }
}

export const handler = runJob(sweep, sweepPipeline)
