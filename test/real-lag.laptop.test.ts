import { describe, expect, it } from 'vitest'
import { separateLag, type ScheduledRun } from './bench/day/real-lag.ts'

const MINUTE_MS = 60_000
/** A minute of the day is a second of the benchmark. */
const minutes = (count: number) => count * 1_000
const PAUSE_MS = 15 * MINUTE_MS

const asked = (
  dueAt: number,
  { start = 200, end = 900, pause = PAUSE_MS, waited = 0 } = {},
): ScheduledRun => ({
  dueAt,
  startedAt: dueAt + start,
  endedAt: dueAt + end,
  outcome: 'asked',
  pauseMs: pause,
  waitedMs: waited,
})
const idle = (dueAt: number, outcome: 'not_due' | 'skipped'): ScheduledRun => ({
  dueAt,
  startedAt: outcome === 'skipped' ? null : dueAt + 100,
  endedAt: dueAt + 110,
  outcome,
  pauseMs: null,
  waitedMs: 0,
})

describe('the lag of an article of the compressed day', () => {
  it('is minutes of the day up to the due time, real seconds of work, and pauses of hosts at their real length', () => {
    const runs = [asked(0), asked(minutes(15), { end: 3_000, waited: 50 }), asked(minutes(30))]
    const lag = separateLag({ publishedAt: minutes(10), sentAt: minutes(15) + 2_050 }, runs)
    expect(lag).toEqual({
      scheduleMs: 5 * MINUTE_MS,
      workMs: 2_000,
      hostMs: 3_000,
      realMs: 5 * MINUTE_MS + 5_000,
      compressedMs: (minutes(5) + 2_050) * 60,
      lost: 0,
    })
  })

  it.each(['skipped', 'not_due'] as const)(
    'ends its schedule at a run that is %s because work is not sped up',
    (outcome) => {
      // The run of minute 0 takes 12 s, which are 12 minutes of the benchmark, and the one of minute 15 does not ask.
      const runs = [asked(0, { end: 12_000 }), idle(minutes(15), outcome), asked(minutes(30))]
      const lag = separateLag({ publishedAt: minutes(13), sentAt: minutes(30) + 900 }, runs)
      expect(lag).toMatchObject({ scheduleMs: 2 * MINUTE_MS, workMs: 900, lost: 1 })
    },
  )

  it('counts a run that the rhythm of its agency leaves out', () => {
    const runs = [asked(0, { pause: 30 * MINUTE_MS }), idle(minutes(15), 'not_due'), asked(minutes(30))]
    const lag = separateLag({ publishedAt: minutes(5), sentAt: minutes(30) + 500 }, runs)
    expect(lag).toMatchObject({ scheduleMs: 25 * MINUTE_MS, lost: 0 })
  })

  it('ends its schedule at the next run when an earlier run finds the article because it starts late', () => {
    const runs = [asked(0, { start: 9_000, end: 9_500 }), asked(minutes(15))]
    const lag = separateLag({ publishedAt: minutes(8), sentAt: 9_400 }, runs)
    expect(lag).toMatchObject({ scheduleMs: 7 * MINUTE_MS, workMs: 9_400 })
  })

  it('includes a run that asks without finding the article', () => {
    const runs = [asked(0), asked(minutes(15)), asked(minutes(30))]
    const lag = separateLag({ publishedAt: minutes(10), sentAt: minutes(30) + 700 }, runs)
    expect(lag).toMatchObject({ scheduleMs: 20 * MINUTE_MS, workMs: 700 })
  })

  it('is unknown without a run', () => {
    expect(separateLag({ publishedAt: minutes(10), sentAt: minutes(12) }, [])).toBeUndefined()
  })
})
