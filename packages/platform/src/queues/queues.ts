import { observeCall, type Call, type Span } from '../telemetry/observation.ts'
import { openSqs } from './sqs.ts'

/** SQS takes at most ten messages a call … */
const BATCH_SIZE = 10
/** … and 1 MiB in all of them, bodies and attributes; the rest of the MiB is a margin. */
const BATCH_BYTES = 1_000_000
/** What the attributes of one message take: their names, types and values. */
const ATTRIBUTES_BYTES = 200

/**
 * Attribute of a message that was received before it was sent: its worker may have done a part of it, as with one that
 * came back by itself, though it is received for the first time.
 */
export const REDRIVEN = 'redriven'

/** Attribute of a message that was sent by traced work: the trace that its worker carries on (W3C Trace Context). */
const TRACEPARENT = 'traceparent'

/** The trace that a received message belongs to, by its attributes; undefined where it was sent by work without one. */
export function findTraceparent(
  attributes: Readonly<Record<string, { stringValue?: string | undefined }>>,
): string | undefined {
  return attributes[TRACEPARENT]?.stringValue
}

const attributeOf = (value: string) => ({ DataType: 'String', StringValue: value })

/** What a message carries besides its body; nothing as a rule. */
function listAttributes(isRedriven: boolean, span: Span | undefined) {
  const attributes = {
    ...(isRedriven && { [REDRIVEN]: attributeOf('true') }),
    ...(span && { [TRACEPARENT]: attributeOf(span.traceparent) }),
  }
  return Object.keys(attributes).length === 0 ? {} : { MessageAttributes: attributes }
}

/** Sends text messages to any queue by its URL. */
export interface QueueSender {
  /** Sends all, in batches. Throws when any was not accepted; sending again is safe, as every worker is idempotent. */
  send(queueUrl: string, bodies: readonly string[]): Promise<void>
  /**
   * Sends messages again that others have had, in batches, marked as REDRIVEN. Returns by position why a message was
   * refused; undefined for an accepted one.
   */
  redrive(queueUrl: string, bodies: readonly string[]): Promise<(string | undefined)[]>
}

/** Cuts messages, in their order, into batches that SQS takes. A message that is too large alone is a batch of its own. */
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

/** By OpenTelemetry's conventions for messaging. */
function describeSend(queueUrl: string, bodies: readonly string[]): Call {
  const queue = queueUrl.slice(queueUrl.lastIndexOf('/') + 1)
  return {
    name: `send ${queue}`,
    kind: 'producer',
    attributes: {
      'messaging.system': 'aws_sqs',
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.destination.name': queue,
      'messaging.batch.message_count': bodies.length,
    },
  }
}

async function offerBatch(
  queueUrl: string,
  bodies: readonly string[],
  isRedriven: boolean,
): Promise<(string | undefined)[]> {
  const [first = ''] = bodies
  const bytes = Buffer.byteLength(first)
  // SQS would refuse the call, not the message, and the caller could not tell which message to leave out.
  if (bytes > BATCH_BYTES) return [`${bytes} bytes are more than a queue takes (${BATCH_BYTES})`]
  const { sdk, client } = await openSqs()
  const { Failed = [] } = await observeCall(describeSend(queueUrl, bodies), (span) =>
    client.send(
      new sdk.SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: bodies.map((body, position) => ({
          Id: String(position),
          MessageBody: body,
          ...listAttributes(isRedriven, span),
        })),
      }),
    ),
  )
  const reasons = new Map(Failed.map(({ Id, Code, Message }) => [Id, Message ?? Code ?? 'refused']))
  return bodies.map((_, position) => reasons.get(String(position)))
}

/** Opens nothing: each call is a request, over connections that are kept alive. */
export function connectQueues(): QueueSender {
  return {
    async send(queueUrl, bodies) {
      for (const batch of cutBatches(bodies)) {
        const refused = (await offerBatch(queueUrl, batch, false)).filter((reason) => reason !== undefined)
        if (refused.length > 0)
          throw new Error(`${refused.length} of ${batch.length} messages refused: ${refused[0]}`)
      }
    },
    async redrive(queueUrl, bodies) {
      const reasons: (string | undefined)[] = []
      for (const batch of cutBatches(bodies)) reasons.push(...(await offerBatch(queueUrl, batch, true)))
      return reasons
    },
  }
}
