import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { queueUrlOfArn, sendDeadLetter } from './dead-letters.ts'
import { connectQueueReader } from './queue-reader.ts'
import { connectQueues } from './queues.ts'

const QUEUE = 'https://sqs.us-east-2.amazonaws.com/000000000000/embed'
/** The client compares what it gets, and what it sent, with these. */
const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const SENT = new Date('2026-06-01T12:00:00Z')

let server: Server
let hosts: Set<string | undefined>
let asked: [operation: string, input: Record<string, unknown>][]
let answers: Record<string, object>

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const operation = String(request.headers['x-amz-target']).replace('AmazonSQS.', '')
      hosts.add(request.headers.host)
      asked.push([operation, JSON.parse(text) as Record<string, unknown>])
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
      response.end(JSON.stringify(answers[operation] ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  hosts = new Set()
  asked = []
  answers = {}
  // The client of the process reads them at its first request.
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('AWS_REGION', 'us-east-2')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})

describe('a reader of queues', () => {
  const reader = connectQueueReader()

  it('asks the endpoint of the environment, not the host of the queue URL', async () => {
    await reader.remove(QUEUE, 'r')
    expect([...hosts]).toEqual([`127.0.0.1:${(server.address() as AddressInfo).port}`])
    expect(asked).toEqual([['DeleteMessage', { QueueUrl: QUEUE, ReceiptHandle: 'r' }]])
  })

  it('adds received and delayed messages up', async () => {
    answers['GetQueueAttributes'] = {
      Attributes: {
        ApproximateNumberOfMessages: '1',
        ApproximateNumberOfMessagesNotVisible: '20',
        ApproximateNumberOfMessagesDelayed: '300',
      },
    }
    expect(await reader.count(QUEUE)).toEqual({ waiting: 1, inFlight: 320 })
    expect(asked[0]?.[1]).toEqual({
      QueueUrl: QUEUE,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    })
    answers = {}
    expect(await reader.count(QUEUE)).toEqual({ waiting: 0, inFlight: 0 })
  })

  it.each([
    [{ max: 10, hideSeconds: 30, waitSeconds: 3 }, 10, 3],
    [{ max: 11, hideSeconds: 30, waitSeconds: 4 }, 10, 3],
    [{ max: 9, hideSeconds: 30, waitSeconds: 0 }, 9, 0],
  ])('takes %j', async (options, most, seconds) => {
    expect(await reader.take(QUEUE, options)).toEqual([])
    expect(asked).toEqual([
      [
        'ReceiveMessage',
        {
          QueueUrl: QUEUE,
          MaxNumberOfMessages: most,
          VisibilityTimeout: 30,
          WaitTimeSeconds: seconds,
          MessageSystemAttributeNames: ['SentTimestamp'],
          MessageAttributeNames: ['reason', 'first-sent'],
        },
      ],
    ])
  })

  it('knows when a dead letter was first sent, and why it was refused', async () => {
    const attribute = (text: string) => ({ DataType: 'String', StringValue: text })
    const message = (id: string, more: object) => {
      const Body = `{"${id}":1}`
      return { MessageId: id, Body, MD5OfBody: md5(Body), ReceiptHandle: `r${id}`, ...more }
    }
    const moved = {
      Attributes: { SentTimestamp: '1' },
      MessageAttributes: { reason: attribute('bad'), 'first-sent': attribute(SENT.toISOString()) },
    }
    answers['ReceiveMessage'] = {
      Messages: [
        message('a', moved),
        message('b', { Attributes: { SentTimestamp: String(SENT.getTime()) } }),
      ],
    }
    expect(await reader.take(QUEUE, { max: 10, hideSeconds: 1, waitSeconds: 0 })).toEqual([
      { id: 'a', body: '{"a":1}', receipt: 'ra', sentAt: SENT, reason: 'bad' },
      { id: 'b', body: '{"b":1}', receipt: 'rb', sentAt: SENT, reason: undefined },
    ])
  })

  it.each([
    [-1, 0],
    [0.2, 1],
    [43_200, 43_200],
    [43_201, 43_200],
  ])('hides a message for %d s, which are %i', async (seconds, hidden) => {
    await reader.hide(QUEUE, 'r', seconds)
    expect(asked).toEqual([
      ['ChangeMessageVisibility', { QueueUrl: QUEUE, ReceiptHandle: 'r', VisibilityTimeout: hidden }],
    ])
  })
})

