import { loadConfig, type Config, type ConfigSection } from '../config/config.ts'
import { connectDatabase, readRows, type DbPool } from '../database/database.ts'
import { describeError, ExpectedFailure } from '../errors.ts'
import { createLogger, type Logger } from '../telemetry/logger.ts'
import type { Observation } from '../telemetry/observation.ts'
import { openObserver, type Observer } from '../telemetry/observer.ts'
import { readJobMessage, writeJobMessage, type JobMessage } from './job-messages.ts'
import { claimRun, endAttempt, insertRefused, saveProgress, type RunClaim } from './job-runs.ts'
import { queueUrlOfArn } from '../queues/dead-letters.ts'
import { connectQueueReader, type QueueReader } from '../queues/queue-reader.ts'
import { connectQueues } from '../queues/queues.ts'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import { backoffSeconds, targetOf, type Job } from './define-job.ts'
import { within } from '../within.ts'
import { WarningQuota } from './warning-quota.ts'

/** Work is asked to stop this long before the function's time-out. */
const STOP_MARGIN_MS = 30_000
/** Work that still runs this long before the time-out is abandoned, so that its end can be recorded. */
const GIVE_UP_MARGIN_MS = 10_000

/** Longer than the name of any target. */
const TARGET_MAX_CHARACTERS = 128

/**
 * Thrown by work that was asked to stop and has saved its progress. The run continues at once with a new message; this
 * does not count as a failed attempt.
 */
export class ContinueLater extends Error {
  override readonly name = 'ContinueLater'
}

/** Thrown by work whose parameters a retry cannot make right. The run fails at once. */
export class RefusedRun extends ExpectedFailure {
  override readonly name = 'RefusedRun'
}

/** One attempt at one run. */
export interface JobRunContext<Definition extends Job> {
  db: DbPool
  config: Config<(Definition['config'][number] & ConfigSection) | 'settings'>
  parameters: z.output<Definition['parameters']>
  /** Target of the run; '' for a job without targets. */
  target: string
  /** The time at which the run was due. */
  scheduledTime: Date
  /** Started by hand, not by the schedule. */
  manual: boolean
  now: Date
  /** Aborts 30 s before the function's time-out. */
  signal: AbortSignal
  logger: Logger
  /** Progress that an earlier attempt saved; null at the first attempt. */
  progress: unknown
  saveProgress: (progress: unknown) => Promise<void>
  /** Starts runs of these targets, due at the same time as this one. Starting them again changes nothing. */
  startTargets: (targets: readonly string[]) => Promise<void>
}

/** The work of a job. Its result is stored with the run and shown to operators. */
export type JobWork<Definition extends Job> = (
  context: JobRunContext<Definition>,
) => Promise<Record<string, unknown>>

export type JobHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>

/**
 * What happens to a message: it is removed, or it returns to the queue and stays hidden for some seconds. `error` is
 * for the trace.
 */
type Outcome = { kind: 'done'; error?: unknown } | { kind: 'again'; afterSeconds: number; error?: unknown }
const DONE: Outcome = { kind: 'done' }

interface Environment<Definition extends Job> {
  config: JobRunContext<Definition>['config']
  db: DbPool
  logger: Logger
  observer: Observer
}

interface Attempt<Definition extends Job> extends Environment<Definition> {
  job: Definition
  record: SQSRecord
  message: JobMessage
  parameters: z.output<Definition['parameters']>
  remainingMs: number
  observation: Observation
}

/** How an attempt ended, for the log line. `busy`, `skip` and `settled` are runs that did not start. */
type AttemptEnd = 'succeeded' | 'unfinished' | 'waiting' | 'failed' | 'busy' | 'skip' | 'settled'

function logOutcome(
  { fields }: Observation,
  outcome: AttemptEnd,
  others: Record<string, unknown> = {},
): void {
  Object.assign(fields, { outcome, ...others })
}

const expectedWarnings = new WarningQuota()

/** Logs an expected failure as a warning at most three times in 15 minutes, else as information. */
function logFailure(
  logger: Logger,
  error: unknown,
  { job, target, tries, final }: { job: string; target: string; tries: number; final: boolean },
): void {
  if (!(error instanceof ExpectedFailure)) {
    logger.error({ error, target, tries, final }, `${job}: the run failed`)
    return
  }
  const { isLogged, suppressed } = expectedWarnings.take(Date.now())
  const fields = { target, tries, final, reason: error.message, ...(suppressed > 0 && { suppressed }) }
  if (isLogged) logger.warn(fields, `${job}: the run failed`)
  else logger.info(fields, `${job}: the run failed`)
}

