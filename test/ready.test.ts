import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClient } from './kit/client/client.ts'
import { anArticle } from './kit/rows/factories.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'
import { openStep } from './kit/rows/step-rows.ts'
import { tables } from './kit/rows/tables.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await tables.articles.remove(stack.db)
})

const ready = async () => {
  const response = await stack.fetch('/ready')
  const body = (await response.json()) as {
    status: string
    dependencies: unknown
    writes: unknown
    index: unknown
    pipeline: unknown
  }
  return { http: response.status, ...body }
}

/** Writes an article whose step has had a status for so many minutes. */
async function addOpen(step: string, status: string, minutes: number): Promise<void> {
  const article = anArticle()
  await stack.publish([article])
  await openStep(stack.db, String(article.uniqueId), { step, status, minutes })
}

describe('/ready', () => {
  it('reports for every step that nothing is open', async () => {
    const none = { due: 0, failed: 0, oldestOpenSeconds: 0 }
    expect(await ready()).toMatchObject({
      http: 200,
      status: 'ok',
      dependencies: { postgresql: 'ok', 'search-index': 'ok' },
      pipeline: { enrich: none, classify: none, embed: none, index: none },
    })
  })

  it('is ok with work that has waited less than 15 minutes', async () => {
    await addOpen('embed', 'due', 14)
    const { status, pipeline } = await ready()
    expect(status).toBe('ok')
    expect(pipeline).toMatchObject({ embed: { due: 1, failed: 0 }, index: { due: 0 } })
  })

  it.each(['due', 'failed'])(
    'is degraded, but answers 200, when a step has been %s for longer',
    async (given) => {
      await addOpen('enrich', given, 16)
      const { http, status, pipeline } = await ready()
      expect({ http, status }).toEqual({ http: 200, status: 'degraded' })
      const { enrich } = pipeline as { enrich: { oldestOpenSeconds: number } }
      expect(enrich.oldestOpenSeconds).toBeGreaterThanOrEqual(960)
    },
  )

  it('is degraded, with the number, while the index lacks articles that no step will add', async () => {
    await stack.publish([anArticle(), anArticle()])
    expect(await ready()).toMatchObject({ status: 'ok', index: { status: 'ok', documents: 2, expected: 2 } })
    await stack.write([anArticle()])
    // Its document is still to come.
    expect(await ready()).toMatchObject({ status: 'ok', index: { status: 'ok', documents: 2, expected: 3 } })
    await tables.pipelineSteps.set(stack.db, {}, { status: 'done' })
    expect(await ready()).toMatchObject({
      http: 200,
      status: 'degraded',
      index: { status: 'degraded', documents: 2, expected: 3 },
    })
  })

  it('is degraded while the index answers with a part of its documents, as after a restart', async () => {
    const articles = [anArticle(), anArticle(), anArticle()]
    await stack.publish(articles)
    await stack.index.remove(articles.slice(1).map(({ uniqueId }) => String(uniqueId)))
    expect(await ready()).toMatchObject({
      http: 200,
      status: 'degraded',
      dependencies: { 'search-index': 'ok' },
      index: { status: 'degraded', documents: 1, expected: 3 },
    })
  })

  it('is degraded, and names the store, while the store refuses writes; new people get the store’s name in their error', async () => {
    const subject = 'new-on-a-full-disk'
    await stack.db.unsafe(`
      create function disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger disk_full before insert on write_probe for each statement execute function disk_full();
      create trigger disk_full before insert on users for each statement execute function disk_full()`)
    try {
      expect(await ready()).toMatchObject({
        http: 200,
        status: 'degraded',
        dependencies: { postgresql: 'ok', 'search-index': 'ok' },
        writes: { postgresql: 'down' },
      })
      const token = await stack.stack.token({ sub: subject })
      const { errors } = await makeClient(stack.stack.graphqlUrl, token).ask('{ clippings { id } }')
      expect(errors[0]?.extensions).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        dependency: 'postgresql',
      })
    } finally {
      await stack.db.unsafe('drop function disk_full cascade')
    }
    expect(await ready()).toMatchObject({ status: 'ok', writes: { postgresql: 'ok' } })
    expect(await stack.db`select 1 from write_probe`).toEqual([])
  })
})