describe('a sender', () => {
  const sender = connectQueues()
  const failed = (Id: string, more: object) => ({ Id, SenderFault: false, Code: 'Code', ...more })

  it('sends batches in order, and marks what returns from dead letters', async () => {
    await sender.send(QUEUE, ['{"a":1}', '{"a":2}'])
    expect(await sender.redrive(QUEUE, ['{"a":3}'])).toEqual([undefined])
    const redriven = { redriven: { DataType: 'String', StringValue: 'true' } }
    expect(asked.map(([, { Entries }]) => Entries)).toEqual([
      [
        { Id: '0', MessageBody: '{"a":1}' },
        { Id: '1', MessageBody: '{"a":2}' },
      ],
      [{ Id: '0', MessageBody: '{"a":3}', MessageAttributes: redriven }],
    ])
    expect(asked.map(([operation, { QueueUrl }]) => [operation, QueueUrl])).toEqual(
      Array.from({ length: 2 }, () => ['SendMessageBatch', QUEUE]),
    )
  })

  it('throws for a refused message, and names the reason of each position of a redrive', async () => {
    answers['SendMessageBatch'] = {
      Successful: [],
      Failed: [failed('0', { Message: 'too odd' }), failed('2', {})],
    }
    await expect(sender.send(QUEUE, ['0', '1', '2'])).rejects.toThrow('2 of 3 messages refused: too odd')
    await expect(sender.send(QUEUE, ['0', '1'])).rejects.toThrow('1 of 2 messages refused: too odd')
    expect(await sender.redrive(QUEUE, ['0', '1', '2'])).toEqual(['too odd', undefined, 'Code'])
  })

  it('refuses a message above the limit itself, and sends one at the limit', async () => {
    const [whole, large] = [1_000_000, 1_000_001].map((bytes) => `"${'a'.repeat(bytes - 2)}"`)
    expect(await sender.redrive(QUEUE, [large ?? '', whole ?? ''])).toEqual([
      '1000001 bytes exceed the limit of a queue (1000000)',
      undefined,
    ])
    expect(asked).toHaveLength(1)
  })
})

describe('a dead letter', () => {
  const ARN = 'arn:aws:sqs:us-east-2:000000000000:embed'

  it('goes to the queue that its own queue names, which is asked once', async () => {
    answers['GetQueueAttributes'] = {
      Attributes: { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: `${ARN}-dlq` }) },
    }
    answers['SendMessage'] = { MD5OfMessageBody: md5('{}') }
    const letter = { body: '{}', reason: `\u0000a\n${'b'.repeat(400)}`, sentAt: SENT }
    await sendDeadLetter(ARN, letter)
    await sendDeadLetter(ARN, { ...letter, reason: '\n' })
    expect(asked.map(([operation]) => operation)).toEqual([
      'GetQueueAttributes',
      'SendMessage',
      'SendMessage',
    ])
    expect(asked[0]?.[1]).toEqual({ QueueUrl: QUEUE, AttributeNames: ['RedrivePolicy'] })
    const sent = (reason: string) => ({
      QueueUrl: `${QUEUE}-dlq`,
      MessageBody: '{}',
      MessageAttributes: {
        reason: { DataType: 'String', StringValue: reason },
        'first-sent': { DataType: 'String', StringValue: SENT.toISOString() },
      },
    })
    expect(asked.slice(1).map(([, input]) => input)).toEqual([sent(`a ${'b'.repeat(298)}`), sent('unknown')])
  })

  it('is kept where there is no queue for it', async () => {
    const letter = { body: '{}', reason: 'x', sentAt: SENT }
    await expect(sendDeadLetter(`${ARN}-other`, letter)).rejects.toThrow('has no dead-letter queue')
  })

  it.each([
    'arn:aws:sns:us-east-2:0:name',
    'arn:aws:sqs::0:name',
    'arn:aws:sqs:us-east-2::name',
    'arn:aws:sqs:us-east-2:0:',
    'embed',
  ])('has no queue by the name %s', (arn) => {
    expect(() => queueUrlOfArn(arn)).toThrow('is not the ARN of a queue')
  })
})
