import { followRun } from '@pauta/cli/job/follow-run'
import {
  endLeases,
  failAbandonedRuns,
  findLastSuccess,
  listFailingJobs,
  removeOldRuns,
} from '@pauta/platform/jobs/job-run-upkeep'
import {
  claimRun,
  countFailedRunsByDay,
  countRunsByJob,
  endAttempt,
  findRun,
  insertRefused,
  listRecentRuns,
  listRuns,
  saveProgress,
} from '@pauta/platform/jobs/job-runs'
import { jobs } from '@pauta/functions/jobs/jobs'
import { listTroubles } from '@pauta/functions/jobs/sweep/list-troubles'
import type { RunStatus } from '@pauta/platform/jobs/run-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables, timeAhead } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// The runs of jobs, on rows that differ from a matching row in one column. No worker runs beside them.
const MINUTE = 60
const HOUR = 3600

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['jobRuns']))

describe('runs of jobs', () => {
  const KEY = { job: 'a', target: '', scheduledTime: NOW }
  const RUN = { ...KEY, status: 'running', attempts: 1, parameters: {}, leaseUntil: at(60), updatedAt: NOW }
  const add = (columns: Columns = {}) => tables.jobRuns.add(stack.db, { ...RUN, ...columns })
  const statuses = async () =>
    (
      await stack.db<{ status: string }[]>`select status from job_runs order by job, target, scheduled_time`
    ).map(({ status }) => status)
  /** The jobs whose runs have changed since an instant. The database sets the time of a change by its own clock. */
  const changedSince = async (since: Date) =>
    (
      await stack.db<{ job: string }[]>`
        select distinct job from job_runs where updated_at > ${since} order by job`
    ).map(({ job }) => job)
  const claim = (key: object = {}, now = at(1)) =>
    claimRun(stack.db, {
      key: { ...KEY, scheduledTime: at(0.5), ...key },
      parameters: { x: 1 },
      intervalMinutes: 15,
      now,
      leaseSeconds: 90,
    })

  it.each<[Columns, 'run' | 'skip']>([
    [{}, 'skip'],
    [{ status: 'waiting' }, 'skip'],
    [{ status: 'succeeded' }, 'run'],
    [{ job: 'b' }, 'run'],
    [{ target: 'x' }, 'run'],
    [{ leaseUntil: at(1) }, 'run'],
    [{ leaseUntil: at(2) }, 'skip'],
    [{ leaseUntil: null }, 'run'],
  ])('beside another one with %j: %s', async (columns, kind) => {
    await add(columns)
    expect(await claim()).toMatchObject({ kind })
    const run = await findRun(stack.db, { ...KEY, scheduledTime: at(0.5) })
    const begun = { startedAt: at(1), leaseUntil: at(91), attempts: 1, error: null, finishedAt: null }
    const skipped = { finishedAt: at(1), leaseUntil: null, startedAt: null, attempts: 0 }
    expect(run).toMatchObject({
      ...KEY,
      scheduledTime: at(0.5),
      parameters: { x: 1 },
      ...(kind === 'run' ? { ...begun, status: 'running' } : { ...skipped, status: 'skipped' }),
    })
    expect(run?.error?.includes(NOW.toISOString()) ?? false).toBe(kind === 'skip')
  })

  it('that wait for their next attempt are skipped beside another one', async () => {
    await add({ scheduledTime: at(-5) })
    const own = {
      status: 'waiting',
      leaseUntil: at(-1),
      finishedAt: null,
      error: 'before',
      progress: { n: 1 },
    }
    await add({ ...own, updatedAt: at(-HOUR) })
    expect(await claim({ scheduledTime: NOW })).toMatchObject({ kind: 'skip' })
    expect(await findRun(stack.db, KEY)).toMatchObject({
      status: 'skipped',
      attempts: 1,
      leaseUntil: null,
      finishedAt: at(1),
      progress: { n: 1 },
      error: expect.stringContaining(at(-5).toISOString()) as string,
    })
    expect(await changedSince(NOW)).toEqual(['a'])
  })

  it('that begin again, report, end or are given up are changed then', async () => {
    const before = { leaseUntil: at(-HOUR), updatedAt: at(-HOUR) }
    for (const job of ['a', 'b', 'c'])
      await add({ ...before, job, status: job === 'a' ? 'waiting' : 'running' })
    await add({ ...before, job: 'd' })
    await claim({ scheduledTime: NOW })
    await saveProgress(stack.db, { ...KEY, job: 'b', attempt: 1 }, { n: 1 })
    await endAttempt(stack.db, { ...KEY, job: 'c', attempt: 1 }, { status: 'waiting', error: 'e' }, NOW)
    expect(await changedSince(NOW)).toEqual(['a', 'b', 'c'])
    expect(await failAbandonedRuns(stack.db, NOW)).toBe(2)
    expect(await changedSince(NOW)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('go on with the next attempt, which keeps the progress and the first start', async () => {
    await add({
      status: 'waiting',
      startedAt: at(-5),
      leaseUntil: null,
      finishedAt: at(-1),
      progress: { n: 1 },
    })
    await add({ job: 'b' })
    const outcome = await claim({ scheduledTime: NOW })
    expect(outcome).toEqual({ kind: 'run', claim: { ...KEY, attempt: 2 }, progress: { n: 1 } })
    expect(await findRun(stack.db, KEY)).toMatchObject({
      status: 'running',
      attempts: 2,
      startedAt: at(-5),
      leaseUntil: at(91),
      finishedAt: null,
    })
    expect(await findRun(stack.db, { ...KEY, job: 'b' })).toMatchObject({ attempts: 1, leaseUntil: at(60) })
  })

  it.each([
    ['succeeded', { status: 'succeeded', result: { n: 1 } }, { finishedAt: at(9), leaseUntil: null }],
    ['failed', { status: 'failed', error: 'x'.repeat(2001) }, { finishedAt: at(9), leaseUntil: null }],
    ['to be tried again', { status: 'waiting', error: 'e' }, { finishedAt: null, leaseUntil: null }],
    ['unfinished', { status: 'waiting', error: null }, { finishedAt: null, leaseUntil: at(69) }],
  ] as const)('that are %s are recorded, those of the attempt that holds them', async (_, end, times) => {
    for (const job of ['a', 'b']) await add({ job, attempts: 2, error: 'before', result: { n: 0 } })
    const held = { ...KEY, attempt: 2 }
    for (const lost of [{ attempt: 1 }, { target: 'x' }, { scheduledTime: at(1) }])
      await endAttempt(stack.db, { ...held, ...lost }, end, at(9))
    expect(await statuses()).toEqual(['running', 'running'])
    await endAttempt(stack.db, held, end, at(9))
    expect(await findRun(stack.db, KEY)).toMatchObject({
      ...times,
      status: end.status,
      error: 'error' in end ? (end.error?.slice(0, 2000) ?? null) : null,
      result: 'result' in end ? end.result : null,
    })
    expect(await statuses()).toEqual([end.status, 'running'])
    await endAttempt(stack.db, held, { status: 'failed', error: 'late' }, at(10))
    expect(await statuses()).toEqual([end.status, 'running'])
  })

  it('that are refused change no run that has begun', async () => {
    await add()
    const refused = { parameters: { x: 1 }, reason: 'r'.repeat(2001), now: at(1) }
    await insertRefused(stack.db, KEY, refused)
    await insertRefused(stack.db, { ...KEY, target: 'x' }, refused)
    expect(await statuses()).toEqual(['running', 'failed'])
    expect(await findRun(stack.db, { ...KEY, target: 'x' })).toMatchObject({
      parameters: { x: 1 },
      error: 'r'.repeat(2000),
      finishedAt: at(1),
      attempts: 0,
    })
  })

  it('are followed to their end, with each change and a late start told once', async () => {
    let reads = 0
    const db = new Proxy(stack.db, {
      apply: (target, _, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) => {
        if (strings[0] === 'select ') reads += 1
        return Reflect.apply(target, undefined, [strings, ...values]) as unknown
      },
    })
    /** Waits for three reads, of which the first one may have begun before. */
    const passReads = async () => {
      const until = reads + 3
      await expect.poll(() => reads).toBeGreaterThanOrEqual(until)
    }
    const told: unknown[] = []
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0)
    const following = followRun({
      db,
      key: KEY,
      onChange: ({ status, attempts, progress }) => told.push([status, attempts, progress]),
      onWaiting: () => told.push('waits'),
      signal: AbortSignal.timeout(60_000),
      pollMs: 1,
    })
    try {
      clock.mockReturnValue(5_000)
      await passReads()
      expect(told).toEqual([])
      clock.mockReturnValue(5_001)
      await passReads()
      await add()
      await passReads()
      for (const changes of [{ progress: { n: 1 } }, { attempts: 2 }, { status: 'waiting' }]) {
        await tables.jobRuns.set(stack.db, KEY, changes)
        await passReads()
      }
      await tables.jobRuns.set(stack.db, KEY, { status: 'skipped' })
      expect(await following).toMatchObject({ status: 'skipped', attempts: 2 })
    } finally {
      clock.mockRestore()
    }
    expect(told).toEqual([
      'waits',
      ['running', 1, null],
      ['running', 1, { n: 1 }],
      ['running', 2, { n: 1 }],
      ['waiting', 2, { n: 1 }],
    ])
  })

  it('are listed by their job, the latest first', async () => {
    await add({ target: 'y' })
    await add({ target: 'x' })
    await add({ target: 'z', scheduledTime: at(1) })
    await add({ job: 'b' })
    const list = async (limit: number) =>
      (await listRuns(stack.db, { job: 'a', limit })).map(({ target }) => target)
    expect([await list(9), await list(2)]).toEqual([
      ['z', 'x', 'y'],
      ['z', 'x'],
    ])
  })

  it('are counted by job and by day, from an instant on', async () => {
    const counted = ['succeeded', 'failed', 'failed', 'skipped', 'running', 'waiting']
    for (const [n, status] of counted.entries())
      await add({ status, scheduledTime: at(n), target: ['', 'x', 'y', 'x'][n] ?? '', finishedAt: at(n) })
    await add({ scheduledTime: at(-9), status: 'failed', updatedAt: at(-1), finishedAt: at(9) })
    await add({ job: 'b', status: 'failed', updatedAt: new Date('2026-06-02T03:00:00Z') })
    await add({ job: 'b', target: 'x', status: 'failed', updatedAt: new Date('2026-06-02T02:59:59Z') })
    const none = { succeeded: 0, failed: 0, skipped: 0, open: 0, targets: 0, lastEndedAt: null }
    const found = await countRunsByJob(stack.db, NOW)
    expect(found.toSorted((a, b) => (a.job < b.job ? -1 : 1))).toEqual([
      { job: 'a', succeeded: 1, failed: 2, skipped: 1, open: 2, targets: 2, lastEndedAt: at(5) },
      { ...none, job: 'b', failed: 2, targets: 1 },
    ])
    expect(await countFailedRunsByDay(stack.db, NOW)).toEqual(
      new Map([
        ['2026-06-01', 3],
        ['2026-06-02', 1],
      ]),
    )
  })

  it.each<[Columns, string]>([
    [{ leaseUntil: at(-30 * MINUTE - 1) }, 'failed'],
    [{ leaseUntil: at(-30 * MINUTE) }, 'running'],
    [{ status: 'waiting', leaseUntil: at(-HOUR) }, 'waiting'],
    [{ status: 'waiting', updatedAt: at(-24 * HOUR - 1) }, 'failed'],
    [{ status: 'waiting', updatedAt: at(-24 * HOUR) }, 'waiting'],
    [{ updatedAt: at(-25 * HOUR) }, 'running'],
    [{ status: 'succeeded', leaseUntil: at(-HOUR), updatedAt: at(-25 * HOUR) }, 'succeeded'],
  ])('that nobody takes up again, with %j, are %s', async (columns, status) => {
    await add({ error: 'before', ...columns })
    expect(await failAbandonedRuns(stack.db, NOW)).toBe(status === 'failed' ? 1 : 0)
    expect(await findRun(stack.db, KEY)).toMatchObject({
      status,
      error: 'before',
      finishedAt: status === 'failed' ? NOW : null,
    })
  })

  it('lose their leases when their process is gone', async () => {
    const leases = { a: at(1), b: at(-1), c: at(1) }
    for (const [job, leaseUntil] of Object.entries(leases))
      await add({ job, leaseUntil, status: job === 'c' ? 'waiting' : 'running' })
    await endLeases(stack.db, NOW)
    const rows = await stack.db<{ leaseUntil: Date }[]>`select lease_until from job_runs order by job`
    expect(rows.map(({ leaseUntil }) => leaseUntil)).toEqual([NOW, at(-1), at(1)])
  })

  it('that ended are removed, so many at once', async () => {
    const ended = ['succeeded', 'failed', 'skipped', 'running', 'waiting']
    for (const [n, status] of ended.entries()) await add({ status, scheduledTime: at(n), updatedAt: at(-1) })
    await add({ job: 'b', status: 'failed' })
    const remove = (limit: number) => removeOldRuns(stack.db, { before: NOW, limit })
    expect([await remove(2), await remove(9), await remove(9)]).toEqual([2, 1, 0])
    expect(await statuses()).toEqual(['running', 'waiting', 'failed'])
  })

  it('fail since their last success, those of the asked jobs without targets', async () => {
    const runs: [job: string, status: string, second: number, changes?: Columns][] = [
      ['a', 'failed', 0],
      ['a', 'succeeded', 1],
      ['a', 'failed', 2, { error: 'first', finishedAt: at(20) }],
      ['a', 'failed', 3, { error: 'last', finishedAt: at(30) }],
      ['a', 'running', 4],
      ['a', 'succeeded', 5, { target: 'x' }],
      // By a clock that was set back since.
      ['a', 'succeeded', 7, { scheduledTime: timeAhead(1, 'hour') }],
      ['a', 'failed', 6, { target: 'x' }],
      ['b', 'failed', 0, { finishedAt: at(1) }],
      ['c', 'failed', 0],
      ['d', 'failed', 0],
      ['d', 'succeeded', 0, { scheduledTime: at(1) }],
    ]
    for (const [job, status, second, changes] of runs)
      await add({ job, status, scheduledTime: at(second), ...changes })
    const failing = await listFailingJobs(stack.db, ['a', 'b', 'd'])
    expect(failing.toSorted((a, b) => (a.job < b.job ? -1 : 1))).toEqual([
      { job: 'a', failures: 2, failingSince: at(20), error: 'last' },
      { job: 'b', failures: 1, failingSince: at(1), error: null },
    ])
  })

  it('that succeeded by a clock at most ten minutes ahead are known, the last one of a job', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: at(-600) })
    onTestFinished(() => void vi.useRealTimers())
    for (const [job, ahead] of Object.entries({ a: 0, b: 0.001 })) {
      await add({ job, status: 'failed', scheduledTime: at(-9), finishedAt: at(-1) })
      await add({ job, status: 'succeeded', scheduledTime: at(ahead), finishedAt: at(ahead) })
    }
    await add({ status: 'succeeded', scheduledTime: at(-99), finishedAt: at(-90) })
    await add({ job: 'c', status: 'succeeded', scheduledTime: at(-99), finishedAt: at(-90) })
    expect((await listFailingJobs(stack.db, ['a', 'b'])).map(({ job }) => job)).toEqual(['b'])
    const last = ['a', 'b', 'c', 'd'].map((job) => findLastSuccess(stack.db, job))
    expect(await Promise.all(last)).toEqual([NOW, undefined, at(-90), undefined])
  })

  it('trouble the operators when they fail, those of schedules without targets', async () => {
    for (const job of ['purge', 'scrape', 'sync-index'])
      await add({ job, status: 'failed', finishedAt: at(1) })
    const measures = { lag: [], deliveryLag: [], depths: [], index: { isHealthy: true, sickNodes: [] } }
    const troubles = await listTroubles(stack.db, { ...measures, jobs, now: NOW })
    expect(troubles.filter(({ kind }) => kind === 'job-failed').map(({ subject }) => subject)).toEqual([
      'purge',
    ])
  })

  it('are listed by job and status, the latest change first', async () => {
    const run = (job: string, target: string, status: string, second: number) => ({
      job,
      target,
      status,
      scheduledTime: NOW,
      attempts: 1,
      parameters: {},
      updatedAt: at(second),
    })
    await tables.jobRuns.add(stack.db, [
      run('a', '', 'succeeded', 1),
      run('a', 'y', 'failed', 2),
      run('a', 'x', 'failed', 2),
      run('b', '', 'failed', 3),
    ])
    const list = async (job?: string, status?: RunStatus, limit = 10) =>
      (await listRecentRuns(stack.db, { job, status, limit })).map((row) => `${row.job}${row.target}`)
    expect(await list()).toEqual(['b', 'ax', 'ay', 'a'])
    expect(await list('a')).toEqual(['ax', 'ay', 'a'])
    expect(await list(undefined, 'failed')).toEqual(['b', 'ax', 'ay'])
    expect(await list('a', 'succeeded')).toEqual(['a'])
    expect(await list('a', 'failed', 1)).toEqual(['ax'])
  })
})
