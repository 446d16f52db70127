import { describe, expect, it } from 'vitest'
import {
  formatInstant,
  lastDays,
  localDay,
  localHour,
  localWeekday,
  parseEnd,
  parseStart,
  parseWindow,
  startOfLocalDay,
} from './time.ts'

describe('ranges', () => {
  it('start a date at local midnight and end it after its last moment', () => {
    expect(parseStart('2026-06-01', 'startDate').toISOString()).toBe('2026-06-01T03:00:00.000Z')
    expect(parseEnd('2026-06-01', 'endDate').toISOString()).toBe('2026-06-02T03:00:00.000Z')
  })

  it('take an instant as it is, local when it names no offset', () => {
    expect(parseStart('2026-06-01T00:00:00', 'startDate').toISOString()).toBe('2026-06-01T03:00:00.000Z')
    expect(parseEnd('2026-06-01T12:00:00+02:00', 'endDate').toISOString()).toBe('2026-06-01T10:00:00.000Z')
    expect(parseEnd('2026-06-01T12:00:00Z', 'endDate').toISOString()).toBe('2026-06-01T12:00:00.000Z')
  })

  it('follow the local clock through a day of 23 hours', () => {
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

  it('reach from the first year to the last in instants that a database can read', () => {
    const written = (date: Date) => date.toISOString()
    expect(written(parseStart('0000-01-01', 'startDate'))).toMatch(/^0001-01-02T/)
    expect(written(parseEnd('9999-12-31', 'endDate'))).toMatch(/^9999-12-31T/)
    expect(written(parseEnd('9999-12-31T23:59:59-05:00', 'endDate'))).toMatch(/^9999-12-31T/)
  })

  it('refuse an end before its start, accept a single day and open ends', () => {
    expect(() => parseWindow('2026-06-01', '2026-06-01')).not.toThrow()
    expect(() => parseWindow('2026-06-02', '2026-06-01')).toThrow(/endDate/)
    expect(() => parseWindow('2026-06-01T10:00:00', '2026-06-01T09:59:59')).toThrow(/endDate/)
    expect(() => parseWindow('2026-06-02T00:00:00', '2026-06-01')).toThrow(/endDate/)
    expect(() => parseWindow('2026-06-01', '2026-05-31T23:59:59')).toThrow(/endDate/)
    expect(() => parseWindow('9999-12-31', '9999-12-31')).not.toThrow()
    expect(parseWindow('', null)).toEqual({ from: undefined, to: undefined })
  })
})

describe('a range from an instant to a day', () => {
  it('ends with that day, also where it is the day of the instant', () => {
    expect(parseWindow('2026-06-01T10:00:00', '2026-06-01')).toEqual({
      from: new Date('2026-06-01T13:00:00Z'),
      to: new Date('2026-06-02T03:00:00Z'),
    })
  })
})

describe('instants', () => {
  it('are written in UTC with an offset, milliseconds only when there are some', () => {
    expect(formatInstant(new Date('2026-06-01T12:00:00Z'))).toBe('2026-06-01T12:00:00+00:00')
    expect(formatInstant(new Date('2026-06-01T12:00:00.250Z'))).toBe('2026-06-01T12:00:00.250+00:00')
  })

  it('belong to a local day and hour', () => {
    const late = new Date('2026-06-02T02:59:59Z')
    expect(localDay(late)).toBe('2026-06-01')
    expect(localHour(late)).toBe(23)
    expect(localWeekday(late)).toBe((new Date(`${localDay(late)}T12:00:00Z`).getUTCDay() + 6) % 7)
    expect(startOfLocalDay(late, -1).toISOString()).toBe('2026-05-31T03:00:00.000Z')
  })
})

describe('the last days', () => {
  const now = new Date('2026-06-10T12:00:00Z')

  it('are whole days back from now, now included', () => {
    expect(lastDays(2, now)).toEqual({
      from: new Date('2026-06-08T12:00:00Z'),
      to: new Date('2026-06-10T12:00:00.001Z'),
    })
  })

  it('reach no further back than any article, whatever number is asked', () => {
    expect(lastDays(2_147_483_647, now).from).toEqual(new Date('1900-01-01T00:00:00Z'))
  })
})
