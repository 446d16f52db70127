import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs'
import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import type { SQSEvent } from 'aws-lambda'
import { invokeHandler, withinTimeout, type LambdaHandler } from '../lambda/lambda-runtime.ts'
import { listDone, toSqsEvent } from './sqs-event.ts'

const REGION = 'us-east-2'
/**
 * Seconds that a poll waits for a first message: the maximum of SQS, because an idle stack has 57 polls. A poll of a
 * killed process still receives messages until its wait ends.
 */
const LONG_POLL_SECONDS = 20
const CONNECT_TIMEOUT_MS = 3000
const REQUEST_TIMEOUT_MS = 30_000
/** SQS returns and deletes at most ten messages per call. */
const CALL_MAX = 10
const ERROR_PAUSE_MS = 500
const DRAIN_SECONDS = 10

/** Called at each failure. Undefined: the messages wait for their visibility time-out. */
export type RetrySeconds = () => number | undefined

export interface QueuePollerOptions {
  /** Address of SQS. */
  endpoint: string
  queueUrl: string
  handler: LambdaHandler
  batchSize: number
  /** Seconds that a batch waits for more messages after its first. */
  batchWindowSeconds: number
  /** Seconds that a poll waits for a first message. Default 20. */
  longPollSeconds?: number | undefined
  /** Concurrent invocations. Default 1. */
  concurrency?: number
  timeoutSeconds: number
  /** Seconds after which a failed message is visible again. Default: when its visibility time-out ends. */
  retrySeconds?: RetrySeconds | undefined
  log: (error: unknown, what: string) => void
}

export interface QueuePoller {
  /** Stops receiving and waits at most 10 s for the current batches. */
  stop(): Promise<void>
}

/** Receives the next messages of a batch, or none after `waitSeconds`. */
async function receive(
  sqs: SQSClient,
  queueUrl: string,
  { limit, waitSeconds, signal }: { limit: number; waitSeconds: number; signal?: AbortSignal },
): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(CALL_MAX, limit),
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
    signal ? { abortSignal: signal } : {},
  )
  return Messages
}

/**
 * Receives the messages of one batch. The first poll waits for `longPollSeconds`, the next polls only until the batch
 * window ends. A batch with messages ends at a poll that fails, and no stop aborts its polls: its messages would stay
 * hidden until their visibility time-out.
 */
async function receiveBatch(
  sqs: SQSClient,
  options: QueuePollerOptions,
  signal: AbortSignal,
): Promise<Message[]> {
  const { queueUrl, batchSize, batchWindowSeconds, longPollSeconds = LONG_POLL_SECONDS, log } = options
  const first = { limit: batchSize, waitSeconds: longPollSeconds, signal }
  const batch = await receive(sqs, queueUrl, first)
  const deadline = Date.now() + batchWindowSeconds * 1000
  while (batch.length > 0 && batch.length < batchSize && Date.now() < deadline && !signal.aborted) {
    const left = Math.max(0, Math.ceil((deadline - Date.now()) / 1000))
    const next = { limit: batchSize - batch.length, waitSeconds: Math.min(left, longPollSeconds) }
    try {
      const more = await receive(sqs, queueUrl, next)
      if (more.length === 0) break
      batch.push(...more)
    } catch (error) {
      log(error, `polling ${queueUrl} for more messages failed`)
      break
    }
  }
  return batch
}

async function deleteMessages(sqs: SQSClient, queueUrl: string, messages: readonly Message[]): Promise<void> {
  for (let start = 0; start < messages.length; start += CALL_MAX) {
    const entries = messages.slice(start, start + CALL_MAX)
    const { Failed = [] } = await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: entries.map((message, position) => ({
          Id: String(position),
          ReceiptHandle: message.ReceiptHandle,
        })),
      }),
    )
    if (Failed.length > 0)
      throw new Error(`${Failed.length} messages were not deleted: ${Failed[0]?.Message}`)
  }
}

/** Makes failed messages visible again after the given seconds, before their visibility time-out ends. */
async function returnMessages(
  sqs: SQSClient,
  queueUrl: string,
  messages: readonly Message[],
  retrySeconds: number,
): Promise<void> {
  for (let start = 0; start < messages.length; start += CALL_MAX) {
    const entries = messages.slice(start, start + CALL_MAX)
    await sqs.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: queueUrl,
        Entries: entries.map((message, position) => ({
          Id: String(position),
          ReceiptHandle: message.ReceiptHandle,
          VisibilityTimeout: retrySeconds,
        })),
      }),
    )
  }
}

/** Calls the handler. Messages that it does not report as failed are done. A throw or a time-out fails all of them. */
async function work(sqs: SQSClient, options: QueuePollerOptions, batch: readonly Message[]): Promise<void> {
  const { handler, queueUrl, timeoutSeconds, log } = options
  const name = queueUrl.split('/').at(-1) ?? queueUrl
  const event: SQSEvent = toSqsEvent(batch, { queueName: name, region: REGION })
  let failed = batch
  try {
    const answer = await invokeHandler(handler, event, { name, timeoutSeconds })
    const done = listDone(batch, answer)
    failed = batch.filter((message) => !done.includes(message))
    await deleteMessages(sqs, queueUrl, done)
  } catch (error) {
    log(error, `the worker on ${name} failed a batch of ${batch.length}`)
  }
  const retrySeconds = options.retrySeconds?.()
  if (retrySeconds !== undefined) await returnMessages(sqs, queueUrl, failed, retrySeconds)
}

/**
 * Polls a queue and calls its worker, as Lambda's event source mapping with partial responses does. Failed messages
 * are visible again after their visibility time-out.
 */
export function startQueuePoller(options: QueuePollerOptions): QueuePoller {
  const sqs = new SQSClient({
    endpoint: options.endpoint,
    region: REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: requestTimeouts({ connectMs: CONNECT_TIMEOUT_MS, answerMs: REQUEST_TIMEOUT_MS }),
  })
  const stopping = new AbortController()
  const poll = async () => {
    while (!stopping.signal.aborted) {
      try {
        const batch = await receiveBatch(sqs, options, stopping.signal)
        if (batch.length > 0) await work(sqs, options, batch)
      } catch (error) {
        if (stopping.signal.aborted) return
        options.log(error, `polling ${options.queueUrl} failed`)
        await new Promise((resolve) => setTimeout(resolve, ERROR_PAUSE_MS))
      }
    }
  }
  const polling = Promise.all(Array.from({ length: options.concurrency ?? 1 }, poll))
  return {
    async stop() {
      stopping.abort()
      try {
        const name = `The batch at hand of ${options.queueUrl}`
        await withinTimeout(polling, { name, timeoutSeconds: DRAIN_SECONDS })
      } catch (error) {
        // The next poll receives these messages again, as with a stopped environment.
        options.log(error, 'stopped before the work at hand was done')
      }
      sqs.destroy()
    },
  }
}
