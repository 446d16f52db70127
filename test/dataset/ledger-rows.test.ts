import { listNewCandidates, listShardArticles, listTakenDownCandidates } from '@pauta/dataset/candidates'
import {
  countLate,
  dropEmptyShards,
  dropTakenDown,
  emptyShards,
  listShards,
  planShard,
  recordAbsent,
  recordElsewhere,
  settleShards,
  summarizeDataset,
} from '@pauta/dataset/ledger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { addArticle, addShard, DOWN, idsOf, OTHER, PATH, readLedger } from './shards.ts'

// What the ledger of the dataset has, on rows that differ from a matching row in one column.

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['articles', 'datasetRows', 'datasetShards']))

const article = (uniqueId: string, columns: Columns = {}) => addArticle(stack.db, uniqueId, columns)
const plan = (path: string, ...uniqueIds: string[]) => addShard(stack.db, path, uniqueIds)
const readRows = () => readLedger(stack.db)

describe('new candidates', () => {
  const list = async (limit = 9) => idsOf(await listNewCandidates(stack.db, { before: at(1), limit }))

  it.each<[string, Columns, boolean]>([
    ['as it is', {}, true],
    ['of the next instant', { publishedAt: at(1) }, false],
    ['that was taken down', DOWN, false],
  ])('have an article %s: %s', async (_, columns, isListed) => {
    await article('a', columns)
    expect(await list()).toEqual(isListed ? ['a'] : [])
  })

  it('have none that is in a file, and know that one is in none any more', async () => {
    for (const id of ['shard', 'elsewhere', 'absent', 'new']) await article(id)
    await plan(PATH, 'shard')
    await recordElsewhere(stack.db, ['elsewhere'], NOW)
    await recordAbsent(stack.db, ['absent'], NOW)
    const found = await listNewCandidates(stack.db, { before: at(1), limit: 9 })
    expect(found.map(({ uniqueId, isAbsent }) => [uniqueId, isAbsent])).toEqual([
      ['new', false],
      ['absent', true],
    ])
  })

  it('are the newest first, ties by id, with their local days and the bytes of their texts', async () => {
    await article('a', { publishedAt: at(-86_400) })
    await article('b')
    const texts = { title: 'é', subtitle: 'aa', editorialLead: 'aaa', content: 'aaaa', summary: 'aaaaa' }
    await article('c', { publishedAt: new Date('2026-06-01T02:59:59Z'), ...texts })
    await article('d')
    await article('bb')
    expect(await list()).toEqual(['d', 'bb', 'b', 'c', 'a'])
    expect(await list(4)).toEqual(['d', 'bb', 'b', 'c'])
    expect(await list(1)).toEqual(['d'])
    expect(await listNewCandidates(stack.db, { before: at(-10_000), limit: 1 })).toEqual([
      { uniqueId: 'c', day: '2026-05-31', isAbsent: false, textBytes: 16 },
    ])
  })
})

describe('candidates that were taken down', () => {
  it('are those that a file of others may have', async () => {
    for (const id of ['d', 'c', 'b', 'a']) await article(id, DOWN)
    await article('stays')
    await recordElsewhere(stack.db, ['d', 'stays'], NOW)
    await recordAbsent(stack.db, ['c'], NOW)
    await plan(PATH, 'b')
    const found = await listTakenDownCandidates(stack.db, 9)
    expect(found).toEqual([
      { uniqueId: 'a', day: '2026-06-01', url: 'https://a/a', publishedAt: NOW, known: false },
      { uniqueId: 'd', day: '2026-06-01', url: 'https://a/d', publishedAt: NOW, known: true },
    ])
    expect(idsOf(await listTakenDownCandidates(stack.db, 1))).toEqual(['a'])
  })
})

describe('the articles of a shard', () => {
  it('are in the order of publication and id, and leave out what was taken down and what others have', async () => {
    await article('c')
    await article('b')
    await article('a', { publishedAt: at(1) })
    await article('d', { publishedAt: at(-1) })
    await article('gone', DOWN)
    await article('other')
    await plan(PATH, 'a', 'b', 'c', 'd', 'gone')
    await plan(OTHER, 'other')
    const list = async (after?: string, publishedAt = NOW, limit = 9) =>
      idsOf(
        await listShardArticles(stack.db, {
          path: PATH,
          after: after === undefined ? undefined : { publishedAt, uniqueId: after },
          limit,
        }),
      )
    expect(await list()).toEqual(['d', 'b', 'c', 'a'])
    expect(await list(undefined, NOW, 2)).toEqual(['d', 'b'])
    expect(await list('b')).toEqual(['c', 'a'])
    expect(await list('d', at(-1))).toEqual(['b', 'c', 'a'])
    expect(await list('a', at(1))).toEqual([])
  })
})

