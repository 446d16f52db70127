import { rawEventFolder } from '@pauta/core/steps/envelope'
import { replayStored } from '@pauta/functions/jobs/replay-events/handler'
import { replayEvents } from '@pauta/functions/jobs/replay-events/job'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { connectStorage } from '@pauta/platform/storage/storage'
import { loadConfig } from '@pauta/platform/config/config'
import { listScrapedEvents } from '@pauta/core/steps/article-events'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { beforeAll, describe, expect, it } from 'vitest'
import { anArticle, received } from '../kit/rows/factories.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { startRun } from '../kit/workers/runs.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { timeAgo, tables } from '../kit/rows/tables.ts'

const TOPIC = 'news.scraped'
const DAY = '2026-03-02'

// Each invocation is stopped at once, so that it sends one batch and continues in the next invocation.
const impatient = quickJob(
  replayEvents,
  async (context) => {
    const stop = new AbortController()
    const saveProgress = async (progress: unknown) => {
      await context.saveProgress(progress)
      stop.abort()
    }
    return await replayStored({ ...context, saveProgress, signal: stop.signal })
  },
  {},
)

let stack: SharedStack
let storage: Storage
beforeAll(async () => {
  stack = await shareTestStack({ jobs: [impatient] })
  storage = connectStorage(loadConfig('storage').storage)
})

/** Writes articles whose messages are lost, and their raw events of a day. */
async function keepEvents(agencyKey: string, count: number, day: string): Promise<void> {
  const articles = Array.from({ length: count }, () => received(anArticle({ agencyKey })))
  const { inserted } = await upsertArticles(stack.db, articles)
  const events = await listScrapedEvents(stack.db, inserted, new Date())
  for (const event of events)
    await storage.put(
      `${rawEventFolder(TOPIC, day)}${event.id}.json`,
      JSON.stringify(event),
      'application/json',
    )
}

const found = async (agency: string) => {
  const query = 'query ($agencies: [String!]) { articles(filter: { agencies: $agencies }) { found } }'
  return (await stack.query(query, { agencies: [agency] })).articles.found as number
}

describe('a replay', () => {
  it('only counts in a dry run', async () => {
    await keepEvents('mec', 5, '2026-01-10')
    const parameters = { start_date: '2026-01-09', end_date: '2026-01-11', topic: TOPIC, dry_run: 'true' }
    const { result } = await (await startRun(stack, 'replay-events', parameters)).until('succeeded')
    expect(result).toEqual({ topic: TOPIC, dryRun: true, sent: 5, unreadable: 0, problems: [] })
    expect(await found('mec')).toBe(0)
  })

  it('continues from invocation to invocation, in batches of 100, until every event was sent once', async () => {
    await keepEvents('saude', 120, DAY)
    await keepEvents('saude', 30, '2026-03-03')
    await storage.put(`${rawEventFolder(TOPIC, DAY)}zz-broken.json`, '{', 'application/json')
    const parameters = { start_date: DAY, end_date: '2026-03-03', topic: TOPIC }
    const run = await startRun(stack, 'replay-events', parameters)
    const { result, attempts, progress } = await run.until('succeeded')
    expect(result).toMatchObject({ sent: 150, unreadable: 1 })
    expect((result as { problems: { key: string }[] }).problems.map(({ key }) => key)).toEqual([
      `bronze/${TOPIC}/2026/03/02/zz-broken.json`,
    ])
    // 100, 21, 30, and the one that finds nothing more.
    expect(attempts).toBe(4)
    expect(progress).toMatchObject({ day: '2026-03-03', sent: 150 })
    await expect.poll(() => found('saude')).toBe(150)
  })

  it('continues after a killed invocation when its message comes back', async () => {
    await keepEvents('cultura', 3, '2026-04-01')
    const scheduledTime = new Date('2026-04-20T12:00:00Z')
    const keys = await storage.list(rawEventFolder(TOPIC, '2026-04-01'), { limit: 10 })
    const progress = { day: '2026-04-01', after: keys[1], sent: 2, unreadable: 0, problems: [] }
    await tables.jobRuns.add(stack.db, {
      job: 'replay-events',
      scheduledTime,
      status: 'running',
      attempts: 1,
      startedAt: timeAgo(16, 'minute'),
      leaseUntil: timeAgo(1, 'minute'),
      progress,
    })
    const parameters = { start_date: '2026-04-01', end_date: '2026-04-01', topic: TOPIC }
    const run = await startRun(stack, 'replay-events', parameters, { scheduledTime })
    const { result } = await run.until('succeeded')
    expect(result).toMatchObject({ sent: 3 })
    await expect.poll(() => found('cultura')).toBe(1)
  })

  it('refuses an end before its start without a retry', async () => {
    const parameters = { start_date: '2026-03-02', end_date: '2026-03-01', topic: TOPIC }
    const { error, attempts } = await (await startRun(stack, 'replay-events', parameters)).until('failed')
    expect({ error, attempts }).toEqual({
      error: 'end_date: end_date 2026-03-01 lies before start_date 2026-03-02',
      attempts: 0,
    })
  })

  it('refuses an invalid day and an unknown topic', async () => {
    const impossible = { start_date: '2026-02-30', end_date: '2026-03-01', topic: TOPIC }
    expect(replayEvents.parameters.safeParse(impossible).success).toBe(false)
    expect(
      replayEvents.parameters.safeParse({ ...impossible, start_date: DAY, topic: 'news.lost' }).success,
    ).toBe(false)
  })
})
