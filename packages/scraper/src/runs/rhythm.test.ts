import { describe, expect, it } from 'vitest'
import { pauseBetweenRuns, usualGapDays, type SiteRhythm } from './rhythm.ts'

const NOON = new Date('2026-06-15T15:00:00Z')
const NIGHT = new Date('2026-06-16T03:30:00Z')
const MINUTE = 60_000

/** Days before 15 June with news. */
const daysAgo = (...ago: number[]) =>
  ago.map((days) => new Date(NOON.getTime() - days * 86_400_000).toISOString().slice(0, 10))
const rhythm = (values: Partial<SiteRhythm>): SiteRhythm => ({
  newsDays: daysAgo(0, 1, 2, 3, 4),
  nightShare: null,
  foundAt: null,
  failures: 0,
  errorKind: null,
  isOverBudget: false,
  ...values,
})
const minutes = (values: Partial<SiteRhythm>, now = NOON) => pauseBetweenRuns(rhythm(values), now) / MINUTE

describe('the pause between two runs of a site', () => {
  it('follows the usual days between news, from 15 minutes to 6 hours', () => {
    expect(minutes({})).toBe(15)
    expect(minutes({ newsDays: daysAgo(0, 3, 4, 5, 6, 7, 10) })).toBe(15)
    // News on every second or third day in turn: a day and a half is still daily.
    expect(minutes({ newsDays: daysAgo(0, 1, 3, 4, 6) })).toBe(15)
    expect(minutes({ newsDays: daysAgo(0, 2, 4, 6) })).toBe(30)
    expect(minutes({ newsDays: daysAgo(1, 8, 15, 22) })).toBe(105)
    expect(minutes({ newsDays: daysAgo(2, 16) })).toBe(210)
    expect(minutes({ newsDays: [] })).toBe(360)
  })

  it('is the shortest after a find', () => {
    expect(minutes({ newsDays: [], foundAt: new Date(NOON.getTime() - 60 * MINUTE) })).toBe(15)
    expect(minutes({ newsDays: [], foundAt: new Date(NOON.getTime() - 120 * MINUTE + 1) })).toBe(15)
    expect(minutes({ newsDays: [], foundAt: new Date(NOON.getTime() - 120 * MINUTE) })).toBe(360)
  })

  it('is an hour at night, except for daily agencies and agencies with news at night', () => {
    const newsDays = daysAgo(0, 2, 4, 6, 8)
    expect(minutes({ newsDays })).toBe(30)
    expect(minutes({ newsDays }, NIGHT)).toBe(60)
    expect(minutes({ newsDays }, new Date('2026-06-16T08:15:00Z'))).toBe(45)
    expect(minutes({ newsDays }, new Date('2026-06-16T09:00:00Z'))).toBe(30)
    expect(minutes({ newsDays }, new Date('2026-06-16T09:30:00Z'))).toBe(30)
    expect(minutes({ newsDays, nightShare: 0.05 }, NIGHT)).toBe(30)
    expect(minutes({ newsDays, nightShare: 0.049 }, NIGHT)).toBe(60)
    expect(minutes({}, NIGHT)).toBe(15)
    // 22:00 and 06:00 in Brasília, and an agency that is asked more rarely anyway.
    expect(minutes({ newsDays }, new Date('2026-06-16T00:59:59Z'))).toBe(30)
    expect(minutes({ newsDays }, new Date('2026-06-16T01:00:00Z'))).toBe(60)
    expect(minutes({ newsDays }, new Date('2026-06-16T08:50:00Z'))).toBe(30)
    expect(minutes({ newsDays: [] }, NIGHT)).toBe(360)
  })

  it('leaves room for the retries of a failed run, then doubles', () => {
    const pauses = [1, 2, 3, 4, 5, 20].map((failures) => minutes({ failures, errorKind: 'network_error' }))
    expect(pauses).toEqual([4, 4, 15, 30, 60, 360])
    const blocked = [2, 3, 20].map((failures) => minutes({ failures, errorKind: 'anti_bot' }))
    expect(blocked).toEqual([4, 180, 360])
  })

  it('doubles when the requests of the day are nearly used up', () => {
    expect(minutes({ isOverBudget: true })).toBe(30)
    expect(minutes({ isOverBudget: true, newsDays: [] })).toBe(360)
  })
})

it('adds a part of the current silence to the usual days', () => {
  expect(usualGapDays(daysAgo(20, 21, 22), NOON)).toBe(5)
  expect(usualGapDays(daysAgo(4, 5, 6), NOON)).toBe(1)
})

it.each([
  // A single day has no gap, and a day counts once.
  [daysAgo(1), 30],
  [daysAgo(1, 1), 30],
  [[], 30],
  // Of an even number of gaps, the median is the mean of the two in the middle.
  [daysAgo(0, 9, 10, 12), 2],
  [daysAgo(0, 1, 3), 1.5],
  [daysAgo(12, 10, 9, 0), 2],
  // The thirtieth day before does not count, and no day to come.
  [daysAgo(0, 29), 29],
  [daysAgo(0, 1, 30), 1],
  [daysAgo(-5, 0, 1), 1],
])('the usual days between news on %j are %d', (days, gap) => {
  expect(usualGapDays(days, NOON)).toBe(gap)
})

it('asks 158 agencies of which 110 publish daily fewer than 12,000 times a day', () => {
  const daily = rhythm({ newsDays: daysAgo(0, 1, 2, 3, 4) })
  const rare = rhythm({ newsDays: daysAgo(2, 16) })
  const requests = (site: SiteRhythm) => {
    const end = NOON.getTime() + 86_400_000
    let asked = 0
    for (let at = NOON.getTime(); at < end; at += pauseBetweenRuns(site, new Date(at))) asked += 1
    return asked
  }
  const articles = 250
  expect(110 * requests(daily) + 48 * requests(rare) + articles).toBeLessThan(12_000)
})
