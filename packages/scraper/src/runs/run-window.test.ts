import { describe, expect, it } from 'vitest'
import { deepWindow, isDay, isDeepDay, usualWindow, windowSince } from './run-window.ts'

const NOW = new Date('2026-03-11T01:30:00Z')

describe('days of a run', () => {
  it('are days at Brasília and reach two days back, also late in the evening', () => {
    expect(usualWindow(NOW)).toEqual({ start: '2026-03-08', end: '2026-03-10' })
    expect(usualWindow(new Date('2026-03-11T03:00:00Z')).end).toBe('2026-03-11')
    expect(deepWindow(NOW)).toEqual({ start: '2026-02-08', end: '2026-03-10' })
    expect(isDeepDay(new Date('2026-03-09T02:59:00Z'))).toBe(true)
    expect(isDeepDay(new Date('2026-03-09T03:00:00Z'))).toBe(false)
    expect(['2026-02-28', '2026-02-29', '2026-2-1', 'x'].map(isDay)).toEqual([true, false, false, false])
    expect(['2026-13-01', '2026-01-01T00:00:00Z', '2024-02-29'].map(isDay)).toEqual([false, false, true])
  })

  it.each([
    ['2026-03-11T01:00:00Z', '2026-03-08'],
    ['2026-03-01T03:00:00Z', '2026-02-27'],
    ['2026-03-01T02:59:59Z', '2026-02-26'],
    ['2026-02-10T12:00:00Z', '2026-02-08'],
    ['2026-02-09T12:00:00Z', '2026-02-08'],
    ['2025-01-01T12:00:00Z', '2026-02-08'],
    // A clock that was ahead.
    ['2026-03-20T12:00:00Z', '2026-03-08'],
  ])('of a site that was read at %s begin on %s', (lastSuccessAt, start) => {
    expect(windowSince(new Date(lastSuccessAt), NOW)).toEqual({ start, end: '2026-03-10' })
  })
})
