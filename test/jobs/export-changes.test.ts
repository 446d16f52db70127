import { setTakenDown } from '@pauta/core/removals/take-down'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { readChangePages } from '@pauta/dataset/change-rows'
import { makeHostFetch } from '@pauta/dataset/host-fetch'
import { openHub } from '@pauta/dataset/hub'
import { updateChanges } from '@pauta/dataset/update-changes'
import { loadConfig } from '@pauta/platform/config/config'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  FULL_DATASET,
  listShardPaths,
  readHubFile,
  readHubIds,
  REDUCED_DATASET,
  type ParquetRow,
} from '../kit/rows/datasets.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { addEvents, moveNewEvents, removeEventsBefore } from '../kit/rows/event-rows.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { startRun } from '../kit/workers/runs.ts'

const COLUMNS = ['position', 'at', 'unique_id', 'agency', 'kind', 'seen_by', 'version', 'grade']
const [MAY, JUNE] = ['changes/2026-05.parquet', 'changes/2026-06.parquet']
const WORD = 'Zarabatana'

let stack: SharedStack
let hub: SharedStack['stack']['datasetHub']
beforeAll(async () => {
  stack = await shareTestStack()
  hub = stack.stack.datasetHub
})
afterAll(() => stack.stop())

const run = async () => (await (await startRun(stack, 'export-changes')).until('succeeded')).result
const read = async (path: string) => await parquetReadObjects({ file: await readHubFile(hub, path) })
const commits = () => hub.repository(FULL_DATASET).commits().length
const listFiles = () =>
  Object.keys(hub.repository(FULL_DATASET).head().files).filter((path) => path.startsWith('changes/'))
const shape = (rows: readonly ParquetRow[]) =>
  rows.map((row) => [row['unique_id'], row['kind'], row['version'], row['grade']])

const version = (uniqueId: string, content: string, hour: number) =>
  received(
    anArticle({
      uniqueId,
      agencyKey: 'saude',
      title: `${WORD} em feira`,
      content,
      publishedAt: '2026-05-31T20:00:00Z',
      extractedAt: new Date(Date.UTC(2026, 5, 1, hour)).toISOString(),
    }),
  )
// The tests run in this order: each continues with the log and the files of the previous one.
it('writes a file for each local month of the log, with no word of an article', async () => {
  await upsertArticles(stack.db, [version('feira_00000a', 'Foram 12 casos.', 1)])
  await moveNewEvents(stack.db, '2026-06-01T02:59:59Z')
  await upsertArticles(stack.db, [version('feira_00000a', 'Foram 15 casos.', 2)])
  await upsertArticles(stack.db, [version('outra_00000b', 'Nada.', 2)])
  await moveNewEvents(stack.db, '2026-06-01T03:00:00Z')
  expect(await run()).toMatchObject({ dataset: FULL_DATASET, written: [MAY, JUNE], deleted: [] })
  const may = await read(MAY)
  expect(Object.keys(may[0] ?? {})).toEqual(COLUMNS)
  expect(may).toMatchObject([{ at: new Date('2026-06-01T02:59:59Z'), agency: 'saude', seen_by: 'scraper' }])
  expect(shape(may)).toEqual([['feira_00000a', 'appeared', 1, null]])
  const june = await read(JUNE)
  expect(shape(june)).toEqual([
    ['feira_00000a', 'edited', 2, 'figures'],
    ['outra_00000b', 'appeared', 1, null],
  ])
  const positions = [...may, ...june].map((row) => Number(row['position']))
  expect(positions).toEqual([...positions].sort((a, b) => a - b))
  expect(JSON.stringify([may, june], (_, value: unknown) => String(value))).not.toContain(WORD)
  const [{ card }] = [{ card: Buffer.from((await hub.read(FULL_DATASET, 'README.md')) ?? '').toString() }]
  expect(card).toContain('config_name: changes')
  expect(card).toContain(`[${REDUCED_DATASET}](/datasets/${REDUCED_DATASET})`)
  expect(card).toMatch(/Atualizado em \d{4}-\d\d-\d\d\./)
})

