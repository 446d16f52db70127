import { describe, expect, it } from 'vitest'
import { readIso } from '../text/dates.ts'
import { hoursLate } from './page-dates.ts'

describe('the hours by which a stated time is late', () => {
  it.each([
    ['three in summer', '2026-02-10T20:05:00-03:00', '2026-02-10T17:05:00-03:00', 3],
    ['three, with seconds', '2026-02-10T20:05:59-03:00', '2026-02-10T17:05:00-03:00', 3],
    ['three, over midnight', '2026-02-11T01:30:12-03:00', '2026-02-10T22:30:00-03:00', 3],
    ['two, as with the summer time of Brasília', '2018-01-10T19:05:00-03:00', '2018-01-10T17:05:00-03:00', 2],
    ['three too early', '2026-02-10T14:05:00-03:00', '2026-02-10T17:05:00-03:00', -3],
    ['none, with another offset', '2026-02-10T20:05:00Z', '2026-02-10T17:05:00-03:00', 0],
    ['none, with seconds', '2026-02-10T17:05:33-03:00', '2026-02-10T17:05:00-03:00', 0],
    ['none, but minutes', '2026-02-10T17:12:00-03:00', '2026-02-10T17:05:00-03:00', 0],
    ['none, but half an hour more', '2026-02-10T20:35:00-03:00', '2026-02-10T17:05:00-03:00', 0],
    ['none, but days', '2026-02-11T17:05:00-03:00', '2026-02-10T17:05:00-03:00', 0],
    ['none beside a day', '2026-02-10T03:00:00-03:00', '2026-02-10', 0],
    ['none without a stated time', null, '2026-02-10T17:05:00-03:00', 0],
    ['none without a visible time', '2026-02-10T17:05:00-03:00', null, 0],
  ])('are %s', (_, stated, visible, expected) => {
    expect(hoursLate(readIso(stated), readIso(visible))).toBe(expected)
  })
})
