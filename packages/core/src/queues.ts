import { observeCall, type Call, type Span } from './observation/observation.ts'
import { openSqs } from './sqs.ts'

/** SQS takes at most ten messages a call. */
const BATCH_SIZE = 10

/**
 * Attribute of a message that was received before it was sent: its worker may have done a part of it, as with one that
 * came back by itself, though it is received for the first time.
 */
export const REPEATED = 'repeated'

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
function listAttributes(isRepeated: boolean, span: Span | undefined) {
  const attributes = {
    ...(isRepeated && { [REPEATED]: attributeOf('true') }),
    ...(span && { [TRACEPARENT]: attributeOf(span.traceparent) }),
  }
  return Object.keys(attributes).length === 0 ? {} : { MessageAttributes: attributes }
}

/** Sends text messages to any queue by its URL. */
export interface QueueSender {
  /** Sends all, in batches. Throws when any was not accepted; sending again is safe, as every worker is idempotent. */
  send(queueUrl: string, bodies: readonly string[]): Promise<void>
  /**
   * Sends messages again that others have had, in batches, marked as REPEATED. Returns by position why a message was
   * refused; undefined for an accepted one.
   */
  offerAgain(queueUrl: string, bodies: readonly string[]): Promise<(string | undefined)[]>
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
  isRepeated: boolean,
): Promise<(string | undefined)[]> {
  const { sdk, client } = await openSqs()
  const { Failed = [] } = await observeCall(describeSend(queueUrl, bodies), (span) =>
    client.send(
      new sdk.SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: bodies.map((body, position) => ({
          Id: String(position),
          MessageBody: body,
          ...listAttributes(isRepeated, span),
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
      for (let start = 0; start < bodies.length; start += BATCH_SIZE) {
        const batch = bodies.slice(start, start + BATCH_SIZE)
        const refused = (await offerBatch(queueUrl, batch, false)).filter((reason) => reason !== undefined)
        if (refused.length > 0)
          throw new Error(`${refused.length} of ${batch.length} messages refused: ${refused[0]}`)
      }
    },
    async offerAgain(queueUrl, bodies) {
      const reasons: (string | undefined)[] = []
      for (let start = 0; start < bodies.length; start += BATCH_SIZE)
        reasons.push(...(await offerBatch(queueUrl, bodies.slice(start, start + BATCH_SIZE), true)))
      return reasons
    },
  }
}
