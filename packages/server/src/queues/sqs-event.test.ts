import { describe, expect, it } from 'vitest'
import { listDone, toSqsEvent } from './sqs-event.ts'

const batch = [{ MessageId: 'a' }, { MessageId: 'b' }, { MessageId: 'c' }]
const failing = (...ids: string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
})

describe('listDone', () => {
  it.each([undefined, null, {}, failing()])('%j means that all is done', (answer) => {
    expect(listDone(batch, answer)).toEqual(batch)
  })

  it('leaves out the failed messages', () => {
    expect(listDone(batch, failing('b'))).toEqual([{ MessageId: 'a' }, { MessageId: 'c' }])
  })

  it.each([failing('x'), failing(''), { batchItemFailures: [{}] }, { batchItemFailures: 'b' }])(
    '%j fails the whole batch',
    (answer) => expect(() => listDone(batch, answer)).toThrow(/batch/),
  )
})

it('makes records as Lambda does', () => {
  const { Records } = toSqsEvent(
    [
      {
        MessageId: 'a',
        ReceiptHandle: 'r',
        Body: '{}',
        MD5OfBody: '99914b932bd37a50b983c5e7c90ae93b',
        MD5OfMessageAttributes: 'd41d8cd98f00b204e9800998ecf8427e',
        Attributes: { ApproximateReceiveCount: '3', SentTimestamp: '1', AWSTraceHeader: 'Root=1' },
        MessageAttributes: {
          kind: { DataType: 'String', StringValue: 'test' },
          bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2]) },
        },
      },
    ],
    { queueName: 'index', region: 'us-east-2' },
  )
  expect(Records).toEqual([
    {
      messageId: 'a',
      receiptHandle: 'r',
      body: '{}',
      md5OfBody: '99914b932bd37a50b983c5e7c90ae93b',
      md5OfMessageAttributes: 'd41d8cd98f00b204e9800998ecf8427e',
      attributes: {
        AWSTraceHeader: 'Root=1',
        ApproximateReceiveCount: '3',
        SentTimestamp: '1',
        SenderId: expect.any(String) as string,
        ApproximateFirstReceiveTimestamp: expect.any(String) as string,
      },
      messageAttributes: {
        kind: { dataType: 'String', stringValue: 'test', stringListValues: [], binaryListValues: [] },
        bytes: { dataType: 'Binary', binaryValue: 'AQI=', stringListValues: [], binaryListValues: [] },
      },
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:us-east-2:000000000000:index',
      awsRegion: 'us-east-2',
    },
  ])
})