it('leaves the articles of the dataset as they are, and commits nothing without a change', async () => {
  await (await startRun(stack, 'export-dataset', { date: '2026-05-31' })).until('succeeded')
  expect(listShardPaths(hub)).toHaveLength(1)
  expect(await readHubIds(hub)).toEqual(['feira_00000a', 'outra_00000b'])
  const before = commits()
  expect(await run()).toMatchObject({ written: [], deleted: [] })
  await (await startRun(stack, 'export-dataset', { date: '2026-05-31' })).until('succeeded')
  expect(commits()).toBe(before)
  expect(Buffer.from((await hub.read(FULL_DATASET, 'README.md')) ?? '').toString()).toContain(
    'changes/*.parquet',
  )
})

it('writes the months of an article again that an operator took down, without its id', async () => {
  await setTakenDown(stack.db, ['feira_00000a'], new Date())
  await moveNewEvents(stack.db, '2026-06-02T03:00:00Z')
  expect(await run()).toMatchObject({ written: [MAY, JUNE] })
  expect(shape(await read(MAY))).toEqual([[null, 'appeared', 1, null]])
  expect(shape(await read(JUNE))).toEqual([
    [null, 'edited', 2, 'figures'],
    ['outra_00000b', 'appeared', 1, null],
    [null, 'taken_down', null, null],
  ])
})

it('writes a month again that somebody deleted, and deletes one that the log no longer has', async () => {
  await removeEventsBefore(stack.db, '2026-06-01T03:00:00Z')
  expect(await run()).toMatchObject({ written: [], deleted: [MAY] })
  expect(listFiles()).toEqual([JUNE])
  await tables.articleEvents.remove(stack.db)
  await run()
  expect(listFiles()).toEqual([])
  expect(Buffer.from((await hub.read(FULL_DATASET, 'README.md')) ?? '').toString()).not.toContain('changes')
})

it('commits the months that differ in their order, until a commit is full, and none without an event', async () => {
  const months = ['2025-12', '2026-02', '2026-03']
  for (const month of months) await addEvents(stack.db, { at: `${month}-15T12:00:00Z`, count: 1 })
  const [DECEMBER = '', FEBRUARY = '', MARCH = ''] = months.map((month) => `changes/${month}.parquet`)
  const { signal } = new AbortController()
  const dataset = openHub(loadConfig('datasetHost').datasetHost, makeHostFetch({ signal }))
  const update = (limits: { commitBytes: number; signal?: AbortSignal }) =>
    updateChanges(stack.db, dataset, { now: new Date(), signal, ...limits })
  const nothing = { commit: undefined, written: [], deleted: [] }

  expect(await update({ commitBytes: 1, signal: AbortSignal.abort() })).toEqual({ ...nothing, more: true })
  expect(await update({ commitBytes: 0 })).toMatchObject({ written: [DECEMBER], more: true })
  expect(await update({ commitBytes: 0 })).toMatchObject({ written: [FEBRUARY], more: true })
  expect(await update({ commitBytes: 0 })).toMatchObject({ written: [MARCH], more: false })
  expect(await update({ commitBytes: 1e6 })).toEqual({ ...nothing, more: false })
  await tables.articleEvents.remove(stack.db, { at: new Date('2026-02-15T12:00:00Z') })
  expect(await update({ commitBytes: 1e6 })).toMatchObject({ written: [], deleted: [FEBRUARY], more: false })
})

it('reads a month of more than a page in the order of the log, each event once', async () => {
  await addEvents(stack.db, { at: '2026-07-15T12:00:00Z', count: 5001 })
  const pages = readChangePages(stack.db, '2026-07')
  const [first, second, end] = [await pages.next(), await pages.next(), await pages.next()]
  if (first.done || second.done) throw new Error('a month of more than a page has one page')
  expect([first.value.length, second.value.length, end.done]).toEqual([5000, 1, true])
  const positions = [...first.value, ...second.value].map(({ position }) => position)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(new Set(positions).size).toBe(5001)
})
