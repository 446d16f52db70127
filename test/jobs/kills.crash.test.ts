import { listScrapedEvents } from '@pauta/core/steps/article-events'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { loadConfig } from '@pauta/platform/config/config'
import { rawEventFolder, type NewsEvent } from '@pauta/core/steps/envelope'
import { findRun } from '@pauta/platform/jobs/job-runs'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCloud, type Cloud } from '../kit/workers/cloud.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { startOutwardCalls, type KillPoint, type OutwardCalls } from '../kit/relays/outward-calls.ts'
import { listMessages, startRun } from '../kit/workers/runs.ts'
import { runWorkersInChild, type WorkersRunner } from '../kit/processes/run-workers.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'

const JOBS = ['reconcile-dlq', 'replay-events'] as const
const WORKERS = ['ingest', 'enrich', 'embed', 'index']

let stack: SharedStack
let calls: OutwardCalls
let runner: WorkersRunner
let cloud: Cloud
/** Number of killed reconciliations so far. Each left one batch hidden. */
let killed = 0
beforeAll(async () => {
  stack = await shareTestStack({ idleJobs: JOBS, idleWorkers: WORKERS })
  calls = await startOutwardCalls(stack.stack)
  cloud = openCloud(stack.stack.awsUrl)
  runner = runWorkersInChild({ stack: stack.stack, calls, jobs: JOBS })
})
afterAll(async () => {
  await runner.stop()
  cloud.close()
  await calls.stop()
})

/** Writes articles whose messages were never sent, and returns the events of those messages. */
async function storeArticles(agencyKey: string, count: number): Promise<NewsEvent[]> {
  const articles = Array.from({ length: count }, () => received(anArticle({ agencyKey })))
  const { inserted } = await upsertArticles(stack.db, articles)
  return await listScrapedEvents(stack.db, inserted, new Date())
}

/** Runs a job in a process that is killed at the point, and then in another one, when its message has come back. */
async function runKilled(
  job: string,
  parameters: Record<string, unknown>,
  killAt: KillPoint,
): Promise<Record<string, unknown>> {
  const scheduledTime = new Date(Math.floor(Date.now() / 1000) * 1000)
  const find = () => findRun(stack.db, { job, target: '', scheduledTime })
  const isDone = async () => (await find())?.status === 'succeeded'
  // A run has few receives, so no poll of the previous process may use one.
  await runner.returnHeld()
  await startRun(stack, job, parameters, { scheduledTime })
  const { killedAt } = await runner.run({ killAt, isDone })
  expect(killedAt).toBe(killAt.of)
  // Ends the lease of the killed process.
  await tables.jobRuns.set(
    stack.db,
    { job, scheduledTime },
    { startedAt: timeAgo(1, 'hour'), leaseUntil: timeAgo(1, 'second') },
  )
  await runner.run({ isDone })
  return (await find())?.result as Record<string, unknown>
}

const subjects = async (queue: string): Promise<string[]> =>
  (await listMessages(stack, queue)).map((body) => (JSON.parse(body) as { subject: string }).subject)

describe('a killed job', () => {
  it('replays every event, and none of the already counted ones', async () => {
    const events = await storeArticles('mec', 230)
    const storage = connectStorage(loadConfig('storage').storage)
    const folder = rawEventFolder('news.scraped', '2026-03-02')
    await Promise.all(
      events.map((event) =>
        storage.put(`${folder}${event.id}.json`, JSON.stringify(event), 'application/json'),
      ),
    )
    const parameters = { start_date: '2026-03-02', end_date: '2026-03-02', topic: 'news.scraped' }
    const result = await runKilled('replay-events', parameters, {
      of: 'aws SendMessageBatch',
      call: 25,
      moment: 'after',
    })
    expect(result).toMatchObject({ sent: 230, unreadable: 0 })
    const sent = await subjects('index')
    expect(new Set(sent)).toEqual(new Set(events.map(({ subject }) => subject)))
    // The current batch may have been sent; earlier batches are not sent again.
    expect(sent.length).toBeLessThanOrEqual(230 + 100)
  })

  it.each(['before', 'after'] as const)('returns every dead letter (%s)', async (moment) => {
    const agency = `funai-${moment}`
    const events = await storeArticles(agency, 25)
    await connectQueues().send(
      stack.stack.queueUrl('embed-dlq'),
      events.map((event) => JSON.stringify(event)),
    )
    const result = await runKilled(
      'reconcile-dlq',
      { queue: 'embed' },
      { of: 'aws SendMessageBatch', call: 2, moment },
    )
    // The current batch is visible again after its time-out. It may have been sent before the kill.
    expect(result).toMatchObject({ seen: 5, republished: 5 })
    expect(await cloud.depth(stack.stack.queueUrl('embed-dlq'))).toEqual({
      waiting: 0,
      inFlight: 10 * ++killed,
    })
    const own = new Set(events.map(({ subject }) => subject))
    const sent = (await subjects('embed')).filter((subject) => own.has(subject))
    expect(sent).toHaveLength(moment === 'before' ? 15 : 25)
    expect(new Set(sent).size).toBe(sent.length)
  })
})
