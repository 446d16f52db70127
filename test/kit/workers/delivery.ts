import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'

/** A message in the form in which a queue passes it to a worker. */
export interface Delivery {
  body: string
  /** Default 1. */
  receiveCount?: number
}

/** Returns the message of an article's step. */
export const stepMessage = (uniqueId: string): string =>
  JSON.stringify({ type: 'news.scraped', subject: uniqueId })

/** Passes messages to a worker without its queue. Returns the positions that the worker reports as failed. */
export async function deliver(
  handler: (event: SQSEvent) => Promise<SQSBatchResponse>,
  deliveries: readonly Delivery[],
): Promise<number[]> {
  const Records = deliveries.map(({ body, receiveCount = 1 }, position) => ({
    messageId: String(position),
    receiptHandle: '',
    body,
    attributes: {
      ApproximateReceiveCount: String(receiveCount),
      ApproximateFirstReceiveTimestamp: '0',
      SenderId: '',
      SentTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: 'us-east-2',
  }))
  const { batchItemFailures } = await handler({ Records })
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)).sort((a, b) => a - b)
}
