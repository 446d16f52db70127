import { listNewCandidates, listShardArticles, listTakenDownCandidates } from '@pauta/dataset/candidates'
import type { FileChange, Hub } from '@pauta/dataset/hub'
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
import { planRound, ROUND_LIMITS } from '@pauta/dataset/plan-round'
import { updateDataset, type UpdateRequest } from '@pauta/dataset/update-dataset'
import type { Viewer } from '@pauta/dataset/viewer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// What the ledger of the dataset has, on rows that differ from a matching row in one column.
const PATH = 'data/train-2026-06-01-120000.parquet'
const OTHER = 'data/train-2026-06-01-120001.parquet'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['articles', 'datasetRows', 'datasetShards']))

const article = (uniqueId: string, columns: Columns = {}) =>
  tables.articles.add(stack.db, {
    uniqueId,
    agencyKey: 'mec',
    url: `https://a/${uniqueId}`,
    title: 'Um',
    publishedAt: NOW,
    ...columns,
  })
const plan = (path: string, ...uniqueIds: string[]) =>
  planShard(stack.db, { path, day: '2026-06-01', uniqueIds, now: NOW })
const DOWN = { deletedAt: NOW }
const idsOf = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId)
const readRows = async () =>
  (
    await stack.db<Columns[]>`
      select unique_id, shard_path, removed_at is not null as is_removed, noted_at from dataset_rows order by unique_id`
  ).map((row) => [row['uniqueId'], row['shardPath'], row['isRemoved'], row['notedAt']])

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
    expect(await list()).toEqual(['d', 'b', 'c', 'a'])
    expect(await list(3)).toEqual(['d', 'b', 'c'])
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

describe('a round', () => {
  const asked: string[] = []
  const viewer = (...ids: string[]): Viewer => ({
    listIds: async (day) => {
      asked.push(day)
      return new Set(ids)
    },
    findRevision: async () => undefined,
  })
  beforeEach(() => void asked.splice(0))
  const FILE = { sha256: undefined, size: 1 }
  async function round({
    there = [],
    files = ['data/a.parquet'],
    limits = {},
  }: { there?: string[]; files?: string[]; limits?: Partial<typeof ROUND_LIMITS> } = {}) {
    const full = { head: 'h', files: new Map(files.map((path) => [path, FILE])) } as unknown as Parameters<
      typeof planRound
    >[1]['full']
    const request = { day: '2026-06-01', before: at(1), now: NOW, limits: { ...ROUND_LIMITS, ...limits } }
    return await planRound(request, {
      db: stack.db,
      viewer: viewer(...there),
      full,
      signal: new AbortController().signal,
    })
  }
  const NOTHING = {
    planned: 0,
    alreadyThere: 0,
    takenDown: 0,
    elsewhere: [],
    more: false,
    moreElsewhere: false,
  }

  it('plans what the host lacks, asks it once for each day, and is idle afterwards', async () => {
    for (const id of ['a', 'b', 'c']) await article(id)
    await article('d', { publishedAt: at(-86_400) })
    expect(await round({ there: ['b', 'd'] })).toEqual({ ...NOTHING, planned: 2, alreadyThere: 2 })
    expect(asked).toEqual(['2026-06-01', '2026-05-31'])
    expect(await readRows()).toEqual([
      ['a', PATH, false, NOW],
      ['b', null, false, NOW],
      ['c', PATH, false, NOW],
      ['d', null, false, NOW],
    ])
    expect(await round()).toEqual(NOTHING)
    expect(await listShards(stack.db)).toHaveLength(1)
  })

  it('asks no host that has no rows', async () => {
    await article('a')
    expect(await round({ there: ['a'], files: ['README.md'] })).toMatchObject({ planned: 1 })
    expect(asked).toEqual([])
  })

  it.each([
    ['the host', async () => {}, [PATH]],
    ['the ledger', () => plan(PATH), []],
  ])('gives a shard another second when %s has its name', async (_, prepare, files) => {
    await prepare()
    await article('a')
    await round({ files })
    expect((await listShards(stack.db)).filter(({ rows }) => rows === 1)).toMatchObject([{ path: OTHER }])
  })

  it('exports an article again that it took out, whatever the host still shows', async () => {
    await article('a')
    await recordAbsent(stack.db, ['a'], NOW)
    expect(await round({ there: ['a'] })).toEqual({ ...NOTHING, planned: 1 })
  })

  it.each([
    [0, 1, true],
    [2, 1, true],
    [4, 2, true],
    [5, 2, true],
    [6, 3, false],
  ])('of %i bytes plans %i articles', async (textBytes, planned, more) => {
    for (const id of ['a', 'b', 'c']) await article(id, { title: 'ab', content: null })
    expect(await round({ limits: { textBytes } })).toMatchObject({ planned, more })
  })

  it.each([
    [{ articles: 2 }, { planned: 2, more: true }],
    [{ articles: 4 }, { planned: 3, more: false }],
    [
      { takenDown: 1 },
      { takenDown: 1, more: true, moreElsewhere: true, elsewhere: [{ uniqueId: 'down 1' }] },
    ],
    [{ takenDown: 3 }, { takenDown: 2, more: false, moreElsewhere: false }],
    [{ takenDown: 2 }, { takenDown: 2, more: true, moreElsewhere: true }],
  ])('with the limits %j gives %j', async (limits, expected) => {
    for (const id of ['a', 'b', 'c']) await article(id)
    for (const id of ['down 1', 'down 2', 'ours 1', 'ours 2']) await article(id, DOWN)
    await plan(PATH, 'ours 1', 'ours 2')
    expect(await round({ there: ['down 1', 'down 2'], limits })).toMatchObject(expected)
  })

  it('notes what was taken down: in a file of others, or in none', async () => {
    for (const id of ['known', 'there', 'nowhere']) await article(id, DOWN)
    await recordElsewhere(stack.db, ['known'], at(-9))
    const { elsewhere } = await round({ there: ['there'] })
    expect(idsOf(elsewhere)).toEqual(['known', 'there'])
    expect(await readRows()).toEqual([
      ['known', null, false, at(-9)],
      ['nowhere', null, true, NOW],
      ['there', null, false, NOW],
    ])
  })
})

