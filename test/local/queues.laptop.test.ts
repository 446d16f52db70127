import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startQueues } from '@pauta/server/queues/queues'
import { startQueuePoller, type QueuePollerOptions } from '@pauta/server/queues/queue-poller'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { afterEach, describe, expect, it } from 'vitest'
import { openCloud } from '../kit/workers/cloud.ts'

const MAX_RECEIVES = 2
interface StartOptions {
  visibilityTimeoutSeconds?: number
  dataDir?: string | undefined
}

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function start({ visibilityTimeoutSeconds = 1, dataDir }: StartOptions = {}) {
  const queues = await startQueues({
    port: 0,
    dataDir,
    queues: [{ name: 'work', visibilityTimeoutSeconds, deadLetter: { maxReceives: MAX_RECEIVES } }],
    buckets: ['pauta-raw-events'],
  })
  const cloud = openCloud(queues.url)
  const stop = async () => {
    cloud.close()
    await queues.stop()
  }
  stops.push(stop)
  return { cloud, url: queues.url, work: queues.queueUrl('work'), dead: queues.queueUrl('work-dlq'), stop }
}

/** Polls `work` with a handler and records the messages of each call. */
function poll(
  queues: { url: string; work: string },
  handle: (bodies: string[], event: SQSEvent) => Promise<string[]>,
  changes: Partial<QueuePollerOptions> = {},
) {
  const batches: string[][] = []
  const problems: string[] = []
  const poller = startQueuePoller({
    endpoint: queues.url,
    queueUrl: queues.work,
    batchSize: 10,
    batchWindowSeconds: 0,
    timeoutSeconds: 5,
    log: (error, what) => problems.push(`${what}: ${String(error)}`),
    handler: async (event: SQSEvent): Promise<SQSBatchResponse> => {
      const bodies = event.Records.map((record) => record.body)
      batches.push(bodies)
      const failed = await handle(bodies, event)
      const items = event.Records.filter((record) => failed.includes(record.body))
      return { batchItemFailures: items.map(({ messageId }) => ({ itemIdentifier: messageId })) }
    },
    ...changes,
  })
  stops.push(() => poller.stop())
  return { batches, problems, stop: () => poller.stop() }
}

