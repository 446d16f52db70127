import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ScheduleClock } from './schedule-clock.ts'
import { ScheduleStore } from './schedule-store.ts'
import { readSchedule, type ScheduleTarget } from './schedule.ts'

const NOW = new Date('2026-11-20T10:00:00Z')

// Pauses take no time but that of the clock.
let pauses: number[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  pauses = []
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms = 0, value) => {
    pauses.push(ms)
    vi.setSystemTime(Date.now() + ms)
    return value
  })
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Runs a schedule whose target always refuses, until the clock gives up. Returns the number of runs. */
async function runRefused(policy: ScheduleTarget['RetryPolicy']): Promise<number> {
  let runs = 0
  const clock = new ScheduleClock({
    store: new ScheduleStore(undefined),
    fire: async () => {
      runs++
      throw new Error('the queue is away')
    },
    log: () => undefined,
  })
  clock.start()
  const body = {
    ScheduleExpression: 'at(2026-11-20T09:00:00)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: 'arn:aws:sqs:us-east-2:0:q',
      RoleArn: 'arn:aws:iam::0:role/r',
      ...(policy && { RetryPolicy: policy }),
    },
  }
  clock.put(readSchedule('a', body, { now: NOW, createdAt: undefined }))
  await vi.waitFor(() => expect(clock.list()).toEqual([]))
  return runs
}

it('retries a run after pauses that double from one second up to a minute', async () => {
  expect(await runRefused(undefined)).toBe(186)
  expect(pauses.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(pauses).toHaveLength(185)
})

it.each([
  ['no retry', { MaximumRetryAttempts: 0 }, 1],
  ['two retries', { MaximumRetryAttempts: 2 }, 3],
  // The runs are 0, 1, 3, 7 and 15 seconds after the first one.
  ['seven seconds', { MaximumEventAgeInSeconds: 7 }, 5],
  ['six seconds', { MaximumEventAgeInSeconds: 6 }, 4],
])('gives up after %s', async (_, policy, runs) => {
  expect(await runRefused(policy)).toBe(runs)
})

describe('a machine whose clock is set', () => {
  const MINUTE_MS = 60_000
  const YEAR_MS = 365 * 24 * 60 * MINUTE_MS

  /** Starts a clock with one schedule. Returns the times for which it ran, as they come. */
  function startSchedule(expression: string): string[] {
    const times: string[] = []
    const clock = new ScheduleClock({
      store: new ScheduleStore(undefined),
      fire: async ({ scheduledTime }) => void times.push(scheduledTime.toISOString().slice(0, 16)),
      log: () => undefined,
    })
    clock.start()
    const body = {
      ScheduleExpression: expression,
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: 'arn:aws:sqs:us-east-2:0:q', RoleArn: 'arn:aws:iam::0:role/r' },
    }
    clock.put(readSchedule('a', body, { now: new Date(), createdAt: undefined }))
    return times
  }

  /** Sets the clock. Timers count their own time, so each ends as late as before. */
  const setClock = (time: number) => vi.setSystemTime(time)

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW })
  })

  it.each(['cron(0/5 * * * ? *)', 'rate(5 minutes)'])(
    'a year ahead runs %s once, then as before',
    async (expression) => {
      const times = startSchedule(expression)
      await vi.advanceTimersByTimeAsync(MINUTE_MS)
      setClock(Date.now() + YEAR_MS)
      await vi.advanceTimersByTimeAsync(9 * MINUTE_MS)
      expect(times).toEqual(['2026-11-20T10:05', '2027-11-20T10:10'])
    },
  )

  it('a year back misses one time and goes on', async () => {
    const times = startSchedule('cron(0/5 * * * ? *)')
    await vi.advanceTimersByTimeAsync(6 * MINUTE_MS)
    setClock(Date.now() - YEAR_MS)
    await vi.advanceTimersByTimeAsync(14 * MINUTE_MS)
    expect(times).toEqual(['2026-11-20T10:05', '2025-11-20T10:15', '2025-11-20T10:20'])
  })

  it('back does not run what is once before its time', async () => {
    const times = startSchedule('at(2026-11-20T10:30:00)')
    setClock(Date.now() - 60 * MINUTE_MS)
    await vi.advanceTimersByTimeAsync(89 * MINUTE_MS)
    expect(times).toEqual([])
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(times).toEqual(['2026-11-20T10:30'])
  })
})
