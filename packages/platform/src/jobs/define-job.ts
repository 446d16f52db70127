import type { ConfigSection } from '../config/config.ts'
import type * as z from 'zod'
import type { QueueName, Right } from '../workers/define-worker.ts'

/** When runs are meant to start. */
export interface Schedule {
  /** Five fields, as documented. */
  cron: string
  /** IANA name of the zone in which the fields are read. */
  timezone: string
  /** Between two runs; one that could not start within it is skipped. A test compares it with the cron. */
  intervalMinutes: number
  /** The scheduler may start a run up to so much later, which spreads many schedules of the same minute. */
  flexibleMinutes?: number
}

export interface Retries {
  /** Further tries after the first one. */
  attempts: number
  /** `exponential` doubles from try to try. */
  backoff: { kind: 'fixed' | 'exponential'; seconds: number }
}

/** What a job is and what it needs: pure data, read by the cloud, the local stack, the commands and the tests alike. */
export interface Job {
  /** Its folder in functions/jobs/; its queue and its function are named after it. */
  name: string
  /** The id by which the interface documents know it; `<parameter>` stands for the value of its target. */
  documentedId: string
  tags: readonly string[]
  /** One sentence for people: shown in the console and in lists. */
  purpose: string
  /** Undefined: started by hand only. */
  schedule: Schedule | undefined
  /** A job with a schedule for each value of one of its parameters; runs for different values may overlap. */
  targets?: { parameter: string; values: readonly string[] }
  /** Work stops 30 s before it. At most 900. */
  timeoutSeconds: number
  memoryMb: number
  retries: Retries
  /** Runs at once. The cloud's lower bound is 2; runs of one target never overlap, whatever stands here. */
  concurrency: number
  /** Every parameter with its default or none; what a person passes by hand is checked against it. */
  parameters: z.ZodObject
  /** Sections of the configuration that its handler loads; it is linked to those and no others. */
  config: readonly ConfigSection[]
  /** What it does with the bucket and with dead letters, where it is linked to them. */
  rights?: readonly Right[]
  /** Its work may end unfinished (see run-job.ts) and goes on by a message to its own queue, to which it may send then. */
  continues?: boolean
  /** Queues that it sends to; the section of each stands in `config` too (a stacks test compares). */
  publishes: readonly QueueName[]
}

export function defineJob<const Definition extends Job>(job: Definition): Definition {
  return job
}

/** The name of the queue that a job's runs come through. */
export const jobQueueName = (job: Pick<Job, 'name'>): string => `job-${job.name}`

const VISIBILITY_MARGIN_SECONDS = 60

/** Seconds until a run that was killed comes back: a minute after its time-out. One that fails sets its own time. */
export const runVisibilitySeconds = ({ timeoutSeconds }: Pick<Job, 'timeoutSeconds'>): number =>
  timeoutSeconds + VISIBILITY_MARGIN_SECONDS

/** How often the message of a run is received before it counts as dead: for its first try and each further one. */
export const runMaxReceives = ({ retries }: Pick<Job, 'retries'>): number => retries.attempts + 1

/** SQS hides a message for at most twelve hours. */
const MAX_BACKOFF_SECONDS = 12 * 3600

/** Seconds until the next try after the given one, counted from 1. */
export function backoffSeconds({ backoff }: Retries, attempt: number): number {
  const factor = backoff.kind === 'exponential' ? 2 ** (attempt - 1) : 1
  return Math.min(backoff.seconds * factor, MAX_BACKOFF_SECONDS)
}

/** What a run is for: the value of the parameter that tells targets apart; '' where a job is one of its kind. */
export function targetOf(job: Pick<Job, 'targets'>, parameters: Record<string, unknown>): string {
  return job.targets ? String(parameters[job.targets.parameter]) : ''
}

/**
 * The job that a name stands for: its own name, its documented id, or the documented id of one of its targets, whose
 * parameter is then given too. Undefined when no job has it.
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

/** The documented id of a job, or of one of its targets. */
export function documentedIdOf(job: Pick<Job, 'documentedId' | 'targets'>, target: string): string {
  return job.targets ? job.documentedId.replace(`<${job.targets.parameter}>`, target) : job.documentedId
}

/** A schedule of EventBridge Scheduler and the message that it sends. */
export interface JobSchedule {
  /** Unique among all schedules: the documented id. */
  name: string
  expression: string
  timezone: string
  flexibleMinutes: number
  /** The scheduler puts the time for which the run is meant in place of its mark. */
  message: string
}

/** EventBridge replaces it by the instant for which the invocation is meant. */
export const SCHEDULED_TIME_MARK = '<aws.scheduler.scheduled-time>'

/** Every schedule of a job: one, one for each of its targets, or none where it is started by hand. */
export function listSchedules(job: Job): JobSchedule[] {
  const { schedule, targets } = job
  if (!schedule) return []
  const values = targets?.values ?? ['']
  return values.map((value) => ({
    name: documentedIdOf(job, value),
    expression: toSchedulerExpression(schedule.cron),
    timezone: schedule.timezone,
    flexibleMinutes: schedule.flexibleMinutes ?? 0,
    message: JSON.stringify({
      scheduledTime: SCHEDULED_TIME_MARK,
      parameters: targets ? { [targets.parameter]: value } : {},
    }),
  }))
}

/**
 * `0 6 * * *` → `cron(0 6 * * ? *)`: six fields, of which one day field has to be `?`. Throws on what the scheduler
 * cannot say: both day fields, or days of the week by number, which it counts otherwise.
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