describe('the queues', () => {
  it('refuse connections to every address but 127.0.0.1', async () => {
    const { url } = await start()
    const { port } = new URL(url)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBeGreaterThan(0)
    // Another address of the same machine: a server on 0.0.0.0 would answer there.
    await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow('fetch failed')
  })

  it('keep messages, dead letters and objects after a restart, and accept a new visibility', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pauta-queues-'))
    try {
      const before = await start({ dataDir })
      await before.cloud.send(before.work, 'one', 'two')
      await before.cloud.send(before.dead, 'dead already')
      await before.cloud.put('kept/a.json', '{"kept":true}')
      stops.pop()
      await before.stop()

      const after = await start({ dataDir, visibilityTimeoutSeconds: 7 })
      expect(await after.cloud.depth(after.work)).toEqual({ waiting: 2, inFlight: 0 })
      expect((await after.cloud.drain(after.work)).sort()).toEqual(['one', 'two'])
      expect(await after.cloud.drain(after.dead)).toEqual(['dead already'])
      expect(await after.cloud.read('kept/a.json')).toBe('{"kept":true}')
      expect(await after.cloud.visibilitySeconds(after.work)).toBe(7)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it.each(['in memory', 'in a folder'])('show a returned message again at once, %s', async (where) => {
    const folder = await mkdtemp(join(tmpdir(), 'pauta-queues-'))
    try {
      const dataDir = where === 'in a folder' ? folder : undefined
      const { cloud, work, dead } = await start({ visibilityTimeoutSeconds: 600, dataDir })
      await cloud.send(work, 'given back')
      for (let receive = 1; receive <= MAX_RECEIVES; receive++) {
        expect(await cloud.hold(work)).toEqual(['given back'])
        await cloud.returnHeld(work)
        expect(await cloud.depth(work)).toEqual({ waiting: 1, inFlight: 0 })
      }
      // Every receive counts.
      expect(await cloud.hold(work)).toEqual([])
      expect(await cloud.hold(dead)).toEqual(['given back'])
    } finally {
      await Promise.all(stops.splice(0).map((stop) => stop()))
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('keep a returned message after a restart, with its receive count', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pauta-queues-'))
    try {
      const before = await start({ visibilityTimeoutSeconds: 600, dataDir })
      await before.cloud.send(before.work, 'given back')
      for (let receive = 1; receive <= MAX_RECEIVES; receive++) {
        await before.cloud.hold(before.work)
        await before.cloud.returnHeld(before.work)
      }
      stops.pop()
      await before.stop()
      const after = await start({ visibilityTimeoutSeconds: 600, dataDir })
      expect(await after.cloud.hold(after.work)).toEqual([])
      expect(await after.cloud.hold(after.dead)).toEqual(['given back'])
    } finally {
      await Promise.all(stops.splice(0).map((stop) => stop()))
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it('name a damaged file and the remedy', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pauta-queues-'))
    try {
      await writeFile(join(dataDir, 'fauxqs.db'), 'no database '.repeat(100))
      await expect(start({ dataDir })).rejects.toThrow(
        /fauxqs\.db is damaged \(.*\)\. Delete it and start again: /,
      )
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it('move a message to the dead-letter queue after its receives', async () => {
    const queues = await start()
    await queues.cloud.send(queues.work, 'poison')
    const { batches } = poll(queues, async (bodies) => bodies)
    await expect.poll(() => queues.cloud.depth(queues.dead)).toMatchObject({ waiting: 1 })
    expect(batches).toEqual([['poison'], ['poison']])
    expect(await queues.cloud.depth(queues.work)).toEqual({ waiting: 0, inFlight: 0 })
  })
})

describe('the poller', () => {
  it('deletes finished messages and returns failed ones', async () => {
    const queues = await start()
    await queues.cloud.send(queues.work, 'good', 'bad once')
    const counts: string[] = []
    const { batches } = poll(queues, async (bodies, event) => {
      counts.push(...event.Records.map((record) => record.attributes.ApproximateReceiveCount))
      return batches.length === 1 ? bodies.filter((body) => body === 'bad once') : []
    })
    await expect.poll(() => batches.length).toBe(2)
    expect(batches).toEqual([['good', 'bad once'], ['bad once']])
    expect(counts).toEqual(['1', '1', '2'])
    await expect.poll(() => queues.cloud.depth(queues.work)).toEqual({ waiting: 0, inFlight: 0 })
  })

  it.each([
    ['throws', async () => Promise.reject(new Error('out of order'))],
    ['runs out of time', async () => await delay(800, [])],
  ])('returns the whole batch when the handler %s', async (_, fail) => {
    const queues = await start()
    await queues.cloud.send(queues.work, 'one', 'two')
    const { batches, problems } = poll(queues, async () => (batches.length === 1 ? await fail() : []), {
      timeoutSeconds: 0.5,
    })
    await expect.poll(() => batches.flat().sort()).toEqual(['one', 'one', 'two', 'two'])
    expect(problems).toHaveLength(1)
  })

  it('gathers a batch for as long as its window', async () => {
    const queues = await start({ visibilityTimeoutSeconds: 60 })
    await queues.cloud.send(queues.work, 'first')
    const { batches } = poll(queues, async () => [], { batchSize: 100, batchWindowSeconds: 2 })
    await delay(500)
    await queues.cloud.send(queues.work, ...Array.from({ length: 30 }, (_, n) => `later ${n}`))
    await expect.poll(() => batches.flat().length).toBe(31)
    expect(batches[0]?.length).toBeGreaterThan(1)
  })

  it('finishes its current batch when it is stopped', async () => {
    const queues = await start({ visibilityTimeoutSeconds: 60 })
    await queues.cloud.send(queues.work, 'taken')
    const { batches, stop } = poll(queues, async () => [], { batchSize: 100, batchWindowSeconds: 3 })
    await expect.poll(() => queues.cloud.depth(queues.work)).toEqual({ waiting: 0, inFlight: 1 })
    await stop()
    expect(batches).toEqual([['taken']])
    expect(await queues.cloud.depth(queues.work)).toEqual({ waiting: 0, inFlight: 0 })
  })
})