describe('an update of a dataset', () => {
  const commits: { title: string; changes: readonly FileChange[] }[] = []
  const hub: Hub = {
    name: (kind) => `a/${kind}`,
    read: () => Promise.reject(new Error('nobody reads')),
    open: async () => new Blob(['no Parquet']),
    commit: async (_kind, _head, title, changes) => {
      commits.push({ title, changes })
      return `c${commits.length}`
    },
  }
  beforeEach(() => void commits.splice(0))
  const update = (files: Record<string, string | undefined> = {}, changes: Partial<UpdateRequest> = {}) =>
    updateDataset(stack.db, hub, {
      kind: 'full',
      state: {
        head: 'h',
        files: new Map(Object.entries(files).map(([path, sha256]) => [path, { sha256, size: 1 }])),
      },
      elsewhere: [],
      now: NOW,
      commitBytes: 1_000_000,
      ...changes,
    })
  const pathsOf = () => commits.map(({ changes }) => changes.map(({ path }) => path))
  const NOTHING = {
    commit: undefined,
    added: [],
    written: [],
    rewritten: [],
    deleted: [],
    removedElsewhere: 0,
    elsewhereComplete: true,
    problems: [],
    more: false,
  }

  it('adds a shard once, and counts it as added when an earlier attempt uploaded it', async () => {
    await article('a')
    await plan(PATH, 'a')
    const added = [{ path: PATH, rows: 1 }]
    expect(await update()).toMatchObject({ ...NOTHING, commit: 'c1', added, written: [PATH] })
    expect(commits[0]?.title).toBe(`Add ${PATH}`)
    expect(pathsOf()).toEqual([[PATH, 'README.md']])
    expect(await update({ [PATH]: undefined })).toEqual(NOTHING)
    // It is missing on the host.
    expect(await update({})).toMatchObject({ ...NOTHING, commit: 'c2', written: [PATH] })
    // The other dataset has a version of its own, and the same file already.
    const [{ content } = {}] = commits[0]?.changes ?? []
    await settleShards(stack.db, 'full', [{ path: PATH, version: 0 }])
    const { createHash } = await import('node:crypto')
    const sha256 = createHash('sha256')
      .update(new Uint8Array((await content?.arrayBuffer()) ?? []))
      .digest('hex')
    expect(await update({ [PATH]: sha256 })).toMatchObject({ ...NOTHING, added })
    expect(commits).toHaveLength(2)
  })

  it('writes a changed shard again, and deletes an empty one', async () => {
    await article('a')
    await plan(PATH, 'a')
    await plan(OTHER)
    await tables.datasetShards.set(stack.db, {}, { version: 2, fullVersion: 1 })
    expect(await update({ [PATH]: 'old', [OTHER]: 'old' })).toMatchObject({
      ...NOTHING,
      commit: 'c1',
      rewritten: [PATH],
      deleted: [OTHER],
    })
    expect(commits[0]?.title).toBe('take articles out of 2 files')
    await tables.datasetShards.set(stack.db, {}, { fullVersion: 0 })
    // An empty shard that the host does not have needs nothing, and was never added.
    await tables.datasetRows.remove(stack.db)
    expect(await update()).toEqual(NOTHING)
  })

  it('ends with the file that reaches its bytes', async () => {
    for (const id of ['a', 'b']) await article(id)
    await plan(PATH, 'a')
    await plan(OTHER, 'b')
    expect(await update({}, { commitBytes: 1 })).toMatchObject({ written: [PATH], more: true })
    expect(await update({ [PATH]: undefined }, { commitBytes: 1 })).toMatchObject({
      written: [OTHER],
      more: false,
    })
  })

  it('names files of others that cannot be cleaned, and reads none of its own, no card and none without need', async () => {
    await article('a')
    await plan(PATH, 'a')
    await settleShards(stack.db, 'full', [{ path: PATH, version: 1 }])
    const files = { [PATH]: 'x', 'data/b.parquet': 'x', 'data/c.csv': 'x', 'README.md': 'x' }
    expect(await update(files)).toEqual(NOTHING)
    const elsewhere = [
      { uniqueId: 'b', url: 'https://a/b', publishedAt: NOW },
    ] as unknown as UpdateRequest['elsewhere']
    const { problems, ...others } = await update(files, { elsewhere })
    const { problems: _, ...nothing } = NOTHING
    expect(others).toEqual(nothing)
    expect(problems).toEqual([
      expect.stringMatching(/^a\/full data\/b\.parquet: /) as string,
      'a/full data/c.csv: Error: only Parquet files can be rewritten without some rows',
    ])
  })
})