const hasNotStopped = () => new Error('The work did not stop before its time limit')

/** Sends runs to the queue from which this one came. */
async function startTargets<Definition extends Job>(
  { job, message, record }: Attempt<Definition>,
  targets: readonly string[],
): Promise<void> {
  if (!job.targets) throw new Error(`${job.name} has no targets`)
  const { parameter } = job.targets
  const messages = targets.map((target) =>
    writeJobMessage({ ...message, parameters: { ...message.parameters, [parameter]: target } }),
  )
  await connectQueues().send(queueUrlOfArn(record.eventSourceARN), messages)
}

/** Works on a claimed run and records how the attempt ended. Throws only when the end cannot be recorded. */
async function work<Definition extends Job>(
  attempt: Attempt<Definition>,
  claim: RunClaim,
  progress: unknown,
  run: JobWork<Definition>,
): Promise<Outcome> {
  const { job, db, config, logger, parameters, record, remainingMs, observation } = attempt
  const { target, scheduledTime } = claim
  try {
    const running = run({
      db,
      config,
      parameters,
      target,
      scheduledTime,
      manual: attempt.message.manual,
      now: new Date(),
      signal: AbortSignal.timeout(Math.max(0, remainingMs - STOP_MARGIN_MS)),
      logger,
      progress,
      saveProgress: (state) => saveProgress(db, claim, state),
      startTargets: (targets) => startTargets(attempt, targets),
    })
    const result = await within(running, Math.max(0, remainingMs - GIVE_UP_MARGIN_MS), hasNotStopped)
    await endAttempt(db, claim, { status: 'succeeded', result }, new Date())
    logOutcome(observation, 'succeeded', { result })
    return DONE
  } catch (error) {
    if (error instanceof ContinueLater) {
      await endAttempt(db, claim, { status: 'waiting', error: null }, new Date())
      // Sends a new message: each receive of the old one would count as a failed attempt.
      await connectQueues().send(queueUrlOfArn(record.eventSourceARN), [writeJobMessage(attempt.message)])
      logOutcome(observation, 'unfinished')
      return DONE
    }
    const tries = triesOf(record)
    const isRefused = error instanceof RefusedRun
    const final = isRefused || isLastTry(job, record)
    const status = final ? 'failed' : 'waiting'
    logFailure(logger, error, { job: job.name, target, tries, final })
    await endAttempt(db, claim, { status, error: describeError(error) }, new Date())
    logOutcome(observation, status)
    if (isRefused) return { kind: 'done', error }
    return { kind: 'again', afterSeconds: final ? 0 : backoffSeconds(job.retries, tries), error }
  }
}

async function runMessage<Definition extends Job>(
  attempt: Attempt<Definition>,
  run: JobWork<Definition>,
): Promise<Outcome> {
  const { job, db, logger, message, parameters, remainingMs, observation } = attempt
  const target = targetOf(job, parameters)
  Object.assign(observation.fields, { target, scheduledTime: message.scheduledTime })
  // A connection that dropped while the function was frozen fails here, before the claim. A missing server fails here
  // too.
  await readRows(() => db`select 1`)
  const now = new Date()
  const outcome = await claimRun(db, {
    key: { job: job.name, target, scheduledTime: message.scheduledTime },
    parameters,
    intervalMinutes: message.manual ? undefined : job.schedule?.intervalMinutes,
    now,
    leaseSeconds: Math.ceil(remainingMs / 1000),
  })
  if (outcome.kind !== 'run') logOutcome(observation, outcome.kind)
  switch (outcome.kind) {
    case 'run':
      return await work(attempt, outcome.claim, outcome.progress, run)
    case 'busy':
      // SQS and the scheduler deliver at least once. On its last receive a duplicate would become a dead letter
      // although the run is healthy, so it is removed. Earlier, it returns to the queue in case the current run is
      // killed.
      if (isLastTry(job, attempt.record)) break
      return { kind: 'again', afterSeconds: (outcome.until.getTime() - now.getTime()) / 1000 }
    case 'skip':
      logger.warn({ target, reason: outcome.reason }, `${job.name}: the run was skipped`)
      break
    case 'settled':
      break
  }
  return DONE
}

