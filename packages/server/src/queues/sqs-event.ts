import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSMessageAttributes, SQSRecord } from 'aws-lambda'

const ACCOUNT = '000000000000'

export interface SqsSource {
  queueName: string
  region: string
}

/** Returns the event that Lambda makes of received messages. */
export function toSqsEvent(messages: readonly Message[], source: SqsSource): SQSEvent {
  return { Records: messages.map((message) => toRecord(message, source)) }
}

function toRecord(message: Message, { queueName, region }: SqsSource): SQSRecord {
  const attributes = message.Attributes ?? {}
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ...attributes,
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '1',
      ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? String(Date.now()),
      SentTimestamp: attributes.SentTimestamp ?? String(Date.now()),
      SenderId: attributes.SenderId ?? ACCOUNT,
    },
    messageAttributes: toMessageAttributes(message.MessageAttributes ?? {}),
    md5OfBody: message.MD5OfBody ?? '',
    ...(message.MD5OfMessageAttributes && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:${region}:${ACCOUNT}:${queueName}`,
    awsRegion: region,
  }
}

function toMessageAttributes(attributes: Record<string, MessageAttributeValue>): SQSMessageAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      {
        ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
        ...(value.BinaryValue && { binaryValue: Buffer.from(value.BinaryValue).toString('base64') }),
        stringListValues: [],
        binaryListValues: [],
        dataType: value.DataType ?? 'String',
      },
    ]),
  )
}

/**
 * Returns the messages that a worker's answer reports as done. No answer or an empty one means all of them. As Lambda
 * does, throws when the answer names a message outside the batch; this fails the whole batch.
 */
export function listDone(batch: readonly Message[], answer: unknown): Message[] {
  const failures = (answer as Partial<SQSBatchResponse> | null | undefined)?.batchItemFailures ?? []
  if (!Array.isArray(failures)) throw new Error('batchItemFailures is not a list')
  const ids = new Set(batch.map((message) => message.MessageId))
  const failed = new Set(failures.map((failure) => failure?.itemIdentifier))
  for (const id of failed) {
    if (ids.has(id)) continue
    throw new Error(
      `The worker reported ${JSON.stringify(id)} as failed, which is not a message of its batch`,
    )
  }
  return batch.filter((message) => !failed.has(message.MessageId ?? ''))
}
