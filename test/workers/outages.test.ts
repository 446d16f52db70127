import { toIndexDocument } from '@pauta/core/articles/document'
import { listDocumentRows } from '@pauta/core/articles/queries'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openCloud } from '../support/cloud.ts'
import { anArticle } from '../support/factories.ts'
import { startGate, type Gate } from '../support/gate.ts'
import { startRun } from '../support/runs.ts'
import { seeded } from '../support/seeded.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

const ROUNDS = 12
const ARTICLES_PER_ROUND = 4
const QUEUES = ['news-ingest', 'enrich', 'embed', 'index']

let stack: TestStack
let gates: { database: Gate; index: Gate }
beforeAll(async () => {
  gates = { database: await startGate(), index: await startGate() }
  stack = await startTestStack({ gates, visibilityTimeoutSeconds: 1 })
})
afterAll(async () => {
  await stack.stop()
  await Promise.all([gates.database.stop(), gates.index.stop()])
})

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function countOpenSteps(): Promise<number> {
  const [row] = await stack.db<{ open: number }[]>`
    select count(*)::int as open from pipeline_steps where status <> 'done'`
  return row?.open ?? -1
}

/** What an operator does after an outage: dead letters go back, and the sweep wakes what is still due. */
async function heal(): Promise<void> {
  for (const queue of QUEUES) await (await startRun(stack, 'reconcile-dlq', { queue })).until('succeeded')
  await stack.db`
    update pipeline_steps set due_at = now() - interval '1 hour', woken_at = null, attempts = 0,
      updated_at = now() - interval '2 hours' where status <> 'done'`
  await (await startRun(stack, 'sweep')).until('succeeded')
}

describe('the pipeline', { timeout: 120_000 }, () => {
  it('loses and doubles nothing while its stores drop out in the middle of everything', async () => {
    const random = seeded(20_261_121)
    const cloud = openCloud(stack.stack.awsUrl)
    const ids: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const articles = Array.from({ length: ARTICLES_PER_ROUND }, () => anArticle())
      ids.push(...articles.map(({ uniqueId }) => String(uniqueId)))
      // Every message comes twice, so that whatever is interrupted is also repeated.
      await cloud.send(stack.stack.queueUrl('news-ingest'), ...articles, ...articles)
      await delay(random() * 400)
      const gate = random() < 0.5 ? gates.database : gates.index
      gate.close()
      await delay(100 + random() * 500)
      gate.open()
    }
    await vi.waitFor(
      async () => {
        const [row] = await stack.db<{ articles: number }[]>`select count(*)::int as articles from articles`
        if (row?.articles !== ids.length || (await countOpenSteps()) > 0) await heal()
        expect(row?.articles).toBe(ids.length)
        expect(await countOpenSteps()).toBe(0)
      },
      { timeout: 90_000, interval: 2000 },
    )
    const rows = await listDocumentRows(stack.db, ids, stack.model.name)
    expect(rows.filter((row) => row.embedding !== null && row.features !== null)).toHaveLength(ids.length)
    const { hits = [], found } = await stack.index.search({ q: '*', per_page: 250 })
    expect(found).toBe(ids.length)
    const indexed = new Map(hits.map(({ document }) => [document.id, document]))
    for (const row of rows) {
      const { content_embedding: _, ...document } = toIndexDocument(row)
      expect(indexed.get(row.uniqueId)).toMatchObject(document)
    }
  })
})
