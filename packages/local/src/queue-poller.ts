import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { invokeHandler, type LambdaHandler } from './lambda-runtime.ts'

const LONG_POLL_SECONDS = 5
const RECEIVE_MAX = 10
const ERROR_PAUSE_MS = 500

export interface QueuePollerOptions {
  /** Address of SQS. */
  endpoint: string
  queueUrl: string
  handler: LambdaHandler
  batchSize: number
  /** How long a batch is waited for after its first message. */
  batchWindowSeconds: number
  timeoutSeconds: number
  log: (error: unknown, what: string) => void
}

export interface QueuePoller {
  /** Takes no more messages and waits for the batch at hand. */
  stop(): Promise<void>
}

function toRecord(message: Message, queueUrl: string): SQSRecord {
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: message.Attributes as unknown as SQSRecord['attributes'],
    messageAttributes: {},
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:us-east-2:000000000000:${queueUrl.split('/').at(-1)}`,
    awsRegion: 'us-east-2',
  }
}

/** Messages of one batch: the first poll waits long, further ones only as long as the window allows. */
async function receiveBatch(
  sqs: SQSClient,
  options: QueuePollerOptions,
  signal: AbortSignal,
): Promise<Message[]> {
  const { queueUrl, batchSize, batchWindowSeconds } = options
  const batch: Message[] = []
  let deadline = Infinity
  while (batch.length < batchSize && Date.now() < deadline) {
    const waitSeconds = batch.length === 0 ? LONG_POLL_SECONDS : Math.ceil((deadline - Date.now()) / 1000)
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(RECEIVE_MAX, batchSize - batch.length),
        WaitTimeSeconds: Math.max(0, waitSeconds),
        MessageSystemAttributeNames: ['All'],
      }),
      { abortSignal: signal },
    )
    if (Messages.length === 0) break
    if (batch.length === 0) deadline = Date.now() + batchWindowSeconds * 1000
    batch.push(...Messages)
  }
  return batch
}

async function deleteMessages(sqs: SQSClient, queueUrl: string, messages: readonly Message[]): Promise<void> {
  for (let start = 0; start < messages.length; start += RECEIVE_MAX) {
    const entries = messages.slice(start, start + RECEIVE_MAX)
    await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: entries.map((message, position) => ({
          Id: String(position),
          ReceiptHandle: message.ReceiptHandle,
        })),
      }),
    )
  }
}

/** Calls the handler; messages that it did not report as failed are done. A throw or time-out fails them all. */
async function work(sqs: SQSClient, options: QueuePollerOptions, batch: readonly Message[]): Promise<void> {
  const { handler, queueUrl, timeoutSeconds, log } = options
  const event: SQSEvent = { Records: batch.map((message) => toRecord(message, queueUrl)) }
  try {
    const name = queueUrl.split('/').at(-1) ?? 'worker'
    const result = (await invokeHandler(handler, event, { name, timeoutSeconds })) as
      | SQSBatchResponse
      | undefined
    const failed = new Set((result?.batchItemFailures ?? []).map((failure) => failure.itemIdentifier))
    await deleteMessages(
      sqs,
      queueUrl,
      batch.filter((message) => !failed.has(message.MessageId ?? '')),
    )
  } catch (error) {
    log(error, `the worker on ${queueUrl} failed a batch of ${batch.length}`)
  }
}

/** Polls a queue and calls its worker, as Lambda's event source mapping with partial responses does. */
export function startQueuePoller(options: QueuePollerOptions): QueuePoller {
  const sqs = new SQSClient({
    endpoint: options.endpoint,
    region: 'us-east-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const stopping = new AbortController()
  const loop = async () => {
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
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
      sqs.destroy()
    },
  }
}
