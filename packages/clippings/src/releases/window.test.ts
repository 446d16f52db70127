import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSchedule } from '../schedules/schedule.ts'
import { findWindow, lookBack, publishedSince, windowHours, type WindowFacts } from './window.ts'

const DUE = new Date('2026-06-10T11:00:00Z')
const facts = (changes: Partial<WindowFacts> = {}): WindowFacts => ({
  schedule: parseSchedule('0 8 * * *', 'schedule'),
  deliveredUntil: new Date('2026-06-09T10:58:00Z'),
  due: DUE,
  now: new Date('2026-06-10T11:00:05Z'),
  openArrival: null,
  ...changes,
})
const ends = (changes: Partial<WindowFacts> = {}) => {
  const window = findWindow(facts(changes))
  return window && [window.from.toISOString(), window.to.toISOString()]
}

describe('the window of a run', () => {
  it('starts where the previous window ended and ends two minutes before now', () => {
    expect(ends()).toEqual(['2026-06-09T10:58:00.000Z', '2026-06-10T10:58:05.000Z'])
  })

  it('ends at the due time when the run is late', () => {
    expect(ends({ now: new Date('2026-06-10T15:00:00Z') })?.[1]).toBe('2026-06-10T11:00:00.000Z')
  })

  it('ends before an article that is not yet indexed', () => {
    expect(ends({ openArrival: new Date('2026-06-10T10:50:00Z') })?.[1]).toBe('2026-06-10T10:50:00.000Z')
  })

  it('is undefined when no time has passed since the previous window', () => {
    expect(ends({ deliveredUntil: new Date('2026-06-10T10:58:05Z') })).toBeUndefined()
    expect(ends({ deliveredUntil: new Date('2026-06-11T00:00:00Z') })).toBeUndefined()
    expect(ends({ openArrival: new Date('2026-06-09T10:58:00Z') })).toBeUndefined()
  })

  it('covers one interval at first, and at least a day', () => {
    const now = new Date('2026-06-10T12:00:00Z')
    const first = (schedule: string) =>
      ends({ deliveredUntil: null, now, schedule: parseSchedule(schedule, 'schedule') })
    expect(first('0 8 * * *')).toEqual(['2026-06-09T11:00:00.000Z', '2026-06-10T11:00:00.000Z'])
    expect(first('0 * * * *')).toEqual(['2026-06-09T11:00:00.000Z', '2026-06-10T11:00:00.000Z'])
    expect(first('0 8 * * WED')).toEqual(['2026-06-03T11:00:00.000Z', '2026-06-10T11:00:00.000Z'])
    expect(findWindow(facts({ deliveredUntil: null }))?.isFirst).toBe(true)
    expect(findWindow(facts())?.isFirst).toBe(false)
  })

  it('skips what is older than 31 days', () => {
    const now = new Date('2026-06-10T12:00:00Z')
    const long = new Date('2026-01-01T00:00:00Z')
    expect(ends({ deliveredUntil: long, now })?.[0]).toBe('2026-05-10T11:00:00.000Z')
  })

  it('has a length in started hours, and takes articles published in the week before it', () => {
    const window = {
      from: new Date('2026-06-10T00:00:00Z'),
      to: new Date('2026-06-10T01:00:01Z'),
      isFirst: true,
    }
    expect(windowHours(window)).toBe(2)
    expect(publishedSince(window).toISOString()).toBe('2026-06-03T00:00:00.000Z')
    expect(lookBack(window)).toEqual({ from: new Date('2026-06-03T01:00:01Z'), to: window.to })
  })

  it('never overlaps the previous window and leaves a gap only beyond 31 days', () => {
    const instant = fc
      .integer({ min: 0, max: 200 * 24 * 3600 })
      .map((seconds) => new Date(1.78e12 + seconds * 1000))
    let windows = 0
    fc.assert(
      fc.property(
        fc.array(fc.record({ now: instant, due: instant, open: fc.option(instant, { nil: null }) }), {
          maxLength: 20,
        }),
        (runs) => {
          let deliveredUntil = null as Date | null
          for (const { now, due, open } of runs) {
            const window = findWindow(facts({ now, due, deliveredUntil, openArrival: open }))
            if (!window) continue
            const latest = Math.min(now.getTime() - 120_000, due.getTime(), open?.getTime() ?? Infinity)
            expect(window.to.getTime()).toBeLessThanOrEqual(latest)
            // Starts where the previous window ended, unless that would exceed 31 days.
            const before: number = deliveredUntil?.getTime() ?? window.from.getTime()
            expect(window.from.getTime()).toBe(Math.max(before, window.to.getTime() - 31 * 24 * 3_600_000))
            deliveredUntil = window.to
            windows++
          }
        },
      ),
    )
    expect(windows).toBeGreaterThan(100)
  })
})
