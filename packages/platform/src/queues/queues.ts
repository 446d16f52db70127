import { escapeJsonBody } from './escape-body.ts'
import { openSqs } from './sqs.ts'

/** SQS accepts at most ten messages per call. */
const BATCH_SIZE = 10
/** Bytes per call. SQS accepts 1 MiB for all messages, bodies and attributes; the rest is a margin. */
const BATCH_BYTES = 1_000_000
/** Estimated bytes of the attributes of one message: names, types and values. */
const ATTRIBUTES_BYTES = 200

/**
 * Attribute of a message that returned from a dead-letter queue. Its worker may have done part of the work before,
 * although SQS counts the first receive.
 */
export const REDRIVEN = 'redriven'

/** Sends JSON messages to any queue by its URL. */
export interface QueueSender {
  /**
   * Sends all messages in batches. Throws when any was refused. Sending again is safe, because every worker is
   * idempotent.
   */
  send(queueUrl: string, bodies: readonly string[]): Promise<void>
  /**
   * Returns dead letters to a queue in batches, marked as REDRIVEN. Returns for each position the reason of a refusal,
   * or undefined for an accepted message.
   */
  redrive(queueUrl: string, bodies: readonly string[]): Promise<(string | undefined)[]>
}

/**
 * Cuts messages into batches that SQS accepts and keeps their order. A message that is too large becomes a batch of its
 * own.
 */
export function cutBatches(bodies: readonly string[]): string[][] {
  const batches: string[][] = []
  let batch: string[] = []
  let bytes = 0
  for (const body of bodies) {
    const size = Buffer.byteLength(body) + ATTRIBUTES_BYTES
    if (batch.length > 0 && (batch.length === BATCH_SIZE || bytes + size > BATCH_BYTES)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(body)
    bytes += size
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

async function offerBatch(
  queueUrl: string,
  bodies: readonly string[],
  isRedriven: boolean,
): Promise<(string | undefined)[]> {
  const [first = ''] = bodies
  const bytes = Buffer.byteLength(first)
  // SQS would refuse the whole call without naming the message that is too large.
  if (bytes > BATCH_BYTES) return [`${bytes} bytes exceed the limit of a queue (${BATCH_BYTES})`]
  const { sdk, client } = await openSqs()
  const { Failed = [] } = await client.send(
    new sdk.SendMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: bodies.map((body, position) => ({
        Id: String(position),
        MessageBody: body,
        ...(isRedriven && { MessageAttributes: { [REDRIVEN]: { DataType: 'String', StringValue: 'true' } } }),
      })),
    }),
  )
  const reasons = new Map(Failed.map(({ Id, Code, Message }) => [Id, Message ?? Code ?? 'refused']))
  return bodies.map((_, position) => reasons.get(String(position)))
}

/** Returns a sender. Opens no connection: each call is a request over kept-alive connections. */
export function connectQueues(): QueueSender {
  return {
    async send(queueUrl, bodies) {
      for (const batch of cutBatches(bodies.map(escapeJsonBody))) {
        const refused = (await offerBatch(queueUrl, batch, false)).filter((reason) => reason !== undefined)
        if (refused.length > 0)
          throw new Error(`${refused.length} of ${batch.length} messages refused: ${refused[0]}`)
      }
    },
    async redrive(queueUrl, bodies) {
      const reasons: (string | undefined)[] = []
      for (const batch of cutBatches(bodies.map(escapeJsonBody)))
        reasons.push(...(await offerBatch(queueUrl, batch, true)))
      return reasons
    },
  }
}
