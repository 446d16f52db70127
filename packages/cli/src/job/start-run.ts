import type { Config } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { targetOf, type Job } from '@pauta/platform/jobs/define-job'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import type { JobRun } from '@pauta/platform/jobs/job-runs'
import { connectQueues } from '@pauta/platform/queues/queues'
import { CommandError } from '../terminal/connect.ts'
import { withDatabase } from '../terminal/with-database.ts'
import { describeOpenRun } from './describe-run.ts'
import { followRun } from './follow-run.ts'

interface StartedRun {
  job: Job
  parameters: Record<string, unknown>
  report: (line: string) => void
}

/**
 * Starts a run of a job and follows it to its end, with a line for each change. Returns the ended run, or undefined
 * after Ctrl-C: the run continues without the command. Throws a CommandError when the stage has no queue for the job.
 */
export async function startAndFollow(
  dataFolder: string,
  { job, parameters, report }: StartedRun,
): Promise<JobRun | undefined> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const work = async (db: DbPool, { jobQueues }: Config<'jobQueues'>) => {
    const url = jobQueues.urls[job.name]
    if (url === undefined)
      throw new CommandError(`The stage has no queue for ${job.name}: deploy this version first.`)
    const scheduledTime = new Date()
    await connectQueues().send(url, [writeJobMessage({ scheduledTime, parameters, manual: true })])
    const run = await followRun({
      db,
      key: { job: job.name, target: targetOf(job, parameters), scheduledTime },
      onChange: (state) => report(describeOpenRun(job, state)),
      onWaiting: () => report('The run has not started yet: other runs of the job may be before it.'),
      signal: stop.signal,
    })
    if (!run) throw new Error('The run has not ended yet. It continues; this command stops waiting.')
    return run
  }
  try {
    return await withDatabase(dataFolder, work, { sections: ['jobQueues'] })
  } catch (error) {
    if (!stop.signal.aborted) throw error
    report(`The run continues without this command; npm run job -- ${job.name} --runs shows its end.`)
    return undefined
  }
}
