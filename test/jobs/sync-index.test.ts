import { syncStored } from '@pauta/functions/jobs/sync-index/handler'
import { syncIndex as syncIndexJob } from '@pauta/functions/jobs/sync-index/job'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import type { JobWork } from '@pauta/platform/jobs/run-job'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { clearTables, tables, timeAgo } from '../kit/rows/tables.ts'
import { requireSubtitles } from '../kit/stack/stricter-index.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { startRun } from '../kit/workers/runs.ts'

type Work = JobWork<typeof syncIndexJob>

/** Each invocation is stopped after its first batch. */
const impatient: Work = async (context) => {
  const stop = new AbortController()
  const saveProgress = async (progress: unknown) => {
    await context.saveProgress(progress)
    stop.abort(new Error('the time of the function is over'))
  }
  return await syncStored({ ...context, saveProgress, signal: stop.signal })
}

let stack: SharedStack
let work: Work = syncStored
beforeAll(async () => {
  const retries = { attempts: 2, backoff: { kind: 'fixed', seconds: 1 } } as const
  // As in the cloud, where an event source has a concurrency of at least 2.
  const job = quickJob(syncIndexJob, (context) => work(context), { retries, concurrency: 2 })
  stack = await shareTestStack({ jobs: [job] })
})
beforeEach(async () => {
  work = syncStored
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  await stack.publish([])
  // Publishing syncs too.
  await clearTables(stack.db, ['indexSyncs'])
})

const write = (count: number) => stack.write(Array.from({ length: count }, () => anArticle()))
const start = (parameters: Record<string, unknown> = {}, options = {}) =>
  startRun(stack, 'sync-index', parameters, options)
const found = async () => (await stack.query('{ articles(limit: 1) { found } }')).articles.found as number
const listSyncs = () => stack.db<{ id: string; collection: string; written: number }[]>`
  select id, collection, written::int from index_syncs order by started_at`

describe('the job of a full sync', () => {
  it('continues from invocation to invocation, and shows the new collection when it is complete', async () => {
    await write(25)
    work = impatient
    const { result, attempts, progress } = await (await start({ batch_rows: 10 })).until('succeeded')
    // Two batches of the fill: the second is written when the first ends. Then the last one, and then the snapshot.
    expect(attempts).toBe(3)
    const [sync, ...others] = await listSyncs()
    expect(others).toEqual([])
    expect(result).toEqual({
      dryRun: false,
      written: 25,
      refused: 0,
      collection: sync?.collection,
      problems: [],
    })
    expect(progress).toMatchObject({ written: 25, articles: 25 })
    expect(await stack.index.findLiveCollection()).toBe(sync?.collection)
    expect(await found()).toBe(25)
  })

  it('continues a killed run from its position when its message comes back', async () => {
    await write(30)
    const scheduledTime = new Date('2026-04-20T12:00:00Z')
    // What a killed function leaves: a run and a sync with leases, and no more renewals.
    const { db, index, model } = stack
    const kill = new AbortController()
    const killed = syncIndex(
      {
        db,
        index,
        model,
        now: () => new Date(),
        holder: 'job sync-index',
        batchRows: 10,
        signal: kill.signal,
        onProgress: () => kill.abort(new Error('killed')),
      },
      {},
    )
    await expect(killed).rejects.toThrow('killed')
    const [before] = await listSyncs()
    await tables.jobRuns.add(db, {
      job: 'sync-index',
      scheduledTime,
      status: 'running',
      attempts: 1,
      startedAt: timeAgo(16, 'minute'),
      leaseUntil: timeAgo(1, 'minute'),
      progress: { phase: 'fill', written: 10, refused: 0, articles: 30, problems: ['one'] },
    })
    expect(await found()).toBe(0)
    const run = await start({ batch_rows: 10 }, { scheduledTime })
    expect((await run.until('succeeded')).result).toMatchObject({
      written: 30,
      collection: before?.collection,
      problems: ['one'],
    })
    expect(await listSyncs()).toEqual([{ ...before, written: 30 }])
    expect(await found()).toBe(30)
  })

  it('skips a second start while it runs, in each of its invocations', async () => {
    await write(30)
    const others: (string | null)[] = []
    work = async (context) => {
      others.push((await (await start()).until('skipped')).error)
      return await impatient(context)
    }
    const first = await start({ batch_rows: 10 })
    await first.until('succeeded')
    const reason = `the run of ${first.scheduledTime.toISOString()} is still in progress`
    expect(others).toEqual([reason, reason, reason])
    expect(await listSyncs()).toHaveLength(1)
  })

  it('fails while a command syncs', async () => {
    await write(1)
    await tables.indexSyncs.add(stack.db, {
      id: 'other',
      startDate: '2026-01-01',
      collection: 'news',
      model: stack.model.name,
      startedAt: new Date(),
      phase: 'fill',
      owner: 'another-machine:1:01',
      leaseUntil: new Date(Date.now() + 60_000),
    })
    const { error } = await (await start()).until('failed')
    expect(error).toContain('Another synchronisation is running (another-machine:1:01)')
  })

  it('that fails leaves the old collection serving, and its retry continues', async () => {
    await write(5)
    await (await start()).until('succeeded')
    const live = await stack.index.findLiveCollection()
    await write(20)
    const seen: unknown[] = []
    work = async (context) => {
      seen.push({ live: await stack.index.findLiveCollection(), found: await found() })
      if (seen.length > 1) return await syncStored(context)
      return await syncStored({
        ...context,
        saveProgress: () => Promise.reject(new Error('no space left')),
      })
    }
    const run = await start({ batch_rows: 10 })
    const { result, attempts } = await run.until('succeeded')
    expect(attempts).toBe(2)
    expect(seen).toEqual([
      { live, found: 5 },
      { live, found: 5 },
    ])
    const [, second, ...others] = await listSyncs()
    expect(others).toEqual([])
    expect(result).toMatchObject({ written: 25, collection: second?.collection })
    expect(await found()).toBe(25)
  })
})

describe('the job of a sync', () => {
  it('copies the news since a day, and names what the index refuses', async () => {
    await stack.write([anArticle({ uniqueId: 'sem-subtitulo_1' }), anArticle({ subtitle: 'Com subtítulo' })])
    const live = await requireSubtitles(stack)
    const { result } = await (await start({ start_date: '2020-01-01' })).until('succeeded')
    await stack.index.pointAlias(live)
    await stack.index.dropCollection('news_stricter')
    expect(result).toMatchObject({
      written: 1,
      refused: 1,
      collection: 'news_stricter',
      problems: [expect.stringMatching(/^sem-subtitulo_1: .*subtitle/) as string],
    })
  })

  it('only counts in a dry run, which fails instead of beginning again and again', async () => {
    await write(9)
    const { result } = await (await start({ dry_run: 'true' })).until('succeeded')
    expect(result).toMatchObject({ dryRun: true, written: 9 })
    work = impatient
    const { error } = await (await start({ dry_run: true, batch_rows: 2 })).until('failed')
    expect(error).toContain('A dry run stores no position')
    expect(await found()).toBe(0)
    expect(await listSyncs()).toEqual([])
  })

  it('refuses days and batches that cannot be', () => {
    const accepts = (parameters: Record<string, unknown>) =>
      syncIndexJob.parameters.safeParse(parameters).success
    expect(accepts({})).toBe(true)
    expect(accepts({ batch_rows: '5000' })).toBe(true)
    expect(accepts({ start_date: '2026-02-30' })).toBe(false)
    expect(accepts({ batch_rows: 0 })).toBe(false)
    expect(accepts({ batch_rows: 5001 })).toBe(false)
  })
})
