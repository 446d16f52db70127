import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startQueuePoller, type QueuePoller, type QueuePollerOptions } from './queue-poller.ts'

interface Call {
  action: string
  input: Record<string, unknown> & { Entries?: Record<string, unknown>[] }
}

const MISSING = { __type: 'com.amazonaws.sqs#QueueDoesNotExist', message: 'none' }

/**
 * What the queue answers: to each poll the ids of its next messages or an error, and after the last ones nothing until a
 * stop.
 */
let polls: (string[] | typeof MISSING)[]
let calls: Call[]
/** Answers to other calls, by action. */
let answers: Record<string, object>
let held: ServerResponse[]
let server: Server
let poller: QueuePoller
let logged: string[]
let batches: string[][]

const message = (id: string) => ({
  MessageId: id,
  ReceiptHandle: `handle of ${id}`,
  Body: '{}',
  MD5OfBody: createHash('md5').update('{}').digest('hex'),
})

function answer(response: ServerResponse, body: object): void {
  response.writeHead('__type' in body ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' })
  response.end(JSON.stringify(body))
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const input = (await json(request)) as Call['input']
  const action = String(request.headers['x-amz-target']).replace('AmazonSQS.', '')
  calls.push({ action, input })
  const next = action === 'ReceiveMessage' && !answers[action] ? polls.shift() : []
  if (next === undefined) held.push(response)
  else answer(response, answers[action] ?? (Array.isArray(next) ? { Messages: next.map(message) } : next))
}

beforeEach(async () => {
  polls = []
  calls = []
  answers = {}
  held = []
  logged = []
  batches = []
  server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await poller.stop()
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

function start(options: Partial<QueuePollerOptions> = {}): void {
  const { port } = server.address() as AddressInfo
  poller = startQueuePoller({
    endpoint: `http://127.0.0.1:${port}`,
    queueUrl: `http://127.0.0.1:${port}/000000000000/index`,
    handler: async (event: SQSEvent) => {
      batches.push(event.Records.map(({ messageId }) => messageId))
    },
    batchSize: 10,
    batchWindowSeconds: 0,
    timeoutSeconds: 60,
    log: (error, what) => logged.push(`${what}: ${String(error)}`),
    ...options,
  })
}

/** The calls of an action, each with what `read` takes of its input. */
const inputsOf = <T>(action: string, read: (input: Call['input']) => T): T[] =>
  calls.filter((call) => call.action === action).map(({ input }) => read(input))
const entriesOf = (action: string) => inputsOf(action, ({ Entries = [] }) => Entries)
const ids = (count: number, first = 0) => Array.from({ length: count }, (_, n) => `m${first + n}`)
/** Waits for the poll that finds the queue empty. */
const drained = async () => {
  await expect.poll(() => held.length).toBe(1)
}

describe('a batch', () => {
  it('is filled by several polls, each for what is missing, and removed ten at a time', async () => {
    polls = [ids(10), ids(2, 10)]
    start({ batchSize: 12, batchWindowSeconds: 60 })
    await drained()
    expect(batches).toEqual([ids(12)])
    const asked = inputsOf('ReceiveMessage', (input) => [
      input['MaxNumberOfMessages'],
      input['WaitTimeSeconds'],
    ])
    expect(asked).toEqual([
      [10, 20],
      [2, 20],
      [10, 20],
    ])
    expect(inputsOf('ReceiveMessage', (input) => input['MessageSystemAttributeNames'])[0]).toEqual(['All'])
    expect(inputsOf('ReceiveMessage', (input) => input['MessageAttributeNames'])[0]).toEqual(['All'])
    const removed = entriesOf('DeleteMessageBatch')
    expect(removed.map((entries) => entries.length)).toEqual([10, 2])
    expect(removed[1]).toEqual([
      { Id: '0', ReceiptHandle: 'handle of m10' },
      { Id: '1', ReceiptHandle: 'handle of m11' },
    ])
    const { port } = server.address() as AddressInfo
    const queueUrl = `http://127.0.0.1:${port}/000000000000/index`
    expect(new Set(calls.map(({ input }) => input['QueueUrl']))).toEqual(new Set([queueUrl]))
    expect(logged).toEqual([])
  })

  it('of ten messages is removed by one call', async () => {
    polls = [ids(10)]
    start()
    await drained()
    expect(entriesOf('DeleteMessageBatch').map((entries) => entries.length)).toEqual([10])
  })

  it('comes from its queue, to a function of the same name', async () => {
    polls = [['a']]
    const seen: unknown[] = []
    start({
      handler: async ({ Records }: SQSEvent, { functionName }) => {
        seen.push(functionName, ...Records.map(({ eventSourceARN }) => eventSourceARN))
      },
    })
    await drained()
    expect(seen).toEqual(['index', 'arn:aws:sqs:us-east-2:000000000000:index'])
  })

  it.each<[string, Partial<QueuePollerOptions>, string[][]]>([
    ['its size is reached', { batchSize: 1, batchWindowSeconds: 60 }, [['m0'], ['m1']]],
    ['its window has ended', {}, [['m0'], ['m1']]],
    ['the queue is empty', { batchWindowSeconds: 60 }, [['m0', 'm1']]],
  ])('ends when %s', async (_, options, expected) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    polls = [['m0'], ['m1'], [], []]
    start(options)
    await drained()
    expect(batches).toEqual(expected)
  })

  it('waits for more messages as long as its window lasts', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    polls = [['m0'], []]
    start({ batchWindowSeconds: 3, longPollSeconds: 7 })
    await drained()
    expect(inputsOf('ReceiveMessage', (input) => input['WaitTimeSeconds'])).toEqual([7, 3, 7])
  })
})

describe('a failure', () => {
  it('of the handler returns all messages, after the given seconds', async () => {
    polls = [ids(10), ids(10, 10)]
    const handler = async () => {
      throw new Error('no index')
    }
    start({ handler, batchSize: 20, batchWindowSeconds: 60, retrySeconds: () => 7 })
    await drained()
    expect(logged).toEqual(['the worker on index failed a batch of 20: Error: no index'])
    expect(entriesOf('DeleteMessageBatch')).toEqual([])
    const returned = entriesOf('ChangeMessageVisibilityBatch')
    expect(returned.map((entries) => entries.length)).toEqual([10, 10])
    expect(returned[1]?.[9]).toEqual({ Id: '9', ReceiptHandle: 'handle of m19', VisibilityTimeout: 7 })
    expect(new Set(calls.map(({ input }) => input['QueueUrl'])).size).toBe(1)
  })

  it('of single messages returns these alone', async () => {
    polls = [['a', 'b', 'c']]
    const handler = async () => ({ batchItemFailures: [{ itemIdentifier: 'b' }] })
    start({ handler, retrySeconds: () => 0 })
    await drained()
    expect(entriesOf('DeleteMessageBatch')[0]?.map((entry) => entry['ReceiptHandle'])).toEqual([
      'handle of a',
      'handle of c',
    ])
    expect(entriesOf('ChangeMessageVisibilityBatch')[0]?.map((entry) => entry['ReceiptHandle'])).toEqual([
      'handle of b',
    ])
  })

  it('leaves the messages hidden without seconds to return them after', async () => {
    polls = [['a']]
    start({ handler: () => Promise.reject(new Error('no index')), retrySeconds: () => undefined })
    await drained()
    expect(entriesOf('ChangeMessageVisibilityBatch')).toEqual([])
  })

  it('to remove a message is reported', async () => {
    polls = [['a']]
    answers['DeleteMessageBatch'] = { Failed: [{ Id: '0', Message: 'expired' }] }
    start()
    await drained()
    expect(logged).toEqual([
      'the worker on index failed a batch of 1: Error: 1 messages were not deleted: expired',
    ])
  })

  it('to poll for more is reported, and the batch has what was received before', async () => {
    polls = [['a', 'b'], MISSING]
    start({ batchWindowSeconds: 60 })
    await drained()
    expect(batches).toEqual([['a', 'b']])
    expect(entriesOf('DeleteMessageBatch').map((entries) => entries.length)).toEqual([2])
    expect(logged).toEqual([expect.stringMatching(/^polling http:.*\/index for more messages failed: /)])
  })

  it('to poll is reported, and the next poll follows half a second later', async () => {
    answers['ReceiveMessage'] = MISSING
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    try {
      start()
      await expect.poll(() => logged.length).toBeGreaterThan(0)
      expect(logged[0]).toMatch(/^polling http:.*\/index failed: /)
      expect(pauses.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(500)
      answers = {}
      await drained()
    } finally {
      pauses.mockRestore()
    }
  })
})

describe('a stop', () => {
  it('ends a poll without messages at once', async () => {
    start()
    await drained()
    await poller.stop()
    expect(logged).toEqual([])
  })

  it('works on the messages at hand, and asks for no more', async () => {
    polls = [['a']]
    start({ batchSize: 3, batchWindowSeconds: 60 })
    await drained()
    const stopped = poller.stop()
    polls = [['c'], []]
    for (const response of held) answer(response, { Messages: [message('b')] })
    await stopped
    expect(batches).toEqual([['a', 'b']])
    expect(inputsOf('ReceiveMessage', () => 1)).toHaveLength(2)
    expect(entriesOf('DeleteMessageBatch')).toHaveLength(1)
  })

  it('waits for a batch at most ten seconds', async () => {
    polls = [['a']]
    const working = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const handler = async () => {
      working.resolve()
      await release.promise
    }
    start({ handler })
    await working.promise
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopped = poller.stop()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(logged).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await stopped
    expect(logged).toEqual([
      expect.stringMatching(/^stopped before the work at hand was done: .*after 10 s$/) as string,
    ])
    release.resolve()
  })
})
