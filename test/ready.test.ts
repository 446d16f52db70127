import { incomingArticleSchema } from '@pauta/core/articles/article'
import { upsertArticles } from '@pauta/core/articles/writes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle } from './support/factories.ts'
import { shareTestStack } from './support/shared-stack.ts'
import type { TestStack } from './support/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db`delete from pipeline_steps`
})

const ready = async () => {
  const response = await stack.fetch('/ready')
  const body = (await response.json()) as { status: string; dependencies: unknown; pipeline: unknown }
  return { http: response.status, ...body }
}

/** An article at which a step stands with a status since some minutes. */
async function openStep(step: string, status: string, minutes: number): Promise<void> {
  const { inserted } = await upsertArticles(stack.db, [incomingArticleSchema.parse(anArticle())])
  await stack.db`
    update pipeline_steps set status = case when step = ${step} then ${status} else 'done' end,
      due_at = now() - make_interval(mins => ${minutes})
    where unique_id = any(${inserted})`
}

describe('/ready', () => {
  it('tells of every step that nothing is open', async () => {
    const none = { due: 0, failed: 0, oldestOpenSeconds: 0 }
    expect(await ready()).toMatchObject({
      http: 200,
      status: 'ok',
      dependencies: { postgresql: 'ok', 'search-index': 'ok' },
      pipeline: { enrich: none, classify: none, embed: none, index: none },
    })
  })

  it('is ok with work that has waited for less than a quarter of an hour', async () => {
    await openStep('embed', 'due', 14)
    const { status, pipeline } = await ready()
    expect(status).toBe('ok')
    expect(pipeline).toMatchObject({ embed: { due: 1, failed: 0 }, index: { due: 0 } })
  })

  it.each(['due', 'failed'])('is degraded, but serves, when a step has been %s for longer', async (given) => {
    await openStep('enrich', given, 16)
    const { http, status, pipeline } = await ready()
    expect({ http, status }).toEqual({ http: 200, status: 'degraded' })
    const { enrich } = pipeline as { enrich: { oldestOpenSeconds: number } }
    expect(enrich.oldestOpenSeconds).toBeGreaterThanOrEqual(960)
    expect(enrich.oldestOpenSeconds).toBeLessThan(980)
  })
})
