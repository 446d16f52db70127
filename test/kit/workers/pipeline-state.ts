import { toIndexDocument } from '@pauta/core/search-index/article-document'
import { listDocumentRows } from '@pauta/core/articles/queries'
import { expect } from 'vitest'
import { openCloud } from './cloud.ts'
import { startRun } from './runs.ts'
import type { TestStack } from '../stack/stack.ts'

/** Queues of the pipeline. Each one fills those that follow it. */
const PIPELINE_QUEUES = ['news-ingest', 'enrich', 'embed', 'index'] as const
const TOPICS = ['news.scraped', 'news.enriched', 'news.embedded'] as const
const PAGE = 250

/** Whether this many articles arrived and no step is open. */
export async function isThrough({ db }: TestStack, articles: number): Promise<boolean> {
  const [row] = await db<{ articles: number; open: number }[]>`
    select (select count(*)::int from articles) as articles,
      (select count(*)::int from pipeline_steps where status <> 'done') as open`
  return row?.articles === articles && row.open === 0
}

/** Returns dead letters to their queues, and the names of these queues to the caller. */
export async function returnDeadLetters(stack: TestStack): Promise<readonly string[]> {
  const cloud = openCloud(stack.stack.awsUrl)
  const depths = await Promise.all(
    PIPELINE_QUEUES.map(async (queue) => ({
      queue,
      depth: await cloud.depth(stack.stack.queueUrl(`${queue}-dlq`)),
    })),
  )
  cloud.close()
  const returned = depths.filter(({ depth }) => depth.waiting > 0).map(({ queue }) => queue)
  const runs = await Promise.all(returned.map((queue) => startRun(stack, 'reconcile-dlq', { queue })))
  await Promise.all(runs.map((run) => run.until('succeeded')))
  return returned
}

/** The steps of an operator after an outage: dead letters return, and the sweep sends messages for due steps. */
export async function heal(stack: TestStack): Promise<void> {
  for (const queue of PIPELINE_QUEUES)
    await (await startRun(stack, 'reconcile-dlq', { queue })).until('succeeded')
  await stack.db`
    update pipeline_steps set due_at = now() - interval '1 hour', woken_at = null, attempts = 0,
      updated_at = now() - interval '2 hours' where status <> 'done'`
  await (await startRun(stack, 'sweep')).until('succeeded')
}

/** Fails unless each article exists once, with all derived values, and its document equals its row. */
export async function expectWhole(stack: TestStack, ids: readonly string[]): Promise<void> {
  const [count] = await stack.db<{ articles: number }[]>`select count(*)::int as articles from articles`
  expect(count?.articles).toBe(ids.length)
  const documents = new Map<string, Record<string, unknown>>()
  for (let page = 1; ; page++) {
    const { hits = [], found } = await stack.index.search({ q: '*', per_page: PAGE, page })
    for (const { document } of hits)
      documents.set(document.id, document as unknown as Record<string, unknown>)
    expect(found).toBe(ids.length)
    if (hits.length < PAGE) break
  }
  for (let start = 0; start < ids.length; start += PAGE) {
    const rows = await listDocumentRows(stack.db, ids.slice(start, start + PAGE), stack.model.name)
    expect(rows.filter(({ features, embedding }) => features !== null && embedding !== null)).toHaveLength(
      Math.min(PAGE, ids.length - start),
    )
    for (const row of rows) {
      const { content_embedding: _, ...document } = toIndexDocument(row)
      expect(documents.get(row.uniqueId)).toMatchObject(document)
    }
  }
}

/** Raw events by topic and article; each exists once unless a text changed. */
export async function countRawEvents(
  { stack }: TestStack,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const cloud = openCloud(stack.awsUrl)
  const counts = new Map(ids.flatMap((id) => TOPICS.map((topic): [string, number] => [`${topic} ${id}`, 0])))
  for (const topic of TOPICS) {
    for (const key of await cloud.listKeys(`bronze/${topic}/`)) {
      const { subject } = JSON.parse(await cloud.read(key)) as { subject: string }
      const name = `${topic} ${subject}`
      if (counts.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  cloud.close()
  return counts
}
