import type { FileChange, Hub } from '@pauta/dataset/hub'
import { listShards, recordAbsent, recordElsewhere, settleShards } from '@pauta/dataset/ledger'
import { exportRound } from '@pauta/dataset/export-round'
import { planRound, ROUND_LIMITS } from '@pauta/dataset/plan-round'
import { updateDataset, type UpdateRequest } from '@pauta/dataset/update-dataset'
import type { Viewer } from '@pauta/dataset/viewer'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { addArticle, addShard, DOWN, idsOf, OTHER, PATH, readLedger } from './shards.ts'

// What a round plans and an update writes, on rows that differ from a matching row in one column.

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  commits.splice(0)
  await clearTables(stack.db, ['articles', 'datasetRows', 'datasetShards'])
})

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

const article = (uniqueId: string, columns: Columns = {}) => addArticle(stack.db, uniqueId, columns)
const plan = (path: string, ...uniqueIds: string[]) => addShard(stack.db, path, uniqueIds)
const readRows = () => readLedger(stack.db)

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
    const card = (await commits[0]?.changes.at(-1)?.content?.text()) ?? ''
    expect(card).toContain('[a/reduced](/datasets/a/reduced)')
    expect(card).toContain('Atualizado em 2026-06-01')
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
    // One that lost its last article is a file, too.
    commits.splice(0)
    await update({ [PATH]: 'old' })
    expect(commits[0]?.title).toBe('take articles out of one file')
    await tables.datasetShards.set(stack.db, {}, { fullVersion: 0 })
    // An empty shard that the host does not have needs nothing, and was never added.
    await tables.datasetRows.remove(stack.db)
    expect(await update()).toEqual(NOTHING)
  })

  it('has a title of 200 characters at most', async () => {
    const paths = [1, 2, 3, 4, 5].map((second) => `data/train-2026-06-01-12000${second}.parquet`)
    for (const [n, path] of paths.entries()) {
      await article(`a${n}`)
      await plan(path, `a${n}`)
    }
    await update()
    const whole = paths.map((path) => `Add ${path}`).join(', ')
    expect(whole.length).toBeGreaterThan(200)
    expect(commits[0]?.title).toBe(whole.slice(0, 200))
  })

  it('ends with the file that reaches its bytes', async () => {
    for (const id of ['a', 'b']) await article(id)
    await plan(PATH, 'a')
    await plan(OTHER, 'b')
    expect(await update({}, { commitBytes: 1 })).toMatchObject({ written: [PATH], more: true })
    const bytes = commits[0]?.changes[0]?.content?.size ?? 0
    await settleShards(stack.db, 'full', [{ path: PATH, version: 0 }])
    expect(await update({}, { commitBytes: bytes - 1 })).toMatchObject({ written: [PATH], more: true })
    await settleShards(stack.db, 'full', [{ path: PATH, version: 0 }])
    expect(await update({}, { commitBytes: bytes })).toMatchObject({ written: [PATH, OTHER], more: false })
    await settleShards(stack.db, 'full', [{ path: OTHER, version: 0 }])
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

describe('an export', () => {
  const OTHERS = 'data/a.parquet'
  const stateOf = (files: string[]) => ({
    head: 'h',
    files: new Map(files.map((path) => [path, { sha256: undefined, size: 1 }])),
  })
  /** Runs a round with the same files in both datasets. Also returns how often the viewer was asked for its commit. */
  async function run(
    files: string[],
    {
      revision,
      limits = {},
      changes = {},
    }: {
      revision?: string | undefined
      limits?: Partial<typeof ROUND_LIMITS>
      changes?: Partial<Hub>
    } = {},
  ) {
    let asked = 0
    const state = stateOf(files)
    const viewer: Viewer = {
      listIds: async () => new Set(),
      findRevision: async () => {
        asked++
        return revision
      },
    }
    const round = await exportRound(
      { day: '2026-06-01', before: at(1), now: NOW, limits: { ...ROUND_LIMITS, ...limits } },
      {
        db: stack.db,
        hub: { ...hub, read: async () => state, ...changes },
        viewer,
        signal: new AbortController().signal,
      },
    )
    return { ...round, asked }
  }
  const UPLOADED = { fullVersion: 1, reducedVersion: 1 }

  it('waits for the viewer before it plans the articles of a deleted shard again', async () => {
    await article('a')
    await plan(PATH, 'a')
    await tables.datasetShards.set(stack.db, {}, UPLOADED)
    await expect(run([OTHERS], { revision: 'older' })).rejects.toThrow('the viewer has not caught up')
    expect(await readRows()).toEqual([['a', PATH, false, NOW]])
    expect(await run([OTHERS], { revision: 'h' })).toMatchObject({ lost: [PATH], exported: 1, asked: 1 })
    expect(await readRows()).toEqual([['a', OTHER, false, NOW]])
    expect((await listShards(stack.db)).map(({ path }) => path)).toEqual([OTHER])
  })

  it.each<[string, Columns, string[], string | undefined, number]>([
    ['the viewer names no commit', UPLOADED, [OTHERS], undefined, 1],
    ['the dataset has no other file of news', UPLOADED, ['README.md'], 'older', 0],
    ['the shard was never uploaded', { fullVersion: 0 }, [OTHERS], 'older', 0],
  ])(
    'plans the articles of a missing shard again at once where %s',
    async (_, columns, files, revision, asked) => {
      await article('a')
      await plan(PATH, 'a')
      await tables.datasetShards.set(stack.db, {}, columns)
      expect(await run(files, { revision })).toMatchObject({ lost: [PATH], exported: 1, asked })
    },
  )

  it('misses neither a shard that is there nor an empty one', async () => {
    await article('a')
    await plan(PATH, 'a')
    await plan(OTHER)
    await tables.datasetShards.set(stack.db, {}, UPLOADED)
    expect(await run([PATH], { revision: 'older' })).toMatchObject({ lost: [], more: false, asked: 0 })
  })

  it.each<[string, Columns]>([
    ['full', { version: 2, fullVersion: 1, reducedVersion: 2 }],
    ['reduced', { version: 2, fullVersion: 2, reducedVersion: 1 }],
  ])('has more to do while the %s dataset lacks files', async (_, versions) => {
    for (const id of ['a', 'b']) await article(id)
    await plan(PATH, 'a')
    await plan(OTHER, 'b')
    await tables.datasetShards.set(stack.db, {}, versions)
    const limits = { commitBytes: 1 }
    expect((await run([PATH, OTHER], { limits })).more).toBe(true)
    expect((await run([PATH, OTHER], { limits })).more).toBe(false)
  })

  it('has more to do while articles may remain, in no file or in files of others that it can rewrite', async () => {
    await article('a')
    expect((await run([], { limits: { articles: 1 } })).more).toBe(true)
    await article('down', DOWN)
    await recordElsewhere(stack.db, ['down'], at(-9))
    const limits = { takenDown: 1 }
    expect(await run([OTHERS, PATH], { limits })).toMatchObject({
      more: false,
      problems: [
        expect.stringMatching(/^a\/full data\/a\.parquet: /),
        expect.stringMatching(/^a\/reduced data\/a\.parquet: /),
      ],
    })
    expect((await readRows()).at(-1)).toEqual(['down', null, false, at(-9)])
    expect(await run([PATH], { limits })).toMatchObject({ more: true, problems: [] })
    expect((await readRows()).at(-1)).toEqual(['down', null, true, NOW])
  })
  it.each(['full', 'reduced'] as const)(
    'searches for an article that was taken down until the %s dataset has no further file',
    async (longer) => {
      await article('down', DOWN)
      await recordElsewhere(stack.db, ['down'], at(-9))
      const columnData = [{ name: 'unique_id', data: ['down', 'stays'] }]
      const changes: Partial<Hub> = {
        open: async () => new Blob([parquetWriteBuffer({ columnData })]),
        read: async (kind) => stateOf(kind === longer ? [OTHERS, 'data/b.parquet'] : [OTHERS]),
      }
      expect((await run([], { limits: { commitBytes: 0 }, changes })).more).toBe(true)
      expect(await readRows()).toEqual([['down', null, false, at(-9)]])
      expect((await run([], { changes })).more).toBe(false)
      expect(await readRows()).toEqual([['down', null, true, NOW]])
    },
  )
})
