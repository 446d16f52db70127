import type { Db } from '@pauta/platform/database/database'
import type { JobRun } from '@pauta/platform/jobs/job-runs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followRun } from './follow-run.ts'

const KEY = { job: 'scrape', target: 'mec', scheduledTime: new Date(0) }
const aRun = (fields: Partial<JobRun>) =>
  ({ status: 'running', attempts: 1, progress: null, ...fields }) as JobRun

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Follows a run whose reads give these rows in turn, the last one again and again, each so many seconds later. */
async function follow(rows: readonly (Partial<JobRun> | undefined)[], secondsEach = 0) {
  const left = [...rows]
  let reads = 0
  const read = async (texts: readonly string[]) => {
    // The columns and the condition of the statement are fragments of their own.
    if (!texts.join('').includes(' from job_runs ')) return []
    if (reads > 0) vi.advanceTimersByTime(secondsEach * 1000)
    reads += 1
    const row = left.length > 1 ? left.shift() : left[0]
    return row ? [aRun(row)] : []
  }
  const changes: JobRun[] = []
  const onWaiting = vi.fn<() => void>()
  const ended = await followRun({
    db: read as unknown as Db,
    key: KEY,
    onChange: (run) => void changes.push(run),
    onWaiting,
    signal: new AbortController().signal,
    pollMs: 0,
  })
  return { ended, reads, changes: changes.length, warnings: onWaiting.mock.calls.length }
}

describe('a run that is followed', () => {
  it.each(['succeeded', 'failed', 'skipped'] as const)('is over when it has %s', async (status) => {
    expect(await follow([{ status: 'waiting' }, { status }])).toMatchObject({
      ended: { status },
      reads: 2,
      changes: 1,
    })
  })

  it.each<[string, Partial<JobRun>[], number]>([
    ['status', [{ status: 'waiting' }, { status: 'running' }], 2],
    ['tries', [{ attempts: 1 }, { attempts: 2 }], 2],
    ['progress', [{ progress: { sent: 1 } }, { progress: { sent: 2 } }], 2],
    ['nothing that is shown', [{ result: 1 }, { result: 2 }], 1],
  ])('is shown again when it changes its %s', async (_, rows, changes) => {
    expect(await follow([...rows, ...rows.slice(-1), { status: 'failed' }])).toMatchObject({ changes })
  })

  it('is said to wait once, more than five seconds without a start', async () => {
    const over = { status: 'skipped' } as const
    expect(await follow([undefined, undefined, over], 5)).toMatchObject({ warnings: 0, changes: 0 })
    expect(await follow([undefined, undefined, undefined, over], 5.1)).toMatchObject({ warnings: 1 })
    expect(await follow([{ status: 'running' }, { status: 'running' }, over], 6)).toMatchObject({
      warnings: 0,
    })
  })

  it('is left after 48 hours', async () => {
    expect(await follow([{ status: 'running' }], 12 * 3600)).toMatchObject({ ended: undefined, reads: 5 })
  })
})
