import { randomUUID } from 'node:crypto'
import { loadConfig, type Config, type ConfigSection } from '../config/config.ts'
import { isDroppedConnection } from '../database/connection-errors.ts'
import { createLogger, type Logger } from '../telemetry/logger.ts'
import { openObserver, type Observer } from '../telemetry/observer.ts'
import { findTraceparent, REDRIVEN } from '../queues/queues.ts'
import type { RootSpan } from '../telemetry/tracing.ts'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { Worker } from './define-worker.ts'

/** A message as its worker sees it. */
export interface Received {
  id: string
  body: string
  /** 1 at the first try; above where a try may have broken off before, also for a dead letter that was sent back. */
  receiveCount: number
  /** When its sender put it into the queue. */
  sentAt: Date
}

/** A message that was not dealt with: it stays in the queue, is tried again and ends as a dead letter. */
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
 * A connection that dropped, as while the environment was frozen, is no reason to leave a batch for the minutes of its
 * visibility time-out: it is handled once more, as one that came back.
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

/** A batch carries on the trace of the first of its messages that has one, and points to those of the others. */
function describeBatch({ queue }: Worker, records: readonly SQSRecord[]): RootSpan {
  const traces = records.map(({ messageAttributes }) => findTraceparent(messageAttributes))
  const [parent, ...links] = new Set(traces.filter((trace) => trace !== undefined))
  return {
    name: `process ${queue}`,
    kind: 'consumer',
    attributes: {
      'messaging.system': 'aws_sqs',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
      'messaging.batch.message_count': records.length,
    },
    parent,
    links,
  }
}

interface Opened<Dependencies> {
  dependencies: Dependencies
  logger: Logger
  observer: Observer
}

/**
 * A Lambda handler for a worker's queue: opens what the worker needs at the first invocation, gives it the batch, and
 * reports the failed messages one by one, so that the others are not repeated. Whatever the worker throws fails the
 * whole batch. The log has a line for each failed message and one for the batch.
 */
export function runWorker<const Definition extends Worker, Dependencies>(
  worker: Definition,
  steps: {
    open: (config: Config<Definition['config'][number] & ConfigSection>) => Dependencies
    handle: (run: Run<Dependencies>) => Promise<readonly Failure[]>
  },
): (event: SQSEvent, context?: Pick<Context, 'awsRequestId'>) => Promise<SQSBatchResponse> {
  const { name, publicEgressOnly } = worker
  let opened: Opened<Dependencies> | undefined
  const open = (): Opened<Dependencies> => {
    const config = loadConfig<(Definition['config'][number] & ConfigSection) | 'settings'>(
      'settings',
      ...worker.config,
    )
    const { settings } = config
    const { logLevel, version } = settings
    const logger = createLogger({ level: logLevel, fields: { worker: name, version } })
    return {
      dependencies: steps.open(config),
      logger,
      observer: openObserver({ name, settings, logger, hidesHosts: publicEgressOnly }),
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
    const work = {
      requestId: context?.awsRequestId ?? randomUUID(),
      span: describeBatch(worker, records),
      describe: (failures: readonly Failure[]) => (failures.length > 0 ? { error: 'failed-messages' } : {}),
    }
    const failures = await environment.observer.run(work, async ({ fields }) => {
      fields['messages'] = records.length
      const failed = await handleBatch(records.map(toReceived), environment)
      fields['failed'] = failed.length
      return failed
    })
    return { batchItemFailures: failures.map(({ id }) => ({ itemIdentifier: id })) }
  }
}
