import { listScrapedEvents } from '@pauta/core/steps/article-events'
import { upsertArticles } from '@pauta/core/ingest/writes'
import type { NewsEvent } from '@pauta/core/steps/envelope'
import { setTimeout as delay } from 'node:timers/promises'
import { connectQueues } from '@pauta/platform/queues/queues'
import { reconcileDlq } from '@pauta/functions/jobs/reconcile-dlq/job'
import { workers } from '@pauta/functions/workers/workers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, received } from '../kit/rows/factories.ts'
import { listMessages, startRun } from '../kit/workers/runs.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

/** Writes articles whose messages were never sent, and returns the events of those messages. */
async function storeArticles(agencyKey: string, count: number): Promise<NewsEvent[]> {
  const articles = Array.from({ length: count }, () => received(anArticle({ agencyKey })))
  const { inserted } = await upsertArticles(stack.db, articles)
  return await listScrapedEvents(stack.db, inserted, new Date())
}

const bury = (queue: string, bodies: string[]) =>
  connectQueues().send(stack.stack.queueUrl(`${queue}-dlq`), bodies)
const found = async (agency: string) => {
  const query = 'query ($agencies: [String!]) { articles(filter: { agencies: $agencies }) { found } }'
  return (await stack.query(query, { agencies: [agency] })).articles.found as number
}

describe('reconciliation', () => {
  it('returns dead letters to their queue, with plain and with base64 data', async () => {
    const events = await storeArticles('mec', 12)
    const bodies = events.map((event, position) => {
      if (position % 2 === 0) return JSON.stringify(event)
      const { data, ...attributes } = event
      const encoded = Buffer.from(JSON.stringify(data)).toString('base64')
      return JSON.stringify({ ...attributes, data_base64: encoded })
    })
    await bury('index', bodies)
    const run = await startRun(stack, 'reconcile-dlq', { queue: 'index' })
    const { result } = await run.until('succeeded')
    expect(result).toEqual({ queue: 'index', seen: 12, republished: 12, kept: 0, problems: [] })
    expect(await listMessages(stack, 'index-dlq')).toEqual([])
    await expect.poll(() => found('mec')).toBe(12)
  })

  it('keeps unreadable messages in the queue, with the reason', async () => {
    const [event] = await storeArticles('saude', 1)
    const poison = ['not json', '{"type":"news.scraped"}', '{"hello":"world"}']
    await bury('index', [...poison, JSON.stringify(event)])
    const run = await startRun(stack, 'reconcile-dlq', { queue: 'index' })
    const { result } = await run.until('succeeded')
    expect(result).toMatchObject({ seen: 4, republished: 1, kept: 3 })
    const { problems } = result as { problems: { reason: string }[] }
    expect(problems.map(({ reason }) => reason).sort()).toEqual([
      expect.stringContaining('SyntaxError'),
      expect.stringContaining('ZodError'),
      expect.stringContaining('ZodError'),
    ])
    // The messages are visible at once, without waiting for their visibility time-out.
    expect((await listMessages(stack, 'index-dlq')).sort()).toEqual(poison.sort())
  })

  it('returns large articles, which SQS accepts in several batches', async () => {
    // A batch has ten messages and 1 MB at most. These are fewer than ten, and 1.09 MB.
    const content = 'Texto longo. '.repeat(12_000)
    await bury(
      'news-ingest',
      Array.from({ length: 7 }, () => JSON.stringify(anArticle({ agencyKey: 'ibama', content }))),
    )
    const run = await startRun(stack, 'reconcile-dlq', { queue: 'news-ingest' })
    const { result } = await run.until('succeeded')
    expect(result).toMatchObject({ seen: 7, republished: 7, kept: 0, problems: [] })
    expect(await listMessages(stack, 'news-ingest-dlq')).toEqual([])
    await expect.poll(() => found('ibama')).toBe(7)
  })

  it('returns at most the requested number', async () => {
    await bury(
      'news-ingest',
      Array.from({ length: 15 }, () => JSON.stringify(anArticle({ agencyKey: 'iphan' }))),
    )
    const run = await startRun(stack, 'reconcile-dlq', { queue: 'news-ingest', limit: '13' })
    const { result } = await run.until('succeeded')
    expect(result).toMatchObject({ seen: 13, republished: 13 })
    expect(await listMessages(stack, 'news-ingest-dlq')).toHaveLength(2)
    await expect.poll(() => found('iphan')).toBe(13)
  })

  it('replaces no later version with a returned article', async () => {
    const article = anArticle({ uniqueId: 'devolvida_000001', agencyKey: 'inep' })
    await connectQueues().send(stack.stack.queueUrl('news-ingest-dlq'), [
      JSON.stringify({ ...article, content: 'Mandada antes.' }),
    ])
    const content = async () =>
      (await stack.db`select content from articles where unique_id = 'devolvida_000001'`)[0]?.[
        'content'
      ] as unknown
    // Queues record milliseconds, so the next message needs a later one.
    await delay(5)
    await connectQueues().send(stack.stack.queueUrl('news-ingest'), [
      JSON.stringify({ ...article, content: 'Mandada depois.' }),
    ])
    await expect.poll(content).toBe('Mandada depois.')
    const { result } = await (
      await startRun(stack, 'reconcile-dlq', { queue: 'news-ingest' })
    ).until('succeeded')
    expect(result).toMatchObject({ problems: [] })
    // This article fills in a missing value, so its arrival is visible.
    await connectQueues().send(stack.stack.queueUrl('news-ingest'), [
      JSON.stringify(anArticle({ agencyKey: 'inep' })),
    ])
    await expect.poll(() => found('inep')).toBe(2)
    expect(await content()).toBe('Mandada depois.')
  })

  it('names the existing queues when the queue is unknown', async () => {
    const run = await startRun(stack, 'reconcile-dlq', { queue: 'elsewhere' })
    const { error } = await run.until('failed')
    expect(error).toMatch(/^queue: .*"index"/)
    expect([...reconcileDlq.parameters.shape.queue.unwrap().options].sort()).toEqual(
      workers.map(({ queue }) => queue).sort(),
    )
  })
})
