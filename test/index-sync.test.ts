import { listDocumentRowsByPublication } from '@pauta/core/articles/queries'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex, type SearchIndex } from '@pauta/core/search-index/client'
import { newsCollection } from '@pauta/core/search-index/collection'
import { dryRun, isLiveCurrent, syncIndex } from '@pauta/core/search-index/rebuild'
import type { SyncDependencies } from '@pauta/core/search-index/sync'
import {
  endSyncLease,
  findOpenSync,
  LEASE_RENEWAL_MS,
  renewSync,
  saveSync,
  startSync,
} from '@pauta/core/search-index/sync-state'
import { loadConfig } from '@pauta/platform/config/config'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { planAsLarge } from './kit/postgres/plans.ts'
import { ago, anArticle } from './kit/rows/factories.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'
import { addCollection } from './kit/stack/stricter-index.ts'
import { clearTables, tables, timeAhead } from './kit/rows/tables.ts'

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

it('an index is current that has the model and every field, and perhaps one more', async () => {
  const name = 'vigente_1'
  const index = connectSearchIndex({ ...loadConfig('index').index, collection: 'vigente' })
  const schema = newsCollection(name, 'm')
  const { fields } = schema
  const rows: [Partial<typeof schema>, boolean][] = [
    [{}, true],
    [{ fields: [{ name: 'more', type: 'string' }, ...fields] }, true],
    [{ fields: fields.slice(0, -1) }, false],
    [{ fields: fields.slice(1) }, false],
    [{ metadata: { model: 'n' } }, false],
    [{ metadata: {} }, false],
  ]
  expect(await isLiveCurrent(index, 'm')).toBe(false)
  await index.pointAlias(name)
  for (const [changes, isCurrent] of rows) {
    await addCollection(stack, { ...schema, ...changes })
    expect(await isLiveCurrent(index, 'm')).toBe(isCurrent)
    await index.dropCollection(name)
  }
  await index.dropAlias()
})

