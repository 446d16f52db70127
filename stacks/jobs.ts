import {
  type Job,
  findSchedule,
  runMaxReceives,
  runVisibilitySeconds,
} from '../packages/platform/src/jobs/define-job.ts'
import { jobs } from '../functions/jobs/jobs.ts'
import type { FunctionArgsMaker } from './function-needs.ts'
import { pascalCase } from './pascal-case.ts'
import { makeSchedulerRole } from './scheduler-role.ts'
import type { StageSettings } from './stages/stage-settings.ts'

/** Queues by name of the job. */
export type JobQueues = Record<string, { queue: sst.aws.Queue; deadLetters: sst.aws.Queue }>

/** A failed run stays in job_runs, so its dead letter has no further use. One day is enough for the alarm. */
const DEAD_LETTER_RETENTION_SECONDS = 24 * 3600
/** The smallest maximum that SQS allows for an event source. The lease of a run prevents two runs at once. */
const LEAST_CONCURRENCY = 2
const SCHEDULER_ATTEMPTS = 5

const tagsOf = (job: Job) => ({ 'pauta:job': job.name, 'pauta:tags': job.tags.join(' ') })

/** A queue and its dead-letter queue for every job. */
export function makeJobQueues(): JobQueues {
  return Object.fromEntries(
    jobs.map((job) => {
      const name = `${pascalCase(job.name)}Job`
      const tags = tagsOf(job)
      const deadLetters = new sst.aws.Queue(`${name}DeadLetters`, {
        transform: { queue: { messageRetentionSeconds: DEAD_LETTER_RETENTION_SECONDS, tags } },
      })
      const queue = new sst.aws.Queue(`${name}Queue`, {
        visibilityTimeout: `${runVisibilitySeconds(job)} seconds`,
        dlq: { queue: deadLetters.arn, retry: runMaxReceives(job) },
        transform: { queue: { tags } },
      })
      return [job.name, { queue, deadLetters }]
    }),
  )
}

function queuesOf(jobQueues: JobQueues, job: Job) {
  const queues = jobQueues[job.name]
  if (!queues) throw new Error(`The job ${job.name} has no queue.`)
  return queues
}

/** One function per job, which takes one run at a time from its queue. */
export function runJobs(
  jobQueues: JobQueues,
  settings: StageSettings,
  functionArgs: FunctionArgsMaker,
): void {
  for (const job of jobs) {
    const { queue } = queuesOf(jobQueues, job)
    const maximumConcurrency = Math.max(LEAST_CONCURRENCY, Math.min(job.concurrency, settings.jobConcurrency))
    const subscriber = queue.subscribe(
      functionArgs({
        name: `job-${job.name}`,
        handler: `jobs/${job.name}/handler`,
        purpose: job.purpose,
        config: job.config,
        timeoutSeconds: job.timeoutSeconds,
        memoryMb: job.memoryMb,
        tags: tagsOf(job),
        ...(job.rights && { rights: job.rights }),
        ...(job.continues && { permissions: [{ actions: ['sqs:SendMessage'], resources: [queue.arn] }] }),
      }),
      {
        batch: { size: 1, partialResponses: true },
        transform: { eventSourceMapping: { scalingConfig: { maximumConcurrency } } },
      },
    )
    if (job.continues) allowRecursion(job, subscriber.nodes.function.name)
  }
}

/**
 * Lambda stops a function that has started itself through a queue about 16 times, which it takes for a fault. A sync that
 * computes all vectors continues more often.
 */
function allowRecursion(job: Job, functionName: $util.Output<string>): void {
  new aws.lambda.FunctionRecursionConfig(`${pascalCase(job.name)}Recursion`, {
    functionName,
    recursiveLoop: 'Allow',
  })
}

/** Creates the schedule of every job that has one. */
export function scheduleJobs(jobQueues: JobQueues): void {
  const group = new aws.scheduler.ScheduleGroup('JobSchedules', { name: `${$app.name}-${$app.stage}-jobs` })
  const scheduled = jobs.flatMap((job) => {
    const due = findSchedule(job)
    return due ? [{ job, due, arn: queuesOf(jobQueues, job).queue.arn }] : []
  })
  const role = makeSchedulerRole(
    'SchedulerRole',
    group,
    scheduled.map(({ arn }) => arn),
  )
  for (const { job, due, arn } of scheduled)
    new aws.scheduler.Schedule(`Schedule-${due.name}`, {
      name: due.name,
      groupName: group.name,
      description: job.purpose,
      scheduleExpression: due.expression,
      scheduleExpressionTimezone: due.timezone,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn,
        roleArn: role.arn,
        input: due.message,
        // A run that cannot be delivered within its interval would be skipped anyway.
        retryPolicy: {
          maximumRetryAttempts: SCHEDULER_ATTEMPTS,
          maximumEventAgeInSeconds: (job.schedule?.intervalMinutes ?? 1) * 60,
        },
      },
    })
}
