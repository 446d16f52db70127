import { replayEvents as replay } from '@pauta/core/steps/replay'
import { sendToSubscribers } from '@pauta/core/steps/topics'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { runJob, ContinueLater, type JobWork } from '@pauta/platform/jobs/run-job'
import { replayEvents } from './job.ts'

/** Sends stored events again. A dry run only counts. The next invocation continues what does not fit into this one. */
export const replayStored: JobWork<typeof replayEvents> = async ({
  config,
  parameters,
  signal,
  progress,
  saveProgress,
}) => {
  const { topic, start_date: startDate, end_date: endDate, dry_run: dryRun } = parameters
  const queues = connectQueues()
  const {
    complete,
    day,
    after: _,
    ...counts
  } = await replay(
    { topic, startDate, endDate, progress },
    {
      storage: connectStorage(config.storage),
      send: async (bodies) => {
        if (!dryRun) await sendToSubscribers(topic, bodies, { queues, config })
      },
      save: saveProgress,
      signal,
    },
  )
  if (!complete) throw new ContinueLater(`The replay has come to ${day} and goes on`)
  return { topic, dryRun, ...counts }
}

export const handler = runJob(replayEvents, replayStored)
