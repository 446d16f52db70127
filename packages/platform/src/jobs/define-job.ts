import * as z from 'zod'
import type { QueueName, Right, Worker } from '../workers/define-worker.ts'

/** When runs of a job are due. */
interface Schedule {
  /** Cron expression of five fields. */
  cron: string
  /** IANA name of the time zone of the fields. */
  timezone: string
  /**
   * Minutes between two runs. A run that starts later than this is skipped. A test compares the value with the cron.
   */
  intervalMinutes: number
}

export interface Retries {
  /** Retries after the first attempt. */
  attempts: number
  /** Pause before a retry. `exponential` doubles from retry to retry. */
  backoff: { kind: 'fixed' | 'exponential'; seconds: number }
}

/** Definition of a job: plain data, read by the infrastructure, the local stack, the commands and the tests. */
export interface Job extends Pick<Worker, 'purpose' | 'memoryMb' | 'config'> {
  /** Folder in functions/jobs/. The queue and the function have the same name. */
  name: string
  /** Id in the interface documents. `<parameter>` stands for the value of the target. */
  documentedId: string
  tags: readonly string[]
  /** Undefined: the job is only started by hand. */
  schedule: Schedule | undefined
  /** A run may name one target by this parameter. Runs for different targets, and the one without, may overlap. */
  targets?: { parameter: string }
  /** Time-out of the function in seconds, at most 900. Work is asked to stop 30 s earlier. */
  timeoutSeconds: number
  retries: Retries
  /** Most concurrent runs. AWS requires at least 2. Runs of the same target never overlap. */
  concurrency: number
  /** Schema of the parameters, with defaults. Parameters given by hand are checked against it. */
  parameters: z.ZodObject
  /** What the job may do with the bucket and with dead letters. */
  rights?: readonly Right[]
  /**
   * The work may throw ContinueLater or start runs of targets (see run-job.ts). The job then sends messages to its own
   * queue and needs the right to do so.
   */
  continues?: boolean
  /** Queues that the job sends to. The section of each queue must also be in `config`; a stacks test compares them. */
  publishes: readonly QueueName[]
}

/** A job that the interface documents do not name has its name as its id, and a job without parameters names none. */
type JobDefinition = Omit<Job, 'documentedId' | 'parameters'> &
  Partial<Pick<Job, 'documentedId' | 'parameters'>>
type Defined<Definition> = Definition &
  Job &
  (Definition extends { parameters: z.ZodObject } ? unknown : { parameters: typeof NO_PARAMETERS })

const NO_PARAMETERS = z.object({})

export function defineJob<const Definition extends JobDefinition>(job: Definition): Defined<Definition> {
  return { documentedId: job.name, parameters: NO_PARAMETERS, ...job }
}

/** Returns the name of the job's queue. */
export const jobQueueName = (job: Pick<Job, 'name'>): string => `job-${job.name}`

const VISIBILITY_MARGIN_SECONDS = 60

/**
 * Returns the seconds until the message of a killed run reappears: one minute after the time-out. A run that fails sets
 * its own time.
 */
export const runVisibilitySeconds = ({ timeoutSeconds }: Pick<Job, 'timeoutSeconds'>): number =>
  timeoutSeconds + VISIBILITY_MARGIN_SECONDS

/** Returns after how many receives the message of a run becomes a dead letter: the first attempt and each retry. */
export const runMaxReceives = ({ retries }: Pick<Job, 'retries'>): number => retries.attempts + 1

/** SQS hides a message for at most twelve hours. */
const MAX_BACKOFF_SECONDS = 12 * 3600

/** Returns the seconds between the given attempt, counted from 1, and the next one. */
export function backoffSeconds({ backoff }: Retries, attempt: number): number {
  const factor = backoff.kind === 'exponential' ? 2 ** (attempt - 1) : 1
  return Math.min(backoff.seconds * factor, MAX_BACKOFF_SECONDS)
}

/** Returns the target of a run: the value of the target parameter, or '' for a run without a target. */
export function targetOf(job: Pick<Job, 'targets'>, parameters: Record<string, unknown>): string {
  const target = job.targets && parameters[job.targets.parameter]
  return typeof target === 'string' ? target : ''
}

/**
 * Finds a job by its name, its documented id, or the documented id of one of its targets. In the last case `parameters`
 * contains the target. Returns undefined for an unknown name.
 */
export function findJob(
  jobs: readonly Job[],
  name: string,
): { job: Job; parameters: Record<string, string> } | undefined {
  const named = jobs.find((job) => job.name === name || (!job.targets && job.documentedId === name))
  if (named) return { job: named, parameters: {} }
  for (const job of jobs) {
    if (!job.targets) continue
    const [before = '', after = ''] = job.documentedId.split(`<${job.targets.parameter}>`)
    const target = name.slice(before.length, name.length - after.length)
    if (target !== '' && documentedIdOf(job, target) === name)
      return { job, parameters: { [job.targets.parameter]: target } }
  }
  return undefined
}

/** Returns the documented id of a job, or of the run for a target. */
export function documentedIdOf(job: Pick<Job, 'documentedId' | 'targets'>, target: string): string {
  return job.targets ? job.documentedId.replace(`<${job.targets.parameter}>`, target) : job.documentedId
}

/** A schedule of EventBridge Scheduler and its message. */
export interface JobSchedule {
  /** Unique among all schedules: the documented id, or the name of a job whose runs may have targets. */
  name: string
  expression: string
  timezone: string
  /** Text of the message. The scheduler replaces SCHEDULED_TIME_MARK by the time at which the run is due. */
  message: string
}

/** Placeholder that EventBridge Scheduler replaces by the scheduled time of the invocation. */
export const SCHEDULED_TIME_MARK = '<aws.scheduler.scheduled-time>'

/** Returns the schedule of a job, whose runs have no target; undefined for a job that is started by hand. */
export function findSchedule({ name, documentedId, schedule, targets }: Job): JobSchedule | undefined {
  return (
    schedule && {
      name: targets ? name : documentedId,
      expression: toSchedulerExpression(schedule.cron),
      timezone: schedule.timezone,
      message: JSON.stringify({ scheduledTime: SCHEDULED_TIME_MARK, parameters: {} }),
    }
  )
}

/**
 * Converts a cron expression: `0 6 * * *` → `cron(0 6 * * ? *)`. The scheduler has six fields, and one of the two day
 * fields must be `?`. Throws when both day fields are set, or when days of the week are numbers, which the scheduler
 * counts differently.
 */
export function toSchedulerExpression(cron: string): string {
  const fields = cron.trim().split(/\s+/)
  const [minute, hour, day, month, weekday] = fields
  if (fields.length !== 5) throw new Error(`"${cron}" has ${fields.length} fields instead of five`)
  if (weekday === '*') return `cron(${minute} ${hour} ${day} ${month} ? *)`
  if (day !== '*' || /\d/.test(weekday ?? ''))
    throw new Error(`"${cron}": name days of the week (MON) and leave the day of the month open`)
  return `cron(${minute} ${hour} ? ${month} ${weekday} *)`
}
