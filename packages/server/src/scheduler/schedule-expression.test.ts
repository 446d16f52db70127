import { describe, expect, it } from 'vitest'
import { InvalidExpressionError, readExpression } from './schedule-expression.ts'

const START = new Date('2026-11-20T10:07:00Z')
const SAO_PAULO = 'America/Sao_Paulo'

/** The next times after 2026-11-21 05:00 UTC, a Saturday. */
function listNext(expression: string, { timeZone = 'UTC', count = 2 } = {}): string[] {
  const timetable = readExpression(expression, timeZone, START)
  const times: string[] = []
  let after: Date | undefined = new Date('2026-11-21T05:00:00Z')
  while (after && times.length < count) {
    after = timetable.findNext(after)
    if (after) times.push(after.toISOString().slice(0, 16))
  }
  return times
}

describe('at', () => {
  it('returns one local time', () => {
    expect(listNext('at(2026-12-01T08:00:00)', { timeZone: SAO_PAULO })).toEqual(['2026-12-01T11:00'])
    expect(readExpression('at(2026-12-01T08:00:00)', 'UTC', START).once).toBe(true)
  })

  it('returns no time when the time is in the past', () => {
    const timetable = readExpression('at(2020-01-01T00:00:00)', 'UTC', START)
    expect(timetable.findNext(new Date(0))?.toISOString()).toBe('2020-01-01T00:00:00.000Z')
    expect(timetable.findNext(START)).toBeUndefined()
  })
})

describe('rate', () => {
  it('counts from the start of the schedule', () => {
    expect(listNext('rate(15 minutes)')).toEqual(['2026-11-21T05:07', '2026-11-21T05:22'])
    expect(listNext('rate(1 minute)')).toEqual(['2026-11-21T05:01', '2026-11-21T05:02'])
    expect(listNext('rate(1 hour)')).toEqual(['2026-11-21T05:07', '2026-11-21T06:07'])
    expect(listNext('rate(1 day)')).toEqual(['2026-11-21T10:07', '2026-11-22T10:07'])
    expect(listNext('rate(2 days)')).toEqual(['2026-11-22T10:07', '2026-11-24T10:07'])
  })
})

describe('cron', () => {
  it.each([
    ['cron(0/15 * * * ? *)', ['2026-11-21T05:15', '2026-11-21T05:30']],
    ['cron(0 6 * * ? *)', ['2026-11-21T06:00', '2026-11-22T06:00']],
    ['cron(30 8 ? * MON-FRI *)', ['2026-11-23T08:30', '2026-11-24T08:30']],
    // AWS counts days of the week from Sunday = 1.
    ['cron(30 8 ? * 1 *)', ['2026-11-22T08:30', '2026-11-29T08:30']],
    ['cron(0 8 L * ? *)', ['2026-11-30T08:00', '2026-12-31T08:00']],
    ['cron(15 10 ? * 6#3 2026-2027)', ['2026-12-18T10:15', '2027-01-15T10:15']],
    ['cron(0 0 1 1 ? 2025)', []],
  ])('%s', (expression, times) => expect(listNext(expression)).toEqual(times))

  it('returns local times', () => {
    expect(listNext('cron(0 8 * * ? *)', { timeZone: SAO_PAULO, count: 1 })).toEqual(['2026-11-21T11:00'])
  })
})

it.each([
  'at(2026-12-01)',
  'at(2026-13-01T00:00:00)',
  'rate(0 minutes)',
  'rate(5 weeks)',
  'cron(0 8 * * *)',
  'cron(0 8 * * * *)',
  'cron(0 8 ? * ? *)',
  'cron(61 8 * * ? *)',
  'cron(0 8 ? * 8 *)',
  'cron(0 8 ? * 0 *)',
  '0 8 * * *',
  '',
])('%s is refused', (expression) => {
  expect(() => readExpression(expression, 'UTC', START)).toThrow(InvalidExpressionError)
})

it('refuses a zone that does not exist', () => {
  for (const expression of ['at(2026-12-01T08:00:00)', 'cron(0 8 * * ? *)']) {
    expect(() => listNext(expression, { timeZone: 'Nowhere/Land' })).toThrow(InvalidExpressionError)
  }
})
