import { describe, expect, it } from 'vitest'
import { findDataStart, haveDataFrom, meanPerDay } from './data-start.ts'

const days = (...counts: number[]) => counts.map((count, at) => ({ date: `2026-06-1${at}`, count }))

describe('findDataStart', () => {
  it.each([
    ['the first day with news when the data begin in the month', [0, 0, 3, 0, 1], '2026-06-01', '2026-06-12'],
    ['nothing when news of an earlier month exist', [0, 0, 3], '2026-05-01', undefined],
    ['nothing when the first day has news', [1, 0, 3], '2026-06-01', undefined],
    ['nothing without any news', [0, 0], undefined, undefined],
    ['nothing without days', [], '2026-06-01', undefined],
  ])('returns %s', (_, counts, firstMonth, expected) => {
    expect(findDataStart(days(...counts), firstMonth)).toBe(expected)
  })
})

describe('meanPerDay', () => {
  it.each([
    ['leaves out the day that has not ended', [2, 4, 90], undefined, '2026-06-12', 3],
    ['leaves out the days before the data', [0, 0, 6, 0, 9], '2026-06-12', '2026-06-14', 3],
    ['counts days without news', [4, 0], undefined, '2026-06-20', 2],
    ['is unknown while no day has ended', [7], undefined, '2026-06-10', undefined],
  ])('%s', (_, counts, dataStart, today, expected) => {
    expect(meanPerDay(days(...counts), { dataStart, today })).toBe(expected)
  })
})

it.each([
  ['in the month before', '2026-10-31', '2026-09-01', true],
  ['in the same month, where the day is not known', '2026-10-31', '2026-10-01', false],
  ['later', '2026-10-31', '2026-11-01', false],
  ['never', '2026-10-31', undefined, false],
])('tells that there are data from a day on, for data that begin %s', (_, day, firstMonth, have) => {
  expect(haveDataFrom(day, firstMonth)).toBe(have)
})
