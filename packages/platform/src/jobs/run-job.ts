import { loadConfig, type Config, type ConfigSection } from '../config/config.ts'
import { connectDatabase, readRows, type DbPool } from '../database/database.ts'
import { describeError } from '../errors.ts'
import { createLogger, type Logger } from '../telemetry/logger.ts'
import type { Observation } from '../telemetry/observation.ts'
import { openObserver, type Observer, type Work } from '../telemetry/observer.ts'
import { readJobMessage, writeJobMessage, type JobMessage } from './job-messages.ts'
import { claimRun, endAttempt, insertRefused, saveProgress, type RunClaim } from './job-runs.ts'
import { connectQueueReader, queueUrlOfArn, type QueueReader } from '../queues/queue-reader.ts'
import { connectQueues, findTraceparent } from '../queues/queues.ts'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import { backoffSeconds, targetOf, type Job } from './define-job.ts'

/** Work is asked to stop so long before the function's time-out … */
const STOP_MARGIN_MS = 30_000
/** … and what has not stopped by then is left behind, so that its end can still be recorded. */
const GIVE_UP_MARGIN_MS = 10_000

/** Longer than any name of a target. */
const TARGET_MAX_CHARACTERS = 128

/** Thrown by work that was asked to stop and has kept its progress: the run goes on at once, which is no failed try. */
export class ContinueLater extends Error {
  override readonly name = 'ContinueLater'
}

/** One attempt at one run. */
export interface JobRunContext<Definition extends Job> {
  db: DbPool
  config: Config<(Definition['config'][number] & ConfigSection) | 'settings'>
  parameters: z.output<Definition['parameters']>
  /** What the run is for; '' for a job that is one of its kind. */
  target: string
  /** The time that the run is meant for. */
  scheduledTime: Date
  now: Date
  /** Aborts 30 s before the function's time-out. */
  signal: AbortSignal
  logger: Logger
  /** What an earlier attempt has saved; null at the first one. */
  progress: unknown
  saveProgress: (progress: unknown) => Promise<void>
}

/** The work of a job; what it returns is kept with the run and shown to people. */
export type JobWork<Definition extends Job> = (
  context: JobRunContext<Definition>,
) => Promise<Record<string, unknown>>

export type JobHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>

/** What becomes of a message: done with, or back in the queue and hidden for a while, for what went wrong where it did. */
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

/** How an attempt ended, for the line of the log that tells of it; `busy`, `skip` and `settled` are of runs not begun. */
type AttemptEnd = 'succeeded' | 'unfinished' | 'waiting' | 'failed' | 'busy' | 'skip' | 'settled'

function noteEnd({ fields }: Observation, outcome: AttemptEnd, others: Record<string, unknown> = {}): void {
  Object.assign(fields, { outcome, ...others })
}

/** Rejects when the work should have stopped and has not. */
async function withinDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('The work did not stop when its time was up'))
    timer = setTimeout(giveUp, Math.max(0, milliseconds))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Works on a run that was claimed and records how the attempt ended. Throws only what keeps it from recording. */
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
      now: new Date(),
      signal: AbortSignal.timeout(Math.max(0, remainingMs - STOP_MARGIN_MS)),
      logger,
      progress,
      saveProgress: (state) => saveProgress(db, claim, state),
    })
    const result = await withinDeadline(running, remainingMs - GIVE_UP_MARGIN_MS)
    await endAttempt(db, claim, { status: 'succeeded', result }, new Date())
    noteEnd(observation, 'succeeded', { result })
    return DONE
  } catch (error) {
    if (error instanceof ContinueLater) {
      await endAttempt(db, claim, { status: 'waiting', error: null }, new Date())
      // A message of its own: every receive of the old one counts as a failed try.
      await connectQueues().send(queueUrlOfArn(record.eventSourceARN), [writeJobMessage(attempt.message)])
      noteEnd(observation, 'unfinished')
      return DONE
    }
    const tries = triesOf(record)
    const final = isLastTry(job, record)
    const status = final ? 'failed' : 'waiting'
    logger.error({ error, target, tries, final }, `${job.name}: the run failed`)
    await endAttempt(db, claim, { status, error: describeError(error) }, new Date())
    noteEnd(observation, status)
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
  // A connection that dropped while the function was frozen shows here, where it costs nothing; so does an absent server.
  await readRows(() => db`select 1`)
  const now = new Date()
  const outcome = await claimRun(db, {
    key: { job: job.name, target, scheduledTime: message.scheduledTime },
    parameters,
    intervalMinutes: message.manual ? undefined : job.schedule?.intervalMinutes,
    now,
    leaseSeconds: Math.ceil(remainingMs / 1000),
  })
  if (outcome.kind !== 'run') noteEnd(observation, outcome.kind)
  switch (outcome.kind) {
    case 'run':
      return await work(attempt, outcome.claim, outcome.progress, run)
    case 'busy':
      // SQS and the scheduler deliver at least once. On its last receive a duplicate would become a dead letter though
      // the run is healthy, so it is acknowledged; before, it comes back in case the run under way is killed.
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

/** Parameters stay as they are however often a run is tried: it is recorded as failed, and its message is done with. */
async function refuse(
  job: Job,
  { scheduledTime, parameters }: JobMessage,
  error: z.ZodError,
  { db, logger, observation }: Pick<Attempt<Job>, 'db' | 'logger' | 'observation'>,
): Promise<Outcome> {
  const target = targetOf(job, parameters).slice(0, TARGET_MAX_CHARACTERS)
  const reason = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  logger.error({ error, target }, `${job.name}: the run was refused for its parameters`)
  await insertRefused(db, { job: job.name, target, scheduledTime }, { parameters, reason, now: new Date() })
  noteEnd(observation, 'failed')
  return { kind: 'done', error }
}

/** One message as it came. */
type Delivery = Pick<Attempt<Job>, 'record' | 'remainingMs' | 'observation'>

const triesOf = ({ attributes }: SQSRecord): number => Number(attributes.ApproximateReceiveCount)
const isLastTry = ({ retries }: Job, record: SQSRecord): boolean => triesOf(record) > retries.attempts

/** A run that its own work has put into the queue again stays in one trace. */
function describeRun(
  { name }: Job,
  { messageAttributes }: SQSRecord,
  { awsRequestId: requestId }: Context,
): Work<Outcome> {
  return {
    requestId,
    span: {
      name: `run ${name}`,
      kind: 'consumer',
      attributes: { 'messaging.system': 'aws_sqs', 'messaging.operation.type': 'process' },
      parent: findTraceparent(messageAttributes),
    },
    describe: ({ error }) => (error === undefined ? {} : { error }),
  }
}

/**
 * A Lambda handler for a job's queue. Each message is one run, kept in `job_runs`; a run that fails goes back into the
 * queue, hidden for the back-off of its job, and ends as a dead letter after its last try. It never throws: a throw
 * would bring the message back by the queue's own clock. The log has one line for each attempt.
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
    const observer = openObserver({ name: `job-${job.name}`, settings, logger })
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
    logger.error({ error, messageId: record.messageId }, `${job.name}: the message could not be dealt with`)
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
    return await environment.observer.run(describeRun(job, record, context), async (observation) => {
      observation.fields['tries'] = triesOf(record)
      try {
        return await handle(environment, { record, remainingMs, observation })
      } catch (error) {
        noteEnd(observation, 'waiting')
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

/** Sets when the message comes back. Where that fails it comes back when the queue's own time has passed. */
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
