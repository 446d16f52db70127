import { loadConfig, type Config, type ConfigSection } from '@pauta/core/config'
import { isDroppedConnection } from '@pauta/core/connection-errors'
import { createLogger, type Logger } from '@pauta/core/logger'
import { REPEATED } from '@pauta/core/queues'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { Worker } from './define-worker.ts'

/** A message as its worker sees it. */
export interface Received {
  id: string
  body: string
  /** 1 at the first try; above where a try may have broken off before, also for a dead letter that was sent back. */
  receiveCount: number
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

const isSentAgain = ({ messageAttributes }: SQSRecord): boolean => messageAttributes[REPEATED] !== undefined

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

/**
 * A Lambda handler for a worker's queue: opens what the worker needs at the first invocation, gives it the batch, and
 * reports the failed messages one by one, so that the others are not repeated. Whatever the worker throws fails the
 * whole batch.
 */
export function runWorker<const Definition extends Worker, Dependencies>(
  worker: Definition,
  steps: {
    open: (config: Config<Definition['config'][number] & ConfigSection>) => Dependencies
    handle: (run: Run<Dependencies>) => Promise<readonly Failure[]>
  },
): (event: SQSEvent) => Promise<SQSBatchResponse> {
  let opened: { dependencies: Dependencies; logger: Logger } | undefined
  return async (event) => {
    if (!opened) {
      const config = loadConfig<(Definition['config'][number] & ConfigSection) | 'settings'>(
        'settings',
        ...worker.config,
      )
      const { logLevel, release } = config.settings
      opened = {
        dependencies: steps.open(config),
        logger: createLogger({ level: logLevel, fields: { worker: worker.name, release } }),
      }
    }
    const { dependencies, logger } = opened
    const messages = event.Records.map((record) => ({
      id: record.messageId,
      body: record.body,
      receiveCount: Number(record.attributes.ApproximateReceiveCount) + (isSentAgain(record) ? 1 : 0),
    }))
    const failures = await handleTwice(messages, logger, (tried) =>
      steps.handle({ messages: tried, dependencies, logger, now: new Date() }),
    )
    for (const { id, error } of failures)
      logger.error({ messageId: id, error }, `${worker.name}: message failed`)
    logger.info({ messages: messages.length, failed: failures.length }, worker.name)
    return { batchItemFailures: failures.map(({ id }) => ({ itemIdentifier: id })) }
  }
}
