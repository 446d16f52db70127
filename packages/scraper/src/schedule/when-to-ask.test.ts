import { describe, expect, it } from 'vitest'
import { askInterval, isDue, nextAskAt, staleAfter, type AskHistory } from './when-to-ask.ts'

// A Tuesday, noon at Brasília.
const NOW = new Date('2026-03-10T15:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const before = (milliseconds: number) => new Date(NOW.getTime() - milliseconds)
const everyDays = (days: number) =>
  Array.from({ length: Math.floor(30 / days) }, (_, at) => before((at * days + 0.5) * DAY))

const history = (changes: Partial<AskHistory> = {}): AskHistory => ({
  lastAskedAt: before(HOUR),
  firstAskedAt: before(60 * DAY),
  lastFoundAt: null,
  failuresInRow: 0,
  publishedAt: [],
  ...changes,
})
const minutes = (changes: Partial<AskHistory>) => askInterval(history(changes), NOW) / MINUTE

describe('the pause between two runs of an agency', () => {
  it('is 15 minutes for daily news, also when weekends are empty', () => {
    const workingDays = everyDays(1).filter((at) => ![0, 6].includes(at.getUTCDay()))
    expect(minutes({ publishedAt: everyDays(1) })).toBe(15)
    expect(minutes({ publishedAt: workingDays })).toBe(15)
    expect(minutes({ publishedAt: everyDays(0.1) })).toBe(15)
  })

  it('grows with the gap between days with news, up to six hours', () => {
    expect(minutes({ publishedAt: everyDays(2) })).toBe(120)
    expect(minutes({ publishedAt: everyDays(4) })).toBe(240)
    expect(minutes({ publishedAt: everyDays(14) })).toBe(360)
    expect(minutes({ publishedAt: [] })).toBe(360)
  })

  it('counts several articles of one day once', () => {
    const burst = [0, 1, 2, 3, 4].flatMap((at) => [
      before(2 * DAY + at * MINUTE),
      before(16 * DAY + at * MINUTE),
    ])
    expect(minutes({ publishedAt: burst })).toBe(360)
  })

  it('ignores news that are older than 30 days or lie ahead', () => {
    const away = everyDays(1).map((at) => new Date(at.getTime() - 31 * DAY))
    expect(minutes({ publishedAt: [...away, new Date(NOW.getTime() + DAY)] })).toBe(360)
  })

  it('is 15 minutes after a find, and one hour while the rhythm is unknown', () => {
    expect(minutes({ publishedAt: everyDays(14), lastFoundAt: before(HOUR) })).toBe(15)
    expect(minutes({ publishedAt: everyDays(14), lastFoundAt: before(3 * HOUR) })).toBe(360)
    expect(minutes({ firstAskedAt: before(DAY) })).toBe(60)
  })

  it('doubles with each failure in a row, up to six hours', () => {
    const daily = { publishedAt: everyDays(1) }
    expect([0, 1, 2, 3, 5, 50].map((failuresInRow) => minutes({ ...daily, failuresInRow }))).toEqual([
      15, 15, 30, 60, 240, 360,
    ])
    expect(minutes({ publishedAt: everyDays(4), failuresInRow: 1 })).toBe(240)
  })
})

describe('a run of the scheduler', () => {
  it('asks an agency that was never asked', () => {
    expect(nextAskAt(history({ lastAskedAt: null }), NOW)).toEqual(NOW)
  })

  it('asks a daily agency in every slot, also when the run before started late', () => {
    const daily = { publishedAt: everyDays(1) }
    expect(isDue(history({ ...daily, lastAskedAt: before(6 * MINUTE) }), NOW)).toBe(true)
    expect(isDue(history({ ...daily, lastAskedAt: before(4 * MINUTE) }), NOW)).toBe(false)
  })

  it('leaves a rare agency alone until its time', () => {
    const rare = { publishedAt: everyDays(14) }
    expect(isDue(history({ ...rare, lastAskedAt: before(5 * HOUR) }), NOW)).toBe(false)
    expect(isDue(history({ ...rare, lastAskedAt: before(5.9 * HOUR) }), NOW)).toBe(true)
  })
})

describe('an agency without news', () => {
  it('is stale after three of its long gaps, at least after 48 hours', () => {
    expect(staleAfter(history({ publishedAt: everyDays(0.1) }), NOW)).toBe(72 * HOUR)
    expect(staleAfter(history({ publishedAt: everyDays(7) }), NOW)).toBe(21 * DAY)
    expect(staleAfter(history({ publishedAt: [before(DAY)] }), NOW)).toBeNull()
  })
})
