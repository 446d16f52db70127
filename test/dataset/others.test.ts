import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { loadConfig } from '@pauta/platform/config/config'
import { parseEnd } from '@pauta/platform/time/time'
import { exportRound } from '@pauta/dataset/export-round'
import { makeHostFetch } from '@pauta/dataset/host-fetch'
import { openHub } from '@pauta/dataset/hub'
import { ROUND_LIMITS, type RoundLimits } from '@pauta/dataset/plan-round'
import { openViewer } from '@pauta/dataset/viewer'
import { parquetWriteFile } from 'hyparquet-writer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeParquet, type DatasetRow } from '../kit/rows/dataset-files.ts'
import {
  commitFile,
  FULL_DATASET,
  listShardPaths,
  readHubFile,
  readHubIds,
  readHubRows,
  REDUCED_DATASET,
} from '../kit/rows/datasets.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables } from '../kit/rows/tables.ts'

const DAY = '2026-06-10'
const BASE = 'data/train-00000-of-00001.parquet'
const file = join(tmpdir(), `pauta-others-${process.pid}.parquet`)

let stack: SharedStack
let hub: SharedStack['stack']['datasetHub']
/** More than a page of the viewer on one day. */
const theirs: DatasetRow[] = Array.from({ length: 130 }, (_, n) => ({
  unique_id: `deles-${String(n).padStart(3, '0')}`,
  agency: 'mec',
  title: `Notícia ${n}`,
  url: `https://www.gov.br/mec/deles-${n}`,
  published_at: n < 120 ? '2026-05-01T12:00:00Z' : '2026-05-02T12:00:00Z',
  tags: n % 2 === 0 ? ['educação'] : null,
  content: `Texto ${n}`,
}))

const articleOf = (row: DatasetRow) =>
  anArticle({ uniqueId: String(row.unique_id), url: String(row.url), publishedAt: String(row.published_at) })

async function exportOnce(limits: Partial<RoundLimits> = {}) {
  const { datasetHost } = loadConfig('datasetHost')
  const { signal } = new AbortController()
  const hostFetch = makeHostFetch({ signal, firstDelayMs: 10 })
  const request = { day: DAY, before: parseEnd(DAY, 'day'), now: new Date() }
  return await exportRound(
    { ...request, limits: { ...ROUND_LIMITS, ...limits } },
    {
      db: stack.db,
      hub: openHub(datasetHost, hostFetch),
      viewer: openViewer(datasetHost, hostFetch),
      signal,
    },
  )
}

beforeAll(async () => {
  stack = await shareTestStack()
  hub = stack.stack.datasetHub
  writeParquet(file, theirs)
  await commitFile(hub, FULL_DATASET, BASE, await readFile(file))
  parquetWriteFile({
    filename: file,
    columnData: (['published_at', 'agency', 'title', 'url'] as const).map((name) => ({
      name,
      data: theirs.map((row) => (name === 'published_at' ? new Date(String(row[name])) : row[name])),
    })),
  })
  await commitFile(hub, REDUCED_DATASET, BASE, await readFile(file))
})
afterAll(() => rm(file, { force: true }))

