import { SQSClient, SendMessageBatchCommand } from '@aws-sdk/client-sqs'

const REQUEST_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 3000
const MAX_ATTEMPTS = 4
/** SQS takes at most ten messages a call. */
const BATCH_SIZE = 10

/** Sends text messages to any queue by its URL. */
export interface QueueSender {
  /** Sends all, in batches. Throws when any was not accepted; sending again is safe, as every worker is idempotent. */
  send(queueUrl: string, bodies: readonly string[]): Promise<void>
  /** Sends all, in batches, and returns by position why a message was refused; undefined for an accepted one. */
  offer(queueUrl: string, bodies: readonly string[]): Promise<(string | undefined)[]>
}

export function connectQueues(): QueueSender {
  const sqs = new SQSClient({
    maxAttempts: MAX_ATTEMPTS,
    // A URL that was made from an ARN names the region's own host; the client's endpoint is right everywhere.
    useQueueUrlAsEndpoint: false,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, connectionTimeout: CONNECT_TIMEOUT_MS },
  })
  const offerBatch = async (queueUrl: string, bodies: readonly string[]) => {
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: bodies.map((body, position) => ({ Id: String(position), MessageBody: body })),
      }),
    )
    const reasons = new Map(Failed.map(({ Id, Code, Message }) => [Id, Message ?? Code ?? 'refused']))
    return bodies.map((_, position) => reasons.get(String(position)))
  }
  return {
    async send(queueUrl, bodies) {
      for (let start = 0; start < bodies.length; start += BATCH_SIZE) {
        const batch = bodies.slice(start, start + BATCH_SIZE)
        const refused = (await offerBatch(queueUrl, batch)).filter((reason) => reason !== undefined)
        if (refused.length > 0)
          throw new Error(`${refused.length} of ${batch.length} messages refused: ${refused[0]}`)
      }
    },
    async offer(queueUrl, bodies) {
      const reasons: (string | undefined)[] = []
      for (let start = 0; start < bodies.length; start += BATCH_SIZE)
        reasons.push(...(await offerBatch(queueUrl, bodies.slice(start, start + BATCH_SIZE))))
      return reasons
    },
  }
}