describe('the ledger', () => {
  beforeEach(async () => {
    for (const id of ['a', 'b', 'c']) await article(id)
    await plan(PATH, 'a', 'b')
  })

  it('moves an article to where it is known to be', async () => {
    await recordAbsent(stack.db, ['b', 'c'], at(1))
    expect(await readRows()).toEqual([
      ['a', PATH, false, NOW],
      ['b', null, true, at(1)],
      ['c', null, true, at(1)],
    ])
    await recordElsewhere(stack.db, ['c'], at(2))
    await planShard(stack.db, { path: OTHER, day: '2026-06-01', uniqueIds: ['b'], now: at(3) })
    expect(await readRows()).toEqual([
      ['a', PATH, false, NOW],
      ['b', OTHER, false, at(3)],
      ['c', null, false, at(2)],
    ])
  })

  it('lists shards by path, with the number of their articles and their versions', async () => {
    await plan('data/train-2026-05-31-235959.parquet')
    await settleShards(stack.db, 'full', [{ path: PATH, version: 1 }])
    const versions = { version: 1, fullVersion: 0, reducedVersion: 0 }
    expect(await listShards(stack.db)).toEqual([
      { path: 'data/train-2026-05-31-235959.parquet', ...versions, rows: 0 },
      { path: PATH, ...versions, fullVersion: 1, rows: 2 },
    ])
    await settleShards(stack.db, 'reduced', [{ path: PATH, version: 2 }])
    expect((await listShards(stack.db)).at(-1)).toEqual({
      path: PATH,
      version: 1,
      fullVersion: 1,
      reducedVersion: 2,
      rows: 2,
    })
  })

  it('exports the articles of a deleted shard again', async () => {
    await plan(OTHER, 'c')
    await emptyShards(stack.db, [PATH])
    expect(await readRows()).toEqual([['c', OTHER, false, NOW]])
    expect(await listShards(stack.db)).toEqual([
      { path: PATH, version: 2, fullVersion: 2, reducedVersion: 0, rows: 0 },
      { path: OTHER, version: 1, fullVersion: 0, reducedVersion: 0, rows: 1 },
    ])
  })

  it('takes articles out of their shards, which then change, as many as it may', async () => {
    await article('d', DOWN)
    await plan(OTHER, 'c')
    for (const uniqueId of ['a', 'c']) await tables.articles.set(stack.db, { uniqueId }, DOWN)
    expect(await dropTakenDown(stack.db, { now: at(1), limit: 1 })).toBe(1)
    expect((await listShards(stack.db)).map(({ version }) => version)).toEqual([2, 1])
    expect(await dropTakenDown(stack.db, { now: at(2), limit: 9 })).toBe(1)
    expect(await dropTakenDown(stack.db, { now: at(3), limit: 9 })).toBe(0)
    expect(await readRows()).toEqual([
      ['a', null, true, at(1)],
      ['b', PATH, false, NOW],
      ['c', null, true, at(2)],
    ])
    expect((await listShards(stack.db)).map(({ version }) => version)).toEqual([2, 2])
  })

  it.each([
    ['no host is to change', 1, 1, []],
    ['the one host is to change', 0, 1, [OTHER]],
    ['the other host is to change', 1, 0, [OTHER]],
  ])('forgets an empty shard when %s', async (_, fullVersion, reducedVersion, left) => {
    await plan(OTHER)
    await tables.datasetShards.set(stack.db, { path: OTHER }, { fullVersion, reducedVersion })
    await tables.datasetShards.set(stack.db, { path: PATH }, { fullVersion: 1, reducedVersion: 1 })
    await dropEmptyShards(stack.db)
    expect((await listShards(stack.db)).map(({ path }) => path)).toEqual([PATH, ...left])
  })

  it('counts articles of earlier days than their shard', async () => {
    await article('late', { publishedAt: new Date('2026-06-01T02:59:59Z') })
    await article('first', { publishedAt: new Date('2026-06-01T03:00:00Z') })
    await plan(OTHER, 'late', 'first')
    expect([await countLate(stack.db, [OTHER]), await countLate(stack.db, [PATH])]).toEqual([1, 0])
  })

  it('sums up what files have of articles that are not taken down', async () => {
    await article('d', { agencyKey: 'saude', publishedAt: new Date('2026-06-01T02:59:59Z') })
    await article('gone', { ...DOWN, publishedAt: at(-90_000_000) })
    await article('absent', { publishedAt: at(90_000) })
    await recordElsewhere(stack.db, ['d', 'gone'], NOW)
    await recordAbsent(stack.db, ['absent'], NOW)
    const days = { firstDay: '2026-05-31', lastDay: '2026-06-01' }
    expect(await summarizeDataset(stack.db)).toEqual({ articles: 3, agencies: 2, ...days })
    await clearTables(stack.db, ['datasetRows'])
    expect(await summarizeDataset(stack.db)).toEqual({
      articles: 0,
      agencies: 0,
      firstDay: null,
      lastDay: null,
    })
  })
})
