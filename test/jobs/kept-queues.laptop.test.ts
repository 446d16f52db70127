import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listScrapedEvents } from '@pauta/core/steps/article-events'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { connectQueues } from '@pauta/platform/queues/queues'
import { checkDatabase } from '@pauta/functions/jobs/check-database/job'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, received } from '../kit/rows/factories.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { listMessages, startRun } from '../kit/workers/runs.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const RETRIES = { attempts: 2, backoff: { kind: 'fixed', seconds: 1 } } as const

let folder: string
let stack: TestStack
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-kept-queues-'))
  const failing = quickJob(checkDatabase, () => Promise.reject(new Error('no')), { retries: RETRIES })
  stack = await startTestStack({ dataDir: folder, jobs: [failing] })
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

const bury = (queue: string, bodies: string[]) =>
  connectQueues().send(stack.stack.queueUrl(`${queue}-dlq`), bodies)

describe('on a stack that keeps its queues in a folder', () => {
  it('reconciliation keeps unreadable messages in the queue, also when it is repeated', async () => {
    const poison = ['not json', '{"hello":"world"}']
    await bury('embed', poison)
    for (let time = 1; time <= 2; time++) {
      const run = await startRun(stack, 'reconcile-dlq', { queue: 'embed' })
      const { result } = await run.until('succeeded')
      expect(result).toMatchObject({ seen: 2, republished: 0, kept: 2 })
      expect((await listMessages(stack, 'embed-dlq')).sort()).toEqual(poison.sort())
    }
  })

  it('the purge keeps dead letters of open articles', async () => {
    const { inserted } = await upsertArticles(stack.db, [received(anArticle())])
    const events = await listScrapedEvents(stack.db, inserted, new Date())
    const bodies = events.map((event) => JSON.stringify(event))
    await bury('index', bodies)
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ deadLetters: { index: 0 }, problems: [] })
    expect(await listMessages(stack, 'index-dlq')).toEqual(bodies)
  })

  it('a failed job is retried, and its last try leaves a dead letter', async () => {
    const run = await startRun(stack, checkDatabase.name)
    expect(await run.until('failed')).toMatchObject({ attempts: RETRIES.attempts + 1, error: 'Error: no' })
    await expect.poll(() => listMessages(stack, 'job-check-database-dlq')).toHaveLength(1)
    expect(await listMessages(stack, 'job-check-database')).toEqual([])
  })
})
