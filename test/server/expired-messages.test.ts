import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startQueues } from '@pauta/server/queues/queues'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openCloud } from '../kit/workers/cloud.ts'

const DAY_MS = 24 * 3_600_000

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'expired-messages-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const start = () =>
  startQueues({
    port: 0,
    dataDir,
    queues: [
      { name: 'work', visibilityTimeoutSeconds: 30, deadLetter: { maxReceives: 2 } },
      {
        name: 'job-purge',
        visibilityTimeoutSeconds: 30,
        deadLetter: { maxReceives: 2, retentionSeconds: 24 * 3600 },
      },
    ],
    buckets: [],
  })

/** Sends messages, whose bodies are the days of their age. */
async function sendEarlier(queue: string, days: readonly number[]): Promise<void> {
  const queues = await start()
  const cloud = openCloud(queues.url)
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const age of days) {
    vi.setSystemTime(now - age * DAY_MS)
    await cloud.send(queues.queueUrl(queue), String(age))
  }
  vi.useRealTimers()
  cloud.close()
  await queues.stop()
}

it.each([
  ['work-dlq', [13.9, 14.1], ['13.9']],
  ['job-purge-dlq', [0.9, 1.1], ['0.9']],
  ['work', [1, 400], ['1', '400']],
])('a start keeps of %s what is younger than its retention', async (queue, days, left) => {
  await sendEarlier(queue, days)
  const queues = await start()
  const cloud = openCloud(queues.url)
  const bodies = await cloud.drain(queues.queueUrl(queue))
  cloud.close()
  await queues.stop()
  expect(bodies.toSorted()).toEqual(left)
})

it('a stop leaves the messages in one file, without a log of SQLite that a copy of the file would lack', async () => {
  await sendEarlier('work', [1])
  const queues = await start()
  await queues.stop()
  expect((await readdir(dataDir)).filter((name) => name.startsWith('fauxqs.db'))).toEqual(['fauxqs.db'])
})
