import type { Message } from '@aws-sdk/client-sqs'
import { FIRST_SENT, REASON } from './dead-letters.ts'
import { openSqs } from './sqs.ts'

/** SQS returns at most ten messages per call. The wait must be shorter than our request time-out. */
const RECEIVE_MAX = 10
const WAIT_MAX_SECONDS = 3
/** SQS hides a message for at most twelve hours. */
const MAX_VISIBILITY_SECONDS = 12 * 3600
const COUNTS = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const

/** A message taken from a queue. `receipt` gives the right to remove the message while it is hidden. */
export interface TakenMessage {
  id: string
  body: string
  receipt: string
  /** When the message was first sent, also for a dead letter. */
  sentAt: Date
  /** Why its worker refused a dead letter for good; undefined for messages that were tried too often. */
  reason: string | undefined
}

/** SQS keeps the time of sending when it moves a message itself. A worker that moves a message records the time. */
function toTakenMessage(message: Message): TakenMessage {
  const { MessageId = '', Body = '', ReceiptHandle = '', Attributes, MessageAttributes } = message
  const firstSent = MessageAttributes?.[FIRST_SENT]?.StringValue
  return {
    id: MessageId,
    body: Body,
    receipt: ReceiptHandle,
    sentAt: new Date(firstSent ?? Number(Attributes?.SentTimestamp ?? Date.now())),
    reason: MessageAttributes?.[REASON]?.StringValue,
  }
}

/** Messages of a queue, as SQS counts them: approximately. */
interface QueueCounts {
  waiting: number
  /** Received and not removed, or delayed. */
  inFlight: number
}

/** Takes messages from queues that have no subscribed worker. */
export interface QueueReader {
  count(queueUrl: string): Promise<QueueCounts>
  /**
   * Returns at most `max` (10) messages and hides them for `hideSeconds`. Returns none when none arrive within
   * `waitSeconds`.
   */
  take(
    queueUrl: string,
    options: { max: number; hideSeconds: number; waitSeconds: number },
  ): Promise<TakenMessage[]>
  remove(queueUrl: string, receipt: string): Promise<void>
  /** Hides a taken message for some seconds from now on; 0 shows it at once. */
  hide(queueUrl: string, receipt: string, seconds: number): Promise<void>
}

/** Returns a reader. Opens no connection: each call is a request over kept-alive connections. */
export function connectQueueReader(): QueueReader {
  return {
    async count(queueUrl) {
      const { sdk, client } = await openSqs()
      const { Attributes = {} } = await client.send(
        new sdk.GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: [...COUNTS] }),
      )
      const [waiting, received, delayed] = COUNTS.map((name) => Number(Attributes[name] ?? 0))
      return { waiting: waiting ?? 0, inFlight: (received ?? 0) + (delayed ?? 0) }
    },
    async take(queueUrl, { max, hideSeconds, waitSeconds }) {
      const { sdk, client } = await openSqs()
      const { Messages = [] } = await client.send(
        new sdk.ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: Math.min(max, RECEIVE_MAX),
          VisibilityTimeout: hideSeconds,
          WaitTimeSeconds: Math.min(waitSeconds, WAIT_MAX_SECONDS),
          MessageSystemAttributeNames: ['SentTimestamp'],
          MessageAttributeNames: [REASON, FIRST_SENT],
        }),
      )
      return Messages.map(toTakenMessage)
    },
    async remove(queueUrl, receipt) {
      const { sdk, client } = await openSqs()
      await client.send(new sdk.DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt }))
    },
    async hide(queueUrl, receipt, seconds) {
      const bounded = Math.min(Math.max(0, Math.ceil(seconds)), MAX_VISIBILITY_SECONDS)
      const { sdk, client } = await openSqs()
      await client.send(
        new sdk.ChangeMessageVisibilityCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: receipt,
          VisibilityTimeout: bounded,
        }),
      )
    },
  }
}
