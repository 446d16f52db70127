import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'

const REQUEST_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 3000
const MAX_ATTEMPTS = 4
/** SQS hands out at most ten messages a call. */
const RECEIVE_MAX = 10
/** SQS hides a message for at most twelve hours. */
const MAX_VISIBILITY_SECONDS = 12 * 3600

/** A message that was taken from a queue; `receipt` is the right to remove it while it is hidden. */
export interface TakenMessage {
  id: string
  body: string
  receipt: string
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
  /** About how many messages wait to be taken. */
  count(queueUrl: string): Promise<number>
}

export function connectQueueReader(): QueueReader {
  const sqs = new SQSClient({
    maxAttempts: MAX_ATTEMPTS,
    // A URL that was made from an ARN names the region's own host; the client's endpoint is right everywhere.
    useQueueUrlAsEndpoint: false,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, connectionTimeout: CONNECT_TIMEOUT_MS },
  })
  return {
    async take(queueUrl, { max, hideSeconds, waitSeconds }) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: Math.min(max, RECEIVE_MAX),
          VisibilityTimeout: hideSeconds,
          WaitTimeSeconds: waitSeconds,
        }),
      )
      return Messages.map(({ MessageId = '', Body = '', ReceiptHandle = '' }) => ({
        id: MessageId,
        body: Body,
        receipt: ReceiptHandle,
      }))
    },
    async remove(queueUrl, receipt) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt }))
    },
    async hide(queueUrl, receipt, seconds) {
      const bounded = Math.min(Math.max(0, Math.ceil(seconds)), MAX_VISIBILITY_SECONDS)
      await sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: receipt,
          VisibilityTimeout: bounded,
        }),
      )
    },
    async count(queueUrl) {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: queueUrl,
          AttributeNames: ['ApproximateNumberOfMessages'],
        }),
      )
      return Number(Attributes?.ApproximateNumberOfMessages ?? 0)
    },
  }
}

/** The URL of a queue by its ARN, `arn:aws:sqs:<region>:<account>:<name>`. */
export function queueUrlOfArn(arn: string): string {
  const [, , service, region, account, name] = arn.split(':')
  if (service !== 'sqs' || !region || !account || !name) throw new Error(`${arn} is no ARN of a queue`)
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`
}