/** Records a run as failed and removes its message. A retry cannot change invalid parameters. */
async function refuse(
  job: Job,
  { scheduledTime, parameters }: JobMessage,
  error: z.ZodError,
  { db, logger, observation }: Pick<Attempt<Job>, 'db' | 'logger' | 'observation'>,
): Promise<Outcome> {
  const target = targetOf(job, parameters).slice(0, TARGET_MAX_CHARACTERS)
  const reason = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  logger.error({ error, target }, `${job.name}: the run was refused because of its parameters`)
  await insertRefused(db, { job: job.name, target, scheduledTime }, { parameters, reason, now: new Date() })
  logOutcome(observation, 'failed')
  return { kind: 'done', error }
}

/** One received message. */
type Delivery = Pick<Attempt<Job>, 'record' | 'remainingMs' | 'observation'>

const triesOf = ({ attributes }: SQSRecord): number => Number(attributes.ApproximateReceiveCount)
const isLastTry = ({ retries }: Job, record: SQSRecord): boolean => triesOf(record) > retries.attempts

/**
 * Returns a Lambda handler for a job's queue. Each message is one run, stored in `job_runs`. A failed run returns to
 * the queue, stays hidden for the job's back-off and becomes a dead letter after its last attempt. The handler never
 * throws: after a throw the queue's visibility time-out would replace the back-off. Logs one line per attempt.
 */
export function runJob<const Definition extends Job>(job: Definition, run: JobWork<Definition>): JobHandler {
  let opened: Environment<Definition> | undefined
  let reader: QueueReader | undefined
  const open = (): Environment<Definition> => {
    const config = loadConfig<(Definition['config'][number] & ConfigSection) | 'settings' | 'database'>(
      'settings',
      'database',
      ...job.config,
    )
    const { settings } = config
    const logger = createLogger({
      level: settings.logLevel,
      fields: { job: job.name, version: settings.version },
    })
    const observer = openObserver({ name: `job-${job.name}`, logger })
    return { config, db: connectDatabase(config.database), logger, observer }
  }
  const handle = async (environment: Environment<Definition>, delivery: Delivery): Promise<Outcome> => {
    const message = readJobMessage(delivery.record.body)
    const checked = job.parameters.safeParse(message.parameters)
    if (!checked.success) return await refuse(job, message, checked.error, { ...environment, ...delivery })
    const parameters = checked.data as z.output<Definition['parameters']>
    return await runMessage({ ...environment, ...delivery, job, message, parameters }, run)
  }
  const returnToQueue = (record: SQSRecord, error: unknown): Outcome => {
    const logger = opened?.logger ?? createLogger({ level: 'error', fields: { job: job.name } })
    logger.error({ error, messageId: record.messageId }, `${job.name}: the message could not be handled`)
    return { kind: 'again', afterSeconds: backoffSeconds(job.retries, triesOf(record)), error }
  }
  const runRecord = async (record: SQSRecord, context: Context): Promise<Outcome> => {
    try {
      opened ??= open()
    } catch (error) {
      return returnToQueue(record, error)
    }
    const environment = opened
    const remainingMs = context.getRemainingTimeInMillis()
    return await environment.observer(context.awsRequestId, async (observation) => {
      observation.fields['tries'] = triesOf(record)
      try {
        return await handle(environment, { record, remainingMs, observation })
      } catch (error) {
        logOutcome(observation, 'waiting')
        return returnToQueue(record, error)
      }
    })
  }
  return async (event, context) => {
    const failed: string[] = []
    for (const record of event.Records) {
      const outcome = await runRecord(record, context)
      if (outcome.kind === 'done') continue
      failed.push(record.messageId)
      reader ??= connectQueueReader()
      await hideMessage(reader, record, outcome.afterSeconds, opened?.logger)
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
  }
}

/** Hides the message for its back-off. When that fails, the message reappears after the queue's visibility time-out. */
async function hideMessage(
  reader: QueueReader,
  record: SQSRecord,
  seconds: number,
  logger: Logger | undefined,
): Promise<void> {
  try {
    await reader.hide(queueUrlOfArn(record.eventSourceARN), record.receiptHandle, seconds)
  } catch (error) {
    logger?.error({ error, messageId: record.messageId }, 'the back-off of a message could not be set')
  }
}
