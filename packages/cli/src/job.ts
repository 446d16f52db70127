import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import { listRuns } from '@pauta/platform/jobs/job-runs'
import { connectQueues } from '@pauta/platform/queues/queues'
import { formatInstant } from '@pauta/platform/time/time'
import { findJob, targetOf, type Job } from '@pauta/platform/jobs/define-job'
import { jobs } from '@pauta/functions/jobs/jobs'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, runCommand } from './terminal/command.ts'
import { CommandError, connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { describeEndedRun, describeOpenRun } from './job/describe-run.ts'
import { followRun } from './job/follow-run.ts'
import { describeParameters, readParameters } from './job/read-parameters.ts'
import { renderTable } from './terminal/table.ts'

const USAGE = `npm run job -- NAME [--parameter VALUE]… [--data DIR]
npm run job -- NAME --runs [--data DIR]
npm run job -- --list

Starts a run of a job now and follows it to its end: 0 when it succeeded, 1 when it failed or was skipped.
NAME is the name of a job or its documented id, as \`scrape_mec\` or \`reconciliation_dlq\`.
  --runs      the latest runs of the job and how they ended, and no new one
  --list      what jobs there are, when they run by themselves and which parameters they take
  --data DIR  folder of the local stack (default ${DEFAULT_DATA_FOLDER}); inside \`sst shell\` the stage is used
Ctrl-C ends the command, not the run.`

const RUNS_SHOWN = 30
const REASON_MAX_CHARACTERS = 120

function describeSchedule({ schedule, targets }: Job): string {
  if (!schedule) return 'by hand only'
  const times = targets ? `, ${targets.values.length} times` : ''
  return `${schedule.cron} (${schedule.timezone}${times})`
}

function listJobs(): void {
  const rows = jobs.map((job) => [job.name, describeSchedule(job), job.documentedId, job.purpose])
  for (const line of renderTable(['job', 'schedule', 'documented id', 'what it does'], rows))
    console.log(line)
  for (const job of jobs) {
    const parameters = describeParameters(job)
    if (parameters.length > 0) console.log(`\n${job.name}\n${parameters.join('\n')}`)
  }
}

/** Takes `--data DIR` out of the arguments; the others are the job's own. */
function splitArguments(argv: readonly string[]): { data: string; name: string | undefined; rest: string[] } {
  const rest = [...argv]
  const position = rest.findIndex((argument) => argument === '--data' || argument.startsWith('--data='))
  let data = DEFAULT_DATA_FOLDER
  if (position >= 0) {
    const inline = rest[position]?.split(/=(.*)/s)[1]
    const [, following] = rest.splice(position, inline === undefined ? 2 : 1)
    data = inline ?? following ?? ''
    if (data === '') throw new CommandError(`--data: name a folder\n\n${USAGE}`)
  }
  const name = rest[0]?.startsWith('--') ? undefined : rest.shift()
  return { data, name, rest }
}

async function showRuns(job: Job): Promise<number> {
  const db = connectDatabase(loadConfig('database').database)
  try {
    const runs = await listRuns(db, { job: job.name, limit: RUNS_SHOWN })
    const headings = ['for', ...(job.targets ? [job.targets.parameter] : []), 'status', 'tries', 'why']
    const rows = runs.map((run) => [
      formatInstant(run.scheduledTime),
      ...(job.targets ? [run.target] : []),
      run.status,
      String(run.attempts),
      (run.error ?? '').replaceAll(/\s+/g, ' ').slice(0, REASON_MAX_CHARACTERS),
    ])
    for (const line of renderTable(headings, rows)) console.log(line)
    return EXIT_OK
  } finally {
    await db.end({ timeout: 5 })
  }
}

async function runAndFollow(job: Job, parameters: Record<string, unknown>): Promise<number> {
  const config = loadConfig('database', 'jobQueues')
  const url = config.jobQueues.urls[job.name]
  if (url === undefined)
    throw new CommandError(`The stage has no queue for ${job.name}: deploy this release first.`)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const db = connectDatabase(config.database)
  try {
    const scheduledTime = new Date()
    await connectQueues().send(url, [writeJobMessage({ scheduledTime, parameters, manual: true })])
    const run = await followRun({
      db,
      key: { job: job.name, target: targetOf(job, parameters), scheduledTime },
      onChange: (state) => console.log(describeOpenRun(job, state)),
      onWaiting: () => console.log('The run has not started yet: other runs of the job may be before it.'),
      signal: stop.signal,
    })
    if (!run) throw new Error('The run has not ended; this command waits no longer, the run goes on.')
    for (const line of describeEndedRun(run)) console.log(line)
    return run.status === 'succeeded' ? EXIT_OK : EXIT_INCOMPLETE
  } catch (error) {
    if (!stop.signal.aborted) throw error
    console.log('The run goes on without this command; --runs shows its end.')
    return EXIT_INCOMPLETE
  } finally {
    await db.end({ timeout: 5 })
  }
}

async function main(): Promise<number> {
  const { data, name, rest } = splitArguments(process.argv.slice(2))
  if (name === undefined) {
    if (rest.includes('--list')) listJobs()
    else console.log(USAGE)
    return rest.includes('--list') || rest.includes('--help') ? EXIT_OK : EXIT_USAGE
  }
  const found = findJob(jobs, name)
  if (!found) {
    throw new CommandError(`There is no job ${name}. There are: ${jobs.map((job) => job.name).join(', ')}`)
  }
  const { job } = found
  if (rest.includes('--help')) {
    for (const line of [USAGE, '', job.name, ...describeParameters(job)]) console.log(line)
    return EXIT_OK
  }
  const showsRuns = rest.length === 1 && rest[0] === '--runs'
  const parameters = showsRuns ? {} : readParameters(job, rest, found.parameters)
  await connect(data)
  if (showsRuns) return await showRuns(job)
  return await runAndFollow(job, parameters)
}

await runCommand(main)
