import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  MessageNotInflight,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { GetObjectCommand, paginateListObjectsV2, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

const BUCKET = 'pauta-raw-events'
const SEND_AT_ONCE = 10

/** Numbers of messages in a queue: visible ones, and those in flight. */
interface Depth {
  waiting: number
  inFlight: number
}

/** A received message. It becomes visible again at `visibilityDeadline`, in milliseconds since 1970. */
interface InFlight {
  receiptHandle: string
  visibilityDeadline: number
}

/** The stack's queues and object storage, for the test in the role of a scraper or operator. */
export interface Cloud {
  /** Sends text messages; objects are written as JSON. */
  send(queueUrl: string, ...messages: unknown[]): Promise<void>
  depth(queueUrl: string): Promise<Depth>
  /** Number of delayed messages. */
  delayed(queueUrl: string): Promise<number>
  /** The visibility time-out of a queue. */
  visibilitySeconds(queueUrl: string): Promise<number>
  /** Receives and deletes every visible message. Returns the bodies. */
  drain(queueUrl: string): Promise<string[]>
  /** Receives at most ten visible messages, without deleting or returning them. */
  hold(queueUrl: string): Promise<string[]>
  /** Makes the messages visible again that are in flight now, as after their visibility time-out. */
  returnHeld(queueUrl: string): Promise<void>
  /** Makes a message visible again that a consumer has received. Does nothing when it is not in flight any more. */
  show(queueUrl: string, receipt: string): Promise<void>
  /** Seconds until the messages in flight become visible again, the next one first. */
  hiddenSeconds(queueUrl: string): Promise<number[]>
  put(key: string, body: string): Promise<void>
  /** Keys with a prefix, in order. */
  listKeys(prefix: string): Promise<string[]>
  read(key: string): Promise<string>
  readBytes(key: string): Promise<Uint8Array>
  close(): void
}

export function openCloud(endpoint: string): Cloud {
  const settings = {
    endpoint,
    region: 'us-east-2',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  }
  const sqs = new SQSClient(settings)
  const s3 = new S3Client({ ...settings, forcePathStyle: true })
  const attributes = async (queueUrl: string) => {
    const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] })
    return (await sqs.send(command)).Attributes ?? {}
  }
  /** SQS has no call that lists messages in flight. The emulator serves them at an address. */
  const listInFlight = async (queueUrl: string): Promise<InFlight[]> => {
    const answer = await fetch(`${endpoint}/_fauxqs/queues/${queueUrl.split('/').at(-1)}`)
    return ((await answer.json()) as { messages: { inflight: InFlight[] } }).messages.inflight
  }
  const show = async (queueUrl: string, receipt: string) => {
    const command = { QueueUrl: queueUrl, ReceiptHandle: receipt, VisibilityTimeout: 0 }
    try {
      await sqs.send(new ChangeMessageVisibilityCommand(command))
    } catch (error) {
      // Its visibility time-out ended before this call, or its consumer deleted it.
      if (!(error instanceof MessageNotInflight)) throw error
    }
  }
  return {
    show,
    async send(queueUrl, ...messages) {
      for (let start = 0; start < messages.length; start += SEND_AT_ONCE) {
        const entries = messages.slice(start, start + SEND_AT_ONCE)
        const { Failed = [] } = await sqs.send(
          new SendMessageBatchCommand({
            QueueUrl: queueUrl,
            Entries: entries.map((message, position) => ({
              Id: String(position),
              MessageBody: typeof message === 'string' ? message : JSON.stringify(message),
            })),
          }),
        )
        if (Failed.length > 0) throw new Error(`Refused: ${JSON.stringify(Failed)}`)
      }
    },
    async depth(queueUrl) {
      const found = await attributes(queueUrl)
      return {
        waiting: Number(found['ApproximateNumberOfMessages']),
        inFlight: Number(found['ApproximateNumberOfMessagesNotVisible']),
      }
    },
    delayed: async (queueUrl) => Number((await attributes(queueUrl))['ApproximateNumberOfMessagesDelayed']),
    visibilitySeconds: async (queueUrl) => Number((await attributes(queueUrl))['VisibilityTimeout']),
    async drain(queueUrl) {
      const bodies: string[] = []
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: SEND_AT_ONCE }),
        )
        if (Messages.length === 0) return bodies
        for (const { Body = '', ReceiptHandle } of Messages) {
          bodies.push(Body)
          await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }))
        }
      }
    },
    async hold(queueUrl) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: SEND_AT_ONCE }),
      )
      return Messages.map(({ Body = '' }) => Body)
    },
    async returnHeld(queueUrl) {
      for (const { receiptHandle } of await listInFlight(queueUrl)) await show(queueUrl, receiptHandle)
    },
    async hiddenSeconds(queueUrl) {
      const deadlines = (await listInFlight(queueUrl)).map(({ visibilityDeadline }) => visibilityDeadline)
      return deadlines.map((deadline) => (deadline - Date.now()) / 1000).sort((a, b) => a - b)
    },
    async put(key, body) {
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body }))
    },
    async listKeys(prefix) {
      const keys: string[] = []
      // A page has at most a thousand keys.
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client: s3 },
        { Bucket: BUCKET, Prefix: prefix },
      ))
        keys.push(...Contents.map(({ Key = '' }) => Key))
      return keys
    },
    async read(key) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }))
      return (await Body?.transformToString()) ?? ''
    },
    async readBytes(key) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }))
      return (await Body?.transformToByteArray()) ?? new Uint8Array()
    },
    close() {
      sqs.destroy()
      s3.destroy()
    },
  }
}
