import { applyEnvironment } from '../config/config.ts'
import type { SQSEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { defineWorker } from './define-worker.ts'
import { runWorker, type Failure, type Run } from './run-worker.ts'

applyEnvironment({
  SST_RESOURCE_App: JSON.stringify({ name: 'pauta', stage: 'test' }),
  SST_RESOURCE_Settings: JSON.stringify({ stage: 'test', logLevel: 'silent' }),
  SST_RESOURCE_Storage: JSON.stringify({ name: 'bucket' }),
  SST_RESOURCE_Database: '{}',
  SST_RESOURCE_SearchIndex: '{}',
})

const worker = defineWorker({
  name: 'sample',
  purpose: 'Show how a batch is reported.',
  queue: 'index',
  timeoutSeconds: 10,
  memoryMb: 128,
  batch: { size: 10, windowSeconds: 0 },
  concurrency: 2,
  maxReceives: 5,
  config: ['storage'],
  publishes: [],
})

const SENT_AT = new Date('2026-06-01T12:00:00Z')

/** An SQS event with the fields that a worker reads. */
function batchOf(...bodies: string[]): SQSEvent {
  const records = bodies.map((body, position) => ({
    messageId: `message-${position}`,
    body,
    attributes: { ApproximateReceiveCount: String(position + 1), SentTimestamp: String(SENT_AT.getTime()) },
    messageAttributes: {},
  }))
  return { Records: records } as unknown as SQSEvent
}

type Handle = (run: Run<{ bucket: string }>) => Promise<readonly Failure[]>

function makeHandler(handle: Handle) {
  let opened = 0
  const handler = runWorker(worker, {
    open: ({ storage }) => {
      opened++
      return { bucket: storage.name }
    },
    handle,
  })
  return { handler, timesOpened: () => opened }
}

describe('a worker', () => {
  it('passes the batch to its handler and reports no failure when all messages succeed', async () => {
    const seen: Run<{ bucket: string }>[] = []
    const { handler } = makeHandler(async (run) => {
      seen.push(run)
      return []
    })
    expect(await handler(batchOf('a', 'b'))).toEqual({ batchItemFailures: [] })
    expect(seen[0]?.messages).toEqual([
      { id: 'message-0', body: 'a', receiveCount: 1, sentAt: SENT_AT },
      { id: 'message-1', body: 'b', receiveCount: 2, sentAt: SENT_AT },
    ])
    expect(seen[0]?.dependencies).toEqual({ bucket: 'bucket' })
    expect(seen[0]?.now).toBeInstanceOf(Date)
  })

  it('counts a redriven dead letter as received before', async () => {
    const seen: number[] = []
    const { handler } = makeHandler(async ({ messages }) => {
      seen.push(...messages.map(({ receiveCount }) => receiveCount))
      return []
    })
    const batch = batchOf('a', 'b')
    for (const record of batch.Records)
      record.messageAttributes['redriven'] = { stringValue: 'true', dataType: 'String' }
    await handler(batch)
    expect(seen).toEqual([2, 3])
  })

  it('retries a batch once, with a higher receive count, when the connection was lost', async () => {
    const seen: number[][] = []
    const lost = () => Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' })
    const { handler } = makeHandler(async ({ messages }) => {
      seen.push(messages.map(({ receiveCount }) => receiveCount))
      if (seen.length !== 2) throw lost()
      return [{ id: 'message-1', error: new Error('cannot be done') }]
    })
    expect(await handler(batchOf('a', 'b'))).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] })
    expect(seen).toEqual([
      [1, 2],
      [2, 3],
    ])
    await handler(batchOf('a')).catch(() => undefined)
    await expect(handler(batchOf('a'))).rejects.toThrow('the connection was reset')
    expect(seen).toHaveLength(6)
  })

  it('reports only the ids of failed messages', async () => {
    const { handler } = makeHandler(async ({ messages }) =>
      messages
        .filter(({ body }) => body.startsWith('bad'))
        .map(({ id }) => ({ id, error: new Error('cannot be done') })),
    )
    expect(await handler(batchOf('good', 'bad 1', 'good', 'bad 2'))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-1' }, { itemIdentifier: 'message-3' }],
    })
  })

  it('rethrows errors, so that the whole batch returns to the queue', async () => {
    const { handler } = makeHandler(() => Promise.reject(new Error('the database is away')))
    await expect(handler(batchOf('a', 'b'))).rejects.toThrow('the database is away')
  })

  it('opens its dependencies once, at the first batch', async () => {
    const { handler, timesOpened } = makeHandler(async () => [])
    expect(timesOpened()).toBe(0)
    await handler(batchOf('a'))
    await handler(batchOf('b'))
    expect(timesOpened()).toBe(1)
  })

  it('throws an error that names the only missing resource', async () => {
    const handler = runWorker(
      { ...worker, config: ['languageModel'] as const },
      { open: () => ({}), handle: async () => [] },
    )
    await expect(handler(batchOf('a'))).rejects.toThrow('the resource LanguageModel is not linked')
  })

  it('throws an error that names every missing configuration value', async () => {
    const handler = runWorker(
      { ...worker, config: ['database', 'index'] as const },
      { open: () => ({}), handle: async () => [] },
    )
    await expect(handler(batchOf('a'))).rejects.toThrow(/Database\.host[\s\S]*SearchIndex\.url/)
  })
})
