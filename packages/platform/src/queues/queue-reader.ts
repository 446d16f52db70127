import { openSqs } from './sqs.ts'

/** SQS hands out at most ten messages a call, and waits for them no longer than our requests last. */
const RECEIVE_MAX = 10
const WAIT_MAX_SECONDS = 3
/** SQS hides a message for at most twelve hours. */
const MAX_VISIBILITY_SECONDS = 12 * 3600

/** A message that was taken from a queue; `receipt` is the right to remove it while it is hidden. */
export interface TakenMessage {
  id: string
  body: string
  receipt: string
  /** When it was first sent; a queue keeps it when it moves a message to its dead letters. */
  sentAt: Date
}

/** Takes messages from queues by hand, where no worker is subscribed. */
export interface QueueReader {
  /** At most `max` (10) messages, hidden from others for a while; none when none came within `waitSeconds`. */
  take(
    queueUrl: string,
    options: { max: number; hideSeconds: number; waitSeconds: number },
  ): Promise<TakenMessage[]>
  remove(queueUrl: string, receipt: string): Promise<void>
  /** Hides a taken message for so long from now on; 0 shows it at once. */
  hide(queueUrl: string, receipt: string, seconds: number): Promise<void>
}

/** Opens nothing: each call is a request, over connections that are kept alive. */
export function connectQueueReader(): QueueReader {
  return {
    async take(queueUrl, { max, hideSeconds, waitSeconds }) {
      const { sdk, client } = await openSqs()
      const { Messages = [] } = await client.send(
        new sdk.ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: Math.min(max, RECEIVE_MAX),
          VisibilityTimeout: hideSeconds,
          WaitTimeSeconds: Math.min(waitSeconds, WAIT_MAX_SECONDS),
          MessageSystemAttributeNames: ['SentTimestamp'],
        }),
      )
      return Messages.map(({ MessageId = '', Body = '', ReceiptHandle = '', Attributes }) => ({
        id: MessageId,
        body: Body,
        receipt: ReceiptHandle,
        sentAt: Attributes?.SentTimestamp ? new Date(Number(Attributes.SentTimestamp)) : new Date(),
      }))
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

/** The URL of a queue by its ARN, `arn:aws:sqs:<region>:<account>:<name>`. */
export function queueUrlOfArn(arn: string): string {
  const [, , service, region, account, name] = arn.split(':')
  if (service !== 'sqs' || !region || !account || !name) throw new Error(`${arn} is no ARN of a queue`)
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`
}
