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
}

export function connectQueues(): QueueSender {
  const sqs = new SQSClient({
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, connectionTimeout: CONNECT_TIMEOUT_MS },
  })
  return {
    async send(queueUrl, bodies) {
      for (let start = 0; start < bodies.length; start += BATCH_SIZE) {
        const entries = bodies.slice(start, start + BATCH_SIZE)
        const { Failed } = await sqs.send(
          new SendMessageBatchCommand({
            QueueUrl: queueUrl,
            Entries: entries.map((body, position) => ({ Id: String(position), MessageBody: body })),
          }),
        )
        const refused = Failed?.[0]
        if (refused)
          throw new Error(`${Failed.length} of ${entries.length} messages refused: ${refused.Message}`)
      }
    },
  }
}
