import { exportDay } from '@pauta/functions/jobs/export-dataset/handler'
import { exportDataset } from '@pauta/functions/jobs/export-dataset/job'
import type { Trouble } from '@pauta/emulators/dataset-hub/dataset-hub'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  FULL_DATASET,
  listShardPaths,
  readHubIds,
  readHubRows,
  REDUCED_DATASET,
} from '../kit/rows/datasets.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { startRun } from '../kit/workers/runs.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1'
const DAY = '2026-06-01'
const COMMIT = {
  full: `/api/datasets/${FULL_DATASET}/commit/main`,
  reduced: `/api/datasets/${REDUCED_DATASET}/commit/main`,
}

let address: { hubUrl?: string; viewerUrl?: string } = {}
const quick = quickJob(
  exportDataset,
  async (context) => {
    const datasetHost = { ...context.config.datasetHost, ...address }
    return await exportDay({ ...context, config: { ...context.config, datasetHost } })
  },
  { retries: { attempts: 3, backoff: { kind: 'fixed', seconds: 1 } } },
)

let stack: SharedStack
let hub: SharedStack['stack']['datasetHub']
let written: string[] = []
beforeAll(async () => {
  stack = await shareTestStack({ jobs: [quick] })
  hub = stack.stack.datasetHub
})
beforeEach(async () => {
  const article = anArticle({ publishedAt: `${DAY}T10:00:00-03:00` })
  written.push(String(article.uniqueId))
  await stack.write([article])
})
afterEach(() => {
  hub.intercept(undefined)
  address = {}
})

const start = () => startRun(stack, 'export-dataset', { date: DAY })
const commits = () => [FULL_DATASET, REDUCED_DATASET].map((name) => hub.repository(name).commits().length)

/** Every article once, in both datasets. */
async function expectEverythingOnce(): Promise<void> {
  expect(await readHubIds(hub)).toEqual([...written].sort())
  const urls = (await readHubRows(hub, REDUCED_DATASET)).map(({ url }) => String(url))
  expect(urls.map((url) => url.slice(url.lastIndexOf('/') + 1)).sort()).toEqual([...written].sort())
  expect(listShardPaths(hub, REDUCED_DATASET)).toEqual(listShardPaths(hub))
}

/** Fails the first `count` requests to a path with a reply. */
function times(count: number, path: string, reply: ReturnType<Trouble>): Trouble {
  let left = count
  return (request) => (request.path === path && left-- > 0 ? reply : undefined)
}

describe('an export with failures', () => {
  it.each([
    ['the hub', { hubUrl: NOWHERE }],
    ['the viewer', { viewerUrl: NOWHERE }],
  ])('uploads nothing while %s is unreachable, and everything afterwards', async (_, unreachable) => {
    address = unreachable
    const before = commits()
    const run = await start()
    const { error } = await run.until('waiting')
    expect(error).toMatch(/the dataset host cannot be reached at http:\/\/127\.0\.0\.1:1/)
    expect(commits()).toEqual(before)
    address = {}
    expect((await run.until('succeeded')).result).toMatchObject({ exported: 1 })
    await expectEverythingOnce()
  })

  it('uploads nothing while the viewer is not ready or has read only a part', async () => {
    const before = commits()
    const partial = { rows: [], num_rows_total: 0, partial: true }
    hub.intercept(({ path }) => (path === '/filter' ? { status: 200, body: partial } : undefined))
    const run = await start()
    expect((await run.until('waiting')).error).toMatch(/a part of pauta\/noticias-gov only/)
    hub.intercept(({ path }) =>
      path === '/filter' ? { status: 404, body: { error: 'not ready yet' } } : undefined,
    )
    await expect
      .poll(async () => (await run.find())?.error)
      .toMatch(/cannot tell which articles of 2026-06-01 are there: 404 .*not ready yet/)
    expect(commits()).toEqual(before)
    hub.intercept(undefined)
    await run.until('succeeded')
    await expectEverythingOnce()
  })

  it('retries within one run while the host is busy or failing', async () => {
    const busy = times(1, '/filter', {
      status: 429,
      headers: { 'retry-after': '0' },
      body: { error: 'busy' },
    })
    const failing = times(2, COMMIT.full, { status: 500, body: { error: 'trouble' } })
    hub.intercept((request) => busy(request) ?? failing(request))
    const { attempts, result } = await (await start()).until('succeeded')
    expect(attempts).toBe(1)
    expect(result).toMatchObject({ exported: 1 })
    await expectEverythingOnce()
  })

  it('plans again articles that were never uploaded', async () => {
    const before = commits()
    hub.intercept(({ path }) =>
      path === COMMIT.full ? { status: 400, body: { error: 'no room' } } : undefined,
    )
    const run = await start()
    expect((await run.until('waiting')).error).toMatch(/no room/)
    expect(commits()).toEqual(before)
    hub.intercept(undefined)
    await run.until('succeeded')
    await expectEverythingOnce()
  })

  it('finds a commit whose answer was lost, and repeats none of its files', async () => {
    const [full = 0] = commits()
    hub.intercept(times(1, COMMIT.full, 'hang-up'))
    const run = await start()
    expect((await run.until('waiting')).error).toMatch(/another commit .* came first/)
    expect((await run.until('succeeded')).result).toMatchObject({ exported: 1 })
    expect(commits()[0]).toBe(full + 1)
    await expectEverythingOnce()
  })

  it('adds to the reduced dataset the articles that only the full one has', async () => {
    hub.intercept(({ path }) =>
      path === COMMIT.reduced ? { status: 403, body: { error: 'no' } } : undefined,
    )
    const run = await start()
    expect((await run.until('waiting')).error).toMatch(/refuses pauta\/noticias-gov-reduzido/)
    const [full] = commits()
    expect(listShardPaths(hub).length).toBe(listShardPaths(hub, REDUCED_DATASET).length + 1)
    hub.intercept(undefined)
    // The first attempt belongs to the run, so its uploads count.
    expect((await run.until('succeeded')).result).toMatchObject({ exported: 1 })
    expect(commits()[0]).toBe(full)
    await expectEverythingOnce()
  })

  it('compares a shard again after another uploader deleted it', async () => {
    const [path = ''] = listShardPaths(hub)
    const { db } = stack
    const held = await db`select unique_id from dataset_rows where shard_path = ${path}`
    expect(held.length).toBeGreaterThan(0)
    await hub.repository(FULL_DATASET).add('Clean up', [{ path, file: undefined }], undefined)
    // An outdated viewer may still show the shard, so the export does not ask it.
    const stale = { rows: [], num_rows_total: 0 }
    hub.intercept((request) =>
      request.path === '/filter' ? { status: 200, headers: { 'x-revision': 'old' }, body: stale } : undefined,
    )
    const run = await start()
    expect((await run.until('waiting')).error).toMatch(/the viewer has not caught up/)
    hub.intercept(undefined)
    const { result } = await run.until('succeeded')
    expect(result).toMatchObject({ exported: 1 + held.length })
    expect(listShardPaths(hub)).not.toContain(path)
    await expectEverythingOnce()
  })

  it('fails the run on its last try and leaves a dead letter', async () => {
    hub.intercept(() => ({ status: 400, body: { error: 'closed' } }))
    const { error, attempts } = await (await start()).until('failed')
    expect({ error, attempts }).toEqual({ error: expect.stringMatching(/closed/) as string, attempts: 4 })
    written = written.slice(0, -1)
    await expectEverythingOnce()
  })
})
