import { upsertFeatures } from '@pauta/core/features/features'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anArticle } from './kit/rows/factories.ts'
import { tables } from './kit/rows/tables.ts'
import { shareTestStack, type SharedStack } from './kit/stack/shared-stack.ts'

let stack: SharedStack
beforeAll(async () => {
  // No worker runs, because an enriched article would get features of its own.
  stack = await shareTestStack({ idleWorkers: ['enrich', 'index', 'embed'] })
})
afterAll(() => stack.stop())

it('a change of features writes the numbers of its articles, and of no other', async () => {
  await stack.write([anArticle({ uniqueId: 'a_000001' }), anArticle({ uniqueId: 'b_000002' })])
  await tables.articleMetrics.remove(stack.db)
  await upsertFeatures(stack.db, [{ uniqueId: 'a_000001', features: { word_count: 120 } }])
  expect(await stack.db`select unique_id, word_count from article_metrics`).toEqual([
    { uniqueId: 'a_000001', wordCount: 120 },
  ])
})