// The tests run in this order: each continues with the dataset of the previous one.
describe('a dataset that others have begun', () => {
  it('gets only missing articles, and asks for each day once and in pages', async () => {
    await stack.write([
      ...theirs.map(articleOf),
      anArticle({ uniqueId: 'nova_1', publishedAt: '2026-05-01T20:00:00-03:00' }),
      anArticle({ uniqueId: 'nova_2', publishedAt: `${DAY}T08:00:00-03:00` }),
    ])
    const round = await exportOnce()
    expect(round).toMatchObject({ exported: 2, late: 1, more: false, plan: { alreadyThere: 130 } })
    expect(await readHubIds(hub)).toEqual(
      [...theirs.map((row) => String(row.unique_id)), 'nova_1', 'nova_2'].sort(),
    )
    const asked = hub.requests
      .filter(({ path }) => path === '/filter')
      .map(({ query }) => new URLSearchParams(query))
    expect(
      asked.map((query) => `${query.get('where')?.slice(17, 27)} ${query.get('offset')}`).sort(),
    ).toEqual(['2026-05-01 0', '2026-05-01 100', '2026-05-02 0', '2026-06-10 0'])
    // The viewer is not asked again about known days.
    const before = hub.requests.filter(({ path }) => path === '/filter').length
    expect(await exportOnce()).toMatchObject({ exported: 0, plan: { alreadyThere: 0 } })
    expect(hub.requests.filter(({ path }) => path === '/filter')).toHaveLength(before)
  })

  it('loses taken-down articles also from files of others, and no other article', async () => {
    const gone = theirs[7]?.unique_id as string
    const untouched = (await readHubRows(hub)).filter((row) => row['unique_id'] !== gone)
    await setTakenDown(stack.db, [gone], new Date())
    const before = hub.requests.length
    const round = await exportOnce()
    const read = hub.requests.slice(before).map(({ path }) => path)
    expect(read.some((path) => path.endsWith(BASE))).toBe(true)
    // The shards of this program are known to lack it.
    const own = listShardPaths(hub).filter((path) => path !== BASE)
    expect(read.filter((path) => own.some((shard) => path.endsWith(shard)))).toEqual([])
    expect(round.full).toMatchObject({ removedElsewhere: 1, rewritten: [BASE] })
    expect(round.reduced).toMatchObject({ removedElsewhere: 1, rewritten: [BASE] })
    expect(await readHubRows(hub)).toEqual(untouched)
    const reduced = await readHubRows(hub, REDUCED_DATASET)
    expect(reduced).toHaveLength(131)
    expect(reduced.map(({ url }) => url)).not.toContain(theirs[7]?.url)
    const again = await exportOnce()
    expect([again.full.commit, again.reduced.commit]).toEqual([undefined, undefined])
  })

  it('is asked about an article that was taken down before the ledger contained it', async () => {
    await tables.datasetRows.remove(stack.db, { uniqueId: ['deles-003', 'deles-004'] })
    await stack.write([anArticle({ uniqueId: 'nunca_1', publishedAt: '2026-05-01T09:00:00-03:00' })])
    await setTakenDown(stack.db, ['deles-003', 'nunca_1'], new Date())
    const round = await exportOnce()
    expect(round).toMatchObject({ exported: 0, plan: { alreadyThere: 1 }, full: { removedElsewhere: 1 } })
    const ids = await readHubIds(hub)
    expect(ids).not.toContain('deles-003')
    expect(ids).toContain('deles-004')
    expect(await exportOnce()).toMatchObject({ plan: { elsewhere: [] }, full: { commit: undefined } })
  })

  it('grows round by round when there are more articles than one round may take', async () => {
    await stack.write(
      Array.from({ length: 5 }, (_, n) =>
        anArticle({ uniqueId: `muitas-${n}`, publishedAt: `2026-06-0${n + 1}T12:00:00-03:00` }),
      ),
    )
    const first = await exportOnce({ articles: 2 })
    // The newest articles come first.
    expect(first).toMatchObject({ exported: 2, late: 2, more: true })
    expect((await readHubIds(hub)).filter((id) => id.startsWith('muitas'))).toEqual(['muitas-3', 'muitas-4'])
    expect(await exportOnce({ textBytes: 1 })).toMatchObject({ exported: 1, more: true })
    expect(await exportOnce()).toMatchObject({ exported: 2, more: false })
    expect(new Set(await readHubIds(hub)).size).toBe((await readHubIds(hub)).length)
  })

  it('removes articles in several commits when one would be too large', async () => {
    const shards = listShardPaths(hub).filter((path) => path !== BASE)
    await setTakenDown(stack.db, ['muitas-0', 'muitas-2', 'muitas-3'], new Date())
    const first = await exportOnce({ commitBytes: 0 })
    expect(first.more).toBe(true)
    for (let n = 0; n < 6 && (await exportOnce({ commitBytes: 0 })).more; n++);
    const ids = await readHubIds(hub)
    for (const id of ['muitas-0', 'muitas-2', 'muitas-3']) expect(ids).not.toContain(id)
    expect(listShardPaths(hub, REDUCED_DATASET)).toEqual(listShardPaths(hub))
    expect(listShardPaths(hub).length).toBeLessThan(shards.length + 1)
  })

  it('continues to grow while a file of others cannot be rewritten, and reports the file', async () => {
    const odd = 'data/antigas.csv'
    const text = Buffer.from('unique_id,title')
    await commitFile(hub, FULL_DATASET, odd, text)
    await setTakenDown(stack.db, ['deles-020'], new Date())
    await stack.write([anArticle({ uniqueId: 'depois_1', publishedAt: `${DAY}T09:00:00-03:00` })])
    const round = await exportOnce()
    expect(round).toMatchObject({ exported: 1, more: false, full: { removedElsewhere: 1 } })
    expect(round.problems).toEqual([expect.stringMatching(/noticias-gov data\/antigas\.csv: .*only Parquet/)])
    // More work is open than one round takes, but no later round could do more.
    expect(await exportOnce({ takenDown: 1 })).toMatchObject({ more: false })
    await hub.repository(FULL_DATASET).add('Remove', [{ path: odd, file: undefined }], undefined)
    expect((await exportOnce()).problems).toEqual([])
    expect(await exportOnce()).toMatchObject({ plan: { elsewhere: [] } })
  })

  it('keeps a shard whose ledger was lost, without duplicates', async () => {
    const before = await readHubIds(hub)
    const contents = await Promise.all(listShardPaths(hub).map((path) => readHubFile(hub, path)))
    await tables.datasetRows.remove(stack.db)
    await tables.datasetShards.remove(stack.db)
    expect(await exportOnce()).toMatchObject({ exported: 0, full: { commit: undefined } })
    expect(await readHubIds(hub)).toEqual(before)
    const hash = (content: ArrayBuffer) => createHash('sha256').update(new Uint8Array(content)).digest('hex')
    const after = await Promise.all(listShardPaths(hub).map((path) => readHubFile(hub, path)))
    expect(after.map(hash)).toEqual(contents.map(hash))
  })

  it('checks taken-down articles again until the reduced dataset has lost them everywhere too', async () => {
    const gone = theirs[40]
    // Others have more files in the reduced dataset than in the full one, so the full one is clean some commits
    // earlier.
    for (const name of ['y', 'z'])
      await commitFile(hub, REDUCED_DATASET, `data/zz${name}.parquet`, await readFile(file))
    await setTakenDown(stack.db, [String(gone?.unique_id)], new Date())
    for (let n = 0; n < 6 && (await exportOnce({ commitBytes: 0 })).more; n++);
    await exportOnce({ commitBytes: 0 })
    const urls = (await readHubRows(hub, REDUCED_DATASET)).map(({ url }) => url)
    expect(urls).not.toContain(gone?.url)
    expect(urls).toContain(theirs[41]?.url)
  })

  it('uploads a shard of more rows than one page', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `pagina-${String(n).padStart(3, '0')}`)
    await stack.write(many.map((uniqueId) => anArticle({ uniqueId, publishedAt: `${DAY}T10:00:00-03:00` })))
    expect(await exportOnce()).toMatchObject({ exported: 501, more: false })
    const ids = (await readHubIds(hub)).filter((id) => id.startsWith('pagina-'))
    expect(ids.sort()).toEqual(many)
  })
})
