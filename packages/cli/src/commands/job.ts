import { Argument, Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { jobs } from '@pauta/functions/jobs/jobs'
import { findJob, type Job } from '@pauta/platform/jobs/define-job'
import { listRuns } from '@pauta/platform/jobs/job-runs'
import { formatInstant } from '@pauta/platform/time/time'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { describeEndedRun } from '../job/describe-run.ts'
import { describeParameters, listParameters, readParameters } from '../job/read-parameters.ts'
import { startAndFollow } from '../job/start-run.ts'
import { CommandError } from '../terminal/connect.ts'
import { makeCommand, type OutputOptions } from '../terminal/options.ts'
import { makeReporter, printResult } from '../terminal/output.ts'
import { renderTable } from '../terminal/table.ts'
import { withDatabase } from '../terminal/with-database.ts'

const RUNS_SHOWN = 30
const REASON_MAX_CHARACTERS = 120

const describeSchedule = ({ schedule }: Job): string =>
  schedule ? `${schedule.cron} (${schedule.timezone})` : 'by hand only'

function listJobs(isJson: boolean): void {
  const rows = jobs.map((job) => [job.name, describeSchedule(job), job.documentedId, job.purpose])
  const parameters = jobs.flatMap((job) => {
    const lines = describeParameters(job)
    return lines.length > 0 ? [`\n${job.name}`, ...lines] : []
  })
  const result = jobs.map((job) => ({
    name: job.name,
    documentedId: job.documentedId,
    purpose: job.purpose,
    schedule: job.schedule ?? null,
    targets: job.targets?.parameter ?? null,
    parameters: listParameters(job),
  }))
  const headings = ['job', 'schedule', 'documented id', 'what it does']
  printResult(isJson, { jobs: result }, [...renderTable(headings, rows), ...parameters])
}

const showRuns = (job: Job, { data, json }: OutputOptions): Promise<void> =>
  withDatabase(data, async (db) => {
    const runs = await listRuns(db, { job: job.name, limit: RUNS_SHOWN })
    const headings = ['for', ...(job.targets ? [job.targets.parameter] : []), 'status', 'tries', 'why']
    const rows = runs.map((run) => [
      formatInstant(run.scheduledTime),
      ...(job.targets ? [run.target] : []),
      run.status,
      String(run.attempts),
      (run.error ?? '').replaceAll(/\s+/g, ' ').slice(0, REASON_MAX_CHARACTERS),
    ])
    printResult(json, { runs }, renderTable(headings, rows))
  })

async function runAndFollow(
  job: Job,
  parameters: Record<string, unknown>,
  { data, json }: OutputOptions,
): Promise<number> {
  const run = await startAndFollow(data, { job, parameters, report: makeReporter(json) })
  if (!run) return EXIT_INCOMPLETE
  printResult(json, { run }, describeEndedRun(run))
  return run.status === 'succeeded' ? EXIT_OK : EXIT_INCOMPLETE
}

/** Adds the parameters of a job as options, which the completion offers. The parser accepts them without. */
export function addParameters(jobCommand: CommandUnknownOpts, name: string): void {
  const found = findJob(jobs, name)
  if (!found) return
  for (const { parameter, flag, takesValue, values, description } of listParameters(found.job)) {
    if (parameter in found.parameters) continue
    const option = new Option(takesValue ? `${flag} <VALUE>` : flag, description)
    jobCommand.addOption(values ? option.choices(values) : option)
  }
}

/** Throws a CommandError that names the jobs when there is no job of this name. */
function getJob(name: string) {
  const found = findJob(jobs, name)
  if (found) return found
  throw new CommandError(`There is no job ${name}. There are: ${jobs.map((job) => job.name).join(', ')}`)
}

export const command = makeCommand('job')
  .description(
    'Starts a run of a job now and follows it to its end. Exits with 0 when the run succeeded, and with 1 when it ' +
      'failed or was skipped. Ctrl-C ends the command; the run continues.',
  )
  .usage('(NAME [--PARAMETER VALUE]… | NAME --runs | --list)')
  // The choices are for the completion. Names such as scrape_mec are names too, so the parser accepts every text.
  .addArgument(
    new Argument('[NAME]', 'name of a job or its documented ID, such as scrape_mec or reconciliation_dlq')
      .choices(jobs.map(({ name }) => name))
      .argParser((text: string) => text),
  )
  .option('--runs', 'lists the latest runs of the job and how they ended, and starts no run', false)
  .option('--list', 'lists the jobs, their schedules and their parameters', false)
  .allowUnknownOption()
  .allowExcessArguments()
  .addHelpText('after', ({ command }) => {
    // Before the help is printed, commander has sorted the arguments, but has not assigned them to [NAME].
    const [name = ''] = command.args
    const job = findJob(jobs, name)?.job
    return job ? `\n${[job.name, ...describeParameters(job)].join('\n')}` : ''
  })
  .action(async (name, { runs, list, data, json }, self) => {
    if (list && name === undefined) {
      listJobs(json)
      return
    }
    if (name === undefined || name.startsWith('-')) {
      self.error('error: give the NAME of a job, or --list')
      return
    }
    const { job, parameters: named } = getJob(name)
    const rest = self.args.slice(1)
    if (list || (runs && rest.length > 0)) self.error('error: --runs and --list take no parameters')
    const parameters = runs ? {} : readParameters(job, rest, named)
    if (runs) await showRuns(job, { data, json })
    else process.exitCode = await runAndFollow(job, parameters, { data, json })
  })
