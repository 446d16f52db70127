import { listScrapedEvents } from '@pauta/core/articles/events'
import { incomingArticleSchema } from '@pauta/core/articles/article'
import { upsertArticles } from '@pauta/core/articles/writes'
import { connectQueues } from '@pauta/core/queues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../support/factories.ts'
import { listMessages, startRun } from '../support/runs.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

describe('the purge', () => {
  it('removes runs that ended more than two weeks ago, and no others', async () => {
    await stack.db`
      insert into job_runs (job, target, scheduled_time, status, updated_at)
      select 'scrape', n::text, at, case when n = 19 then 'waiting' else 'succeeded' end, at
      from (select n, now() - make_interval(hours => n * 24 - 12) as at from generate_series(1, 20) n) runs`
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ runs: 5 })
    const left = await stack.db<{ target: string }[]>`select target from job_runs where job = 'scrape'`
    const targets = left.map(({ target }) => Number(target)).sort((a, b) => a - b)
    expect(targets).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 19])
  })

  it('removes dead letters of articles that are done, and keeps those that are open or cannot be read', async () => {
    const articles = ['mec', 'saude'].map((agencyKey) =>
      incomingArticleSchema.parse(anArticle({ agencyKey })),
    )
    const { inserted } = await upsertArticles(stack.db, articles)
    const [done = '', open = ''] = inserted
    await stack.db`update pipeline_steps set status = 'done' where unique_id = ${done}`
    const events = await listScrapedEvents(stack.db, { changed: inserted, repeated: [], now: new Date() })
    const bodies = [...events.map((event) => JSON.stringify(event)), 'not json']
    await connectQueues().send(stack.stack.queueUrl('index-dlq'), bodies)
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ deadLetters: { index: 1 } })
    const left = await listMessages(stack, 'index-dlq')
    expect(left).toHaveLength(2)
    expect(left.some((body) => body.includes(open))).toBe(true)
  })
})
