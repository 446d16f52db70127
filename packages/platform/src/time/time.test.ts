import { describe, expect, it } from 'vitest'
import {
  formatInstant,
  intersectWindows,
  lastDays,
  localDay,
  localHour,
  localWeekday,
  parseEnd,
  parseStart,
  parseWindow,
  startOfLocalDay,
} from './time.ts'

const NAMES = { start: 'since', end: 'until' }

describe('ranges', () => {
  it('include a whole local day for a date without time', () => {
    expect(parseStart('2026-06-01', 'startDate').toISOString()).toBe('2026-06-01T03:00:00.000Z')
    expect(parseEnd('2026-06-01', 'endDate').toISOString()).toBe('2026-06-02T03:00:00.000Z')
  })

  it('keep an instant, in local time when it has no offset', () => {
    expect(parseStart('2026-06-01T00:00:00', 'startDate').toISOString()).toBe('2026-06-01T03:00:00.000Z')
    expect(parseEnd('2026-06-01T12:00:00+02:00', 'endDate').toISOString()).toBe('2026-06-01T10:00:00.000Z')
    expect(parseEnd('2026-06-01T12:00:00Z', 'endDate').toISOString()).toBe('2026-06-01T12:00:00.000Z')
  })

  it('include the whole of a local day of 23 hours', () => {
    // Brazil last moved its clocks forward on 2018-11-04, when midnight did not exist.
    expect(parseStart('2018-11-04', 'startDate').toISOString()).toBe('2018-11-04T03:00:00.000Z')
    expect(parseEnd('2018-11-04', 'endDate').toISOString()).toBe('2018-11-05T02:00:00.000Z')
  })

  it.each([
    '2026-13-40',
    '2026-02-30',
    'ontem',
    '2026-06-01T25:00:00',
    '20260601',
    '2026-06-01T12:00:00+99:99',
  ])('refuse %s and name the argument', (text) => {
    expect(() => parseStart(text, 'dateFrom')).toThrow(/^dateFrom: data inválida/)
  })

  it('quote the first forty characters of a date that they refuse', () => {
    const text = `1${'x'.repeat(40)}`
    expect(() => parseStart(text, 'dateFrom')).toThrow(`data inválida: "${text.slice(0, -1)}". Use`)
  })

  it('limit years to instants that a database can read', () => {
    const written = (date: Date) => date.toISOString()
    expect(written(parseStart('0000-01-01', 'startDate'))).toMatch(/^0001-01-02T/)
    expect(written(parseEnd('9999-12-31', 'endDate'))).toMatch(/^9999-12-31T/)
    expect(written(parseEnd('9999-12-31T23:59:59-05:00', 'endDate'))).toMatch(/^9999-12-31T/)
  })

  it('refuse an end before its start, accept a single day and open ends', () => {
    expect(parseWindow('2026-06-01', '2026-06-01', NAMES)).toEqual({
      from: new Date('2026-06-01T03:00:00Z'),
      to: new Date('2026-06-02T03:00:00Z'),
    })
    expect(() => parseWindow('2026-06-02', '2026-06-01', NAMES)).toThrow(/until/)
    expect(() => parseWindow('2026-06-01T10:00:00', '2026-06-01T09:59:59', NAMES)).toThrow(/until/)
    expect(() => parseWindow('2026-06-02T00:00:00', '2026-06-01', NAMES)).toThrow(/until/)
    expect(() => parseWindow('2026-06-01', '2026-05-31T23:59:59', NAMES)).toThrow(/until/)
    const lastDay = parseWindow('9999-12-31', '9999-12-31', NAMES)
    expect(lastDay.to?.getTime()).toBeGreaterThanOrEqual(lastDay.from?.getTime() ?? Infinity)
    expect(parseWindow('', null, NAMES)).toEqual({ from: undefined, to: undefined })
  })
})

describe('a range from an instant to a day', () => {
  it('ends with that day, even when the instant lies on the same day', () => {
    expect(parseWindow('2026-06-01T10:00:00', '2026-06-01', NAMES)).toEqual({
      from: new Date('2026-06-01T13:00:00Z'),
      to: new Date('2026-06-02T03:00:00Z'),
    })
  })
})

describe('two ranges', () => {
  const [first, second] = [new Date('2026-06-01T12:00:00Z'), new Date('2026-06-02T12:00:00Z')]
  it.each([
    [first, second, second, first],
    [second, first, second, first],
    [first, undefined, first, first],
    [undefined, second, second, second],
    [undefined, undefined, undefined, undefined],
  ])('with the ends %s and %s have instants in common from %s to %s', (one, other, latest, earliest) => {
    expect(intersectWindows({ from: one, to: one }, { from: other, to: other })).toEqual({
      from: latest,
      to: earliest,
    })
  })
})

describe('an optional range', () => {
  it.each([
    ['2026-06-01T12:00:00Z', ' ', '2026-06-01T12:00:00.000Z', undefined],
    [null, '2026-06-01T12:00:00Z', undefined, '2026-06-01T12:00:00.000Z'],
    ['2026-06-01T12:00:00Z', '2026-06-01T12:00:00Z', '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z'],
  ])('from %j to %j is read', (start, end, from, to) => {
    const window = parseWindow(start, end, NAMES)
    expect([window.from?.toISOString(), window.to?.toISOString()]).toEqual([from, to])
  })
})

describe('instants', () => {
  it('are formatted in UTC with an offset, and with milliseconds unless they are zero', () => {
    expect(formatInstant(new Date('2026-06-01T12:00:00Z'))).toBe('2026-06-01T12:00:00+00:00')
    expect(formatInstant(new Date('2026-06-01T12:00:00.250Z'))).toBe('2026-06-01T12:00:00.250+00:00')
  })

  it('convert to a local day, hour and weekday', () => {
    const late = new Date('2026-06-02T02:59:59Z')
    expect(localDay(late)).toBe('2026-06-01')
    expect(localHour(late)).toBe(23)
    expect(localWeekday(late)).toBe((new Date(`${localDay(late)}T12:00:00Z`).getUTCDay() + 6) % 7)
    expect(startOfLocalDay(late, -1).toISOString()).toBe('2026-05-31T03:00:00.000Z')
  })
})

describe('the last days', () => {
  const now = new Date('2026-06-10T12:00:00Z')

  it('are multiples of 24 hours before now, now included', () => {
    expect(lastDays(2, now)).toEqual({
      from: new Date('2026-06-08T12:00:00Z'),
      to: new Date('2026-06-10T12:00:00.001Z'),
    })
  })

  it('start in 1900 at the earliest, for any number of days', () => {
    expect(lastDays(2_147_483_647, now).from).toEqual(new Date('1900-01-01T00:00:00Z'))
  })
})
