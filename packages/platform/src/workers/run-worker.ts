import { randomUUID } from 'node:crypto'
import { loadConfig, type Config, type ConfigSection } from '../config/config.ts'
import { isDroppedConnection } from '../database/connection-errors.ts'
import { createLogger, type Logger } from '../telemetry/logger.ts'
import { openObserver, type Observer } from '../telemetry/observer.ts'
import { sendDeadLetter } from '../queues/dead-letters.ts'
import { REDRIVEN } from '../queues/queues.ts'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { Worker } from './define-worker.ts'
import { PermanentFailure } from './permanent-failure.ts'

/** A message as the worker reads it. */
export interface Received {
  id: string
  body: string
  /**
   * 1 at the first attempt. Higher when an earlier attempt may have stopped half-way, also for a redriven dead letter.
   */
  receiveCount: number
  /** When the message was sent. */
  sentAt: Date
}

/**
 * A failed message. It stays in the queue, is retried and becomes a dead letter in the end. With a PermanentFailure it
 * becomes one at once.
 */
export interface Failure {
  id: string
  error: unknown
}

export interface Run<Dependencies> {
  messages: readonly Received[]
  dependencies: Dependencies
  logger: Logger
  now: Date
}

const isRedriven = ({ messageAttributes }: SQSRecord): boolean => messageAttributes[REDRIVEN] !== undefined

const toReceived = (record: SQSRecord): Received => ({
  id: record.messageId,
  body: record.body,
  receiveCount: Number(record.attributes.ApproximateReceiveCount) + (isRedriven(record) ? 1 : 0),
  sentAt: new Date(Number(record.attributes.SentTimestamp)),
})

/**
 * Retries a batch once when the connection was lost, for example while Lambda froze the environment. Otherwise the
 * batch would wait for its visibility time-out, which takes minutes.
 */
async function handleTwice(
  messages: readonly Received[],
  logger: Logger,
  handle: (messages: readonly Received[]) => Promise<readonly Failure[]>,
): Promise<readonly Failure[]> {
  try {
    return await handle(messages)
  } catch (error) {
    if (!isDroppedConnection(error)) throw error
    logger.warn({ error }, 'the connection to the database was lost: trying the batch again')
    return await handle(messages.map((message) => ({ ...message, receiveCount: message.receiveCount + 1 })))
  }
}

interface Opened<Dependencies> {
  dependencies: Dependencies
  logger: Logger
  observer: Observer
}

/**
 * Moves messages with a permanent failure to the dead-letter queue. Returns the ids of those that arrived there; the
 * others are retried.
 */
async function moveRefused(
  failures: readonly Failure[],
  records: readonly SQSRecord[],
  logger: Logger,
): Promise<ReadonlySet<string>> {
  const moves = failures.map(async ({ id, error }) => {
    const record = records.find(({ messageId }) => messageId === id)
    if (!record || !(error instanceof PermanentFailure)) return []
    const { body, sentAt } = toReceived(record)
    try {
      await sendDeadLetter(record.eventSourceARN, { body, sentAt, reason: error.message })
      return [id]
    } catch (problem) {
      logger.error({ messageId: id, error: problem }, 'a refused message did not reach the dead-letter queue')
      return []
    }
  })
  return new Set((await Promise.all(moves)).flat())
}

/**
 * Returns a Lambda handler for a worker's queue. Opens the dependencies at the first invocation, passes the batch to
 * `handle`, and reports failed messages one by one, so that the others are not repeated. Messages with a permanent
 * failure go to the dead-letter queue at once. An error that `handle` throws fails the whole batch. Logs one line per
 * failed message and one per batch.
 */
export function runWorker<const Definition extends Worker, Dependencies>(
  worker: Definition,
  steps: {
    open: (config: Config<Definition['config'][number] & ConfigSection>, logger: Logger) => Dependencies
    handle: (run: Run<Dependencies>) => Promise<readonly Failure[]>
  },
): (event: SQSEvent, context?: Pick<Context, 'awsRequestId'>) => Promise<SQSBatchResponse> {
  const { name } = worker
  let opened: Opened<Dependencies> | undefined
  const open = (): Opened<Dependencies> => {
    const config = loadConfig<(Definition['config'][number] & ConfigSection) | 'settings'>(
      'settings',
      ...worker.config,
    )
    const { logLevel, version } = config.settings
    const logger = createLogger({ level: logLevel, fields: { worker: name, version } })
    return {
      dependencies: steps.open(config, logger),
      logger,
      observer: openObserver({ name, logger }),
    }
  }
  const handleBatch = async (
    messages: readonly Received[],
    { dependencies, logger }: Opened<Dependencies>,
  ) => {
    const failures = await handleTwice(messages, logger, (tried) =>
      steps.handle({ messages: tried, dependencies, logger, now: new Date() }),
    )
    for (const { id, error } of failures) logger.error({ messageId: id, error }, `${name}: message failed`)
    return failures
  }
  return async ({ Records: records }, context) => {
    opened ??= open()
    const environment = opened
    const requestId = context?.awsRequestId ?? randomUUID()
    let moved: ReadonlySet<string> = new Set()
    const failures = await environment.observer(requestId, async ({ fields }) => {
      fields['messages'] = records.length
      const failed = await handleBatch(records.map(toReceived), environment)
      moved = await moveRefused(failed, records, environment.logger)
      fields['failed'] = failed.length
      fields['refused'] = moved.size
      return failed
    })
    const retried = failures.filter(({ id }) => !moved.has(id))
    return { batchItemFailures: retried.map(({ id }) => ({ itemIdentifier: id })) }
  }
}