it('a full sync ends with a snapshot of the index, and succeeds with a warning without one', async () => {
  const taken: string[] = []
  const failed: unknown[] = []
  const snapshot = (work: () => Promise<void>): SearchIndex => ({ ...stack.index, takeSnapshot: work })
  const others = { onSnapshotFailed: (error: unknown) => failed.push(error) }
  const whole = snapshot(async () => {
    await stack.index.takeSnapshot()
    taken.push(String(await stack.index.findLiveCollection()))
  })
  const { collection } = await syncIndex(dependencies(whole, others), {})
  expect({ taken, failed }).toEqual({ taken: [collection], failed: [] })
  const full = new Error('no space left')
  const refused = snapshot(() => Promise.reject(full))
  expect((await syncIndex(dependencies(refused, others), {})).phase).toBe('done')
  expect(failed).toEqual([full])
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

it('a full sync that is stopped while it replays changes continues there, and loses no change made meanwhile', async () => {
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  const ids = Array.from({ length: 30 }, (_, position) => `repetida_${String(position).padStart(6, '0')}`)
  await stack.write(ids.map((uniqueId) => anArticle({ uniqueId })))
  const stop = new AbortController()
  let batches = 0
  const stopping = beforeUpsert(async () => {
    batches += 1
    // The fill takes six batches. Every article changes behind it, so the replay takes six as well.
    if (batches === 6) await tables.articles.set(stack.db, {}, { title: 'Mudada', updatedAt: new Date() })
    if (batches === 9) stop.abort(new Error('asked to stop'))
  })
  const first = syncIndex(dependencies(stopping, { batchRows: 5, signal: stop.signal }), {})
  await expect(first).rejects.toThrow('asked to stop')
  const [kept] = await stack.db<{ phase: string; written: number }[]>`
    select phase, written::int from index_syncs where finished_at is null`
  expect(kept).toEqual({ phase: 'replay', written: 45 })
  const [replayed = ''] = ids
  await tables.articles.set(stack.db, { uniqueId: replayed }, { title: 'Tarde', updatedAt: new Date() })
  batches = 100
  const { collection } = await syncIndex(dependencies(stopping, { batchRows: 5 }), {})
  // Three batches are left of the first pass, one of which has the late change. The second pass reads that again.
  expect(batches).toBe(105)
  expect(await stack.index.findLiveCollection()).toBe(collection)
  const { articles } = await stack.query('{ articles(limit: 50) { articles { title } } }')
  const titles = (articles.articles as { title: string }[]).map(({ title }) => title)
  expect(titles.toSorted()).toEqual([...ids.slice(1).map(() => 'Mudada'), 'Tarde'])
})

it('a sync that is stopped between two requests to the model has stored the vectors of the first', async () => {
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  await stack.write(Array.from({ length: 6 }, () => anArticle()))
  const stop = new AbortController()
  const hashing = openEmbeddingModel({ kind: 'hashing' })
  const model: SyncDependencies['model'] = {
    ...hashing,
    textsAtOnce: 2,
    embed: async (texts, purpose) => {
      stop.abort(new Error('asked to stop'))
      return await hashing.embed(texts, purpose)
    },
  }
  await expect(syncIndex(dependencies(stack.index, { model, signal: stop.signal }), {})).rejects.toThrow(
    'asked to stop',
  )
  const [kept] = await stack.db<
    { vectors: number }[]
  >`select count(*)::int as vectors from article_embeddings`
  expect(kept).toEqual({ vectors: 2 })
})

it('a sync refuses a second one of the same process, and one of a function whose process is unknown here', async () => {
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  await stack.write([anArticle()])
  const refusals: unknown[] = []
  for (const holder of [undefined, 'job sync-index']) {
    const index = beforeUpsert(async () => {
      refusals.push(await syncIndex(dependencies(stack.index), {}).catch((error: unknown) => error))
    })
    await syncIndex(dependencies(index, holder === undefined ? {} : { holder }), {})
  }
  expect(refusals).toEqual([
    expect.objectContaining({ code: 'CONFLICT' }),
    expect.objectContaining({
      code: 'CONFLICT',
      message: expect.stringContaining('job sync-index:') as string,
    }),
  ])
})

it('a dry run counts documents and tells what it would have written', async () => {
  await clearTables(stack.db, ['articles'])
  await stack.write([
    anArticle({ publishedAt: ago({ days: 1 }) }),
    anArticle({ publishedAt: ago({ days: 40 }) }),
  ])
  const now = new Date()
  const state = await dryRun(dependencies(stack.index, { now: () => now }), {})
  expect(state).toMatchObject({
    id: 'dry-run',
    startDate: null,
    collection: stack.index.alias,
    model: stack.model.name,
    startedAt: now,
    phase: 'fill',
    replayedTo: undefined,
    owner: '',
    written: 2,
    refused: 0,
  })
})

it('a sync is stored and renewed by its owner alone, and until it is done', async () => {
  const range = { startDate: null, model: 'another', owner: 'elsewhere:1:a' }
  const state = await startSync(stack.db, { ...range, collection: 'c', now: new Date() })
  const position = { at: '2026-06-01 12:00:00+00', uniqueId: 'a_1' }
  const conflict = { code: 'CONFLICT' }
  await saveSync(stack.db, { ...state, position, written: 3, refused: 1 })
  for (const store of [saveSync, renewSync])
    for (const other of [{ owner: 'elsewhere:1:b' }, { id: 'another' }])
      await expect(store(stack.db, { ...state, ...other })).rejects.toMatchObject(conflict)
  await expect(findOpenSync(stack.db, range)).rejects.toMatchObject(conflict)
  await endSyncLease(stack.db, state)
  expect(await findOpenSync(stack.db, range)).toMatchObject({
    id: state.id,
    phase: 'fill',
    position: { uniqueId: 'a_1' },
    written: 3,
    refused: 1,
  })
  for (const other of [{ model: 'm' }, { startDate: '2026-06-01' }])
    expect(await findOpenSync(stack.db, { ...range, ...other })).toBeUndefined()
  await saveSync(stack.db, { ...state, phase: 'done' })
  for (const store of [saveSync, renewSync])
    await expect(store(stack.db, state)).rejects.toMatchObject(conflict)
  expect(await findOpenSync(stack.db, range)).toBeUndefined()
})

it('a sync reads articles of one instant in the order of their ids, however PostgreSQL joins the rows', async () => {
  const ids = ['h', 'd', 'f', 'b', 'g', 'a', 'e', 'c']
  await clearTables(stack.db, ['articles'])
  await stack.write(ids.map((uniqueId) => anArticle({ uniqueId, publishedAt: '2026-06-01T12:00:00Z' })))
  const rows = await planAsLarge(stack.db, (db) =>
    listDocumentRowsByPublication(db, { model: 'm', limit: ids.length }),
  )
  expect(rows.map(({ uniqueId }) => uniqueId)).toEqual(ids.sort())
})

it('a sync renews its lease no more when it has ended', async () => {
  const [begin, end] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
  await syncIndex(dependencies(stack.index), {})
  const renewals = begin.mock.results.filter((_, n) => begin.mock.calls[n]?.[1] === LEASE_RENEWAL_MS)
  const ended = end.mock.calls.flat()
  begin.mockRestore()
  end.mockRestore()
  expect(renewals).toHaveLength(1)
  expect(ended).toContain(renewals[0]?.value)
})
