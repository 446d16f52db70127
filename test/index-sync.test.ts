import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex, type SearchIndex } from '@pauta/core/search-index/client'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import { readServer } from '@pauta/core/search-index/second-server'
import type { SyncDependencies } from '@pauta/core/search-index/sync'
import { loadConfig } from '@pauta/platform/config/config'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startNode, stopNode } from './index-server/node-process.ts'
import { takeDown } from './kit/rows/article-rows.ts'
import { runCommand } from './kit/processes/command.ts'
import { ago, anArticle } from './kit/rows/factories.ts'
import { findOwnPort } from './kit/stack/own-port.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'
import { tables, timeAhead } from './kit/rows/tables.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([])
})
afterAll(() => stack.stop())

/** Returns the index with a step of the test before each batch that is written. */
const beforeUpsert = (work: () => Promise<void>): SearchIndex =>
  new Proxy(stack.index, {
    get: (index, name, receiver) => {
      if (name !== 'upsert') return Reflect.get(index, name, receiver) as unknown
      return async (...args: Parameters<SearchIndex['upsert']>) => {
        await work()
        return await index.upsert(...args)
      }
    },
  })

const dependencies = (index: SearchIndex, others: Partial<SyncDependencies> = {}): SyncDependencies => ({
  db: stack.db,
  index,
  model: openEmbeddingModel({ kind: 'hashing' }),
  now: () => new Date(),
  ...others,
})
const stepOf = async (uniqueId: string) => {
  const [row] = await stack.db<{ status: string }[]>`
    select status from pipeline_steps where unique_id = ${uniqueId} and step = 'index'`
  return row?.status
}

it('a sync keeps a step due when its article changed during the batch', async () => {
  const [moved, quiet] = ['movida_000001', 'quieta_000001']
  await stack.write([anArticle({ uniqueId: moved }), anArticle({ uniqueId: quiet })])
  const index = beforeUpsert(async () => {
    await tables.articleAvailability.set(
      stack.db,
      { uniqueId: moved, written: false },
      { availableAt: timeAhead(15, 'minute') },
    )
  })
  await syncIndex(dependencies(index), { startDate: ago({ days: 30 }).slice(0, 10) })
  expect([await stepOf(moved), await stepOf(quiet)]).toEqual(['due', 'done'])
})

it('a full sync fills an index that has no collection yet', async () => {
  await stack.write([anArticle()])
  const collection = 'vazia'
  const index = connectSearchIndex({ ...loadConfig('index').index, collection })
  const { written } = await syncIndex(dependencies(index), {})
  const live = await index.findSearchedCollection()
  expect(written).toBeGreaterThan(0)
  expect(live?.num_documents).toBe(written)
  for (const { name } of await index.listCollections())
    if (name.startsWith(`${collection}_`)) await index.dropCollection(name)
})

it('a sync that is stopped has stored its written documents before it ends', async () => {
  await stack.write(Array.from({ length: 20 }, () => anArticle()))
  const stop = new AbortController()
  let batches = 0
  const index = beforeUpsert(async () => {
    batches += 1
    if (batches === 2) stop.abort(new Error('asked to stop'))
  })
  let written = 0
  const sync = syncIndex(
    dependencies(index, {
      signal: stop.signal,
      batchRows: 5,
      onProgress: (state) => {
        written = state.written
      },
    }),
    {},
  )
  await expect(sync).rejects.toThrow('asked to stop')
  expect(written).toBe(10)
  const [kept] = await stack.db<{ written: number }[]>`
    select written::int from index_syncs order by started_at desc limit 1`
  expect(kept).toEqual({ written })
})

it('a sync of the second server fills it, and leaves steps and arrivals to the first server', async () => {
  const [waiting, gone] = ['espera_000001', 'saiu_000001']
  await stack.publish([])
  await stack.write([anArticle({ uniqueId: waiting }), anArticle({ uniqueId: gone })])
  await takeDown(stack.db, [gone])
  const first = JSON.parse(stack.stack.environment['SST_RESOURCE_SearchIndex'] ?? '{}') as Record<
    'url' | 'key' | 'collection',
    string
  >
  const command = (secondUrl: string) =>
    runCommand('sync-typesense', ['--full-sync', '--second'], {
      ...stack.stack.environment,
      SST_RESOURCE_SearchIndex: JSON.stringify({ ...first, secondUrl }),
    })
  expect(await command('')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no second search server') as string,
  })
  const node = await startNode(await findOwnPort(), first.key)
  try {
    const { code, stdout, stderr } = await command(node.url)
    expect(code === 0 ? '' : stderr).toBe('')
    expect({ stdout }).toMatchObject({
      stdout: expect.stringMatching(/, 0 refused\./) as string,
    })
    const [live] = await stack.db<{ live: number }[]>`
      select count(*)::int as live from articles where deleted_at is null`
    expect(await readServer(first, node.url)).toMatchObject({ isHealthy: true, documents: live?.live })
    expect(await stepOf(waiting)).toBe('due')
    const arrived = await stack.db`
      select 1 from article_availability where unique_id = ${waiting} and written`
    expect(arrived).toEqual([])
    expect((await readServer(first, first.url)).documents).toBeLessThan(live?.live ?? 0)
  } finally {
    await stopNode(node)
  }
})
