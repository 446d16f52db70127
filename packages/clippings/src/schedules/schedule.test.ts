import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PublicError } from '@pauta/platform/errors'
import { findNextRun } from './due-time.ts'
import { intervalHours, nextRun, parseSchedule } from './schedule.ts'

const parse = (text: string) => parseSchedule(text, 'input.schedule')
const runsOf = (text: string, after: string, count = 3) => {
  const runs: string[] = []
  let from = new Date(after)
  while (runs.length < count) {
    const next = nextRun(parse(text), from)
    if (!next) break
    runs.push(next.toISOString().slice(0, 16))
    from = next
  }
  return runs
}

/** The error for a schedule text, as a caller sees it. */
function refusalOf(text: string) {
  try {
    parse(text)
    return undefined
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    return { code: error.code, details: error.details, message: error.message }
  }
}

describe('a schedule', () => {
  it.each([
    ['0 8 * * *', ['2026-06-02T11:00', '2026-06-03T11:00', '2026-06-04T11:00']],
    ['59 23 * * *', ['2026-06-02T02:59', '2026-06-03T02:59', '2026-06-04T02:59']],
    ['30 */6 * * *', ['2026-06-01T15:30', '2026-06-01T21:30', '2026-06-02T03:30']],
    ['0 9-11 * * mon-FRI', ['2026-06-01T13:00', '2026-06-01T14:00', '2026-06-02T12:00']],
    ['0 8 1,15 jan,JUL *', ['2026-07-01T11:00', '2026-07-15T11:00', '2027-01-01T11:00']],
    ['0 8 * * 0', ['2026-06-07T11:00', '2026-06-14T11:00', '2026-06-21T11:00']],
    ['0 8 * * 7', ['2026-06-07T11:00', '2026-06-14T11:00', '2026-06-21T11:00']],
    // With both day fields: the 13th, and every Friday.
    ['0 8 13 * 5', ['2026-06-05T11:00', '2026-06-12T11:00', '2026-06-13T11:00']],
    ['0 8 29 2 *', ['2028-02-29T11:00', '2032-02-29T11:00', '2036-02-29T11:00']],
    ['  0   8  *  * *  ', ['2026-06-02T11:00', '2026-06-03T11:00', '2026-06-04T11:00']],
    ['7,7 8 * * *', ['2026-06-02T11:07', '2026-06-03T11:07', '2026-06-04T11:07']],
    ['0,30 8 * * *', ['2026-06-02T11:00', '2026-06-02T11:30', '2026-06-03T11:00']],
    ['0 * * * *', ['2026-06-01T13:00', '2026-06-01T14:00', '2026-06-01T15:00']],
    ['*/15 8-13 * * *', ['2026-06-01T12:15', '2026-06-01T12:30', '2026-06-01T12:45']],
    // 15 minutes before midnight, and at midnight.
    ['0,45 0,23 * * *', ['2026-06-02T02:00', '2026-06-02T02:45', '2026-06-02T03:00']],
    // On Mondays only, so that the last run of a day is far from the first run of the next.
    ['0,50 0,23 * * 1', ['2026-06-02T02:00', '2026-06-02T02:50', '2026-06-08T03:00']],
  ])('%s runs in local time', (text, runs) => {
    expect(runsOf(text, '2026-06-01T12:00:00Z')).toEqual(runs)
  })

  it('is kept with single spaces', () => {
    expect(parse('  0   8  *  * MON ').text).toBe('0 8 * * MON')
  })

  it.each([
    '',
    '0 8 * *',
    '0 0 8 * * *',
    '0 8 * * * 2026',
    '@daily',
    '0 8 L * *',
    '0 8 15W * *',
    '0 8 * * 5L',
    '0 8 * * 1#2',
    '0 8 ? * MON',
    '0 8 * * SEG',
    '60 8 * * *',
    '0 24 * * *',
    '0 8 0 * *',
    '0 8 32 * *',
    '0 8 * 13 *',
    '0 8 * * 8',
    '0 8 * * FRI-MON',
    '5/15 * * * *',
    '0 8 */0 * *',
    '-1 8 * * *',
    '0 8 , * *',
    '0 8 31 2 *',
    '0 8 30,31 2 *',
    '* * * * *',
    '*/30 * * * *',
    '*/10 * * * *',
    '0,30 0-12 * * *',
    '10-11 8 * * *',
    '0,14 8 * * *',
    '0,50 0,23 * * *',
    '0,50 0,23 * * 1,2',
    '0,50 0,23 28,29 2 *',
    `0 8 * * ${'1,'.repeat(200)}1x`,
  ])('refuses "%s", naming the field and the expression', (text) => {
    const refusal = refusalOf(text)
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', details: { argument: 'input.schedule' } })
    expect(refusal?.message).toContain(`input.schedule: expressão cron inválida: "${text.slice(0, 100)}"`)
  })

  it.each(['0 8 * *', '0 0 8 * * *', '0 8 * * * 2026'])('of "%s" is told to have five fields', (text) => {
    expect(refusalOf(text)?.message).toContain('(use cinco campos (minuto hora dia mês dia-da-semana)).')
  })

  it('runs at most 24 times in a day and at least 15 minutes apart, or is refused', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 3 })
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 16 })
    const counted = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(minutes, hours, (someMinutes, someHours) => {
        const times = someHours
          .flatMap((hour) => someMinutes.map((minute) => hour * 60 + minute))
          .sort((a, b) => a - b)
        const gaps = times.map((time, at) => (times[at + 1] ?? (times[0] ?? 0) + 1440) - time)
        const isAllowed = times.length <= 24 && Math.min(...gaps) >= 15
        counted[isAllowed ? 'accepted' : 'refused']++
        expect(refusalOf(`${someMinutes.join()} ${someHours.join()} * * *`) === undefined).toBe(isAllowed)
      }),
      { numRuns: 200 },
    )
    expect(Math.min(counted.accepted, counted.refused)).toBeGreaterThan(30)
  })

  it.each([
    ['0 * * * *', '2026-06-01T12:00:00Z', 1],
    ['0,30 8 * * *', '2026-06-01T11:30:00Z', 0.5],
    ['0 8 * * *', '2026-06-01T11:00:00Z', 24],
    ['0 8 * * *', '2026-06-01T12:30:00Z', 24],
    ['0 8 * * MON', '2026-06-01T11:00:00Z', 168],
    ['0 8,20 * * *', '2026-06-01T11:00:00Z', 12],
    ['0 8 1 * *', '2026-07-01T11:00:00Z', 720],
  ])('the interval of %s at %s is %i hours', (text, at, hours) => {
    expect(intervalHours(parse(text), new Date(at))).toBe(hours)
  })
})

describe('the next run', () => {
  const timing = { schedule: parse('0 8 * * *'), active: true, startDate: null, endDate: null }
  const now = new Date('2026-06-01T11:00:00Z')
  const at = (text: string) => new Date(text)

  it.each([
    ['comes after now, even when now is a run', {}, at('2026-06-02T11:00:00Z')],
    ['waits for the first day', { startDate: '2026-06-10' }, at('2026-06-10T11:00:00Z')],
    ['takes no notice of a first day that is past', { startDate: '2026-01-10' }, at('2026-06-02T11:00:00Z')],
    ['may be on the last day', { endDate: '2026-06-02' }, at('2026-06-02T11:00:00Z')],
    ['is not after the last day', { endDate: '2026-06-01' }, null],
    ['is none while it is off', { active: false }, null],
    [
      'is none where first and last day have no run',
      { startDate: '2026-06-10', endDate: '2026-06-09' },
      null,
    ],
  ])('%s', (_, changes, expected) => {
    expect(findNextRun({ ...timing, ...changes }, now)).toEqual(expected)
  })

  it('at midnight follows the start of the first day', () => {
    const midnight = { ...timing, schedule: parse('0 0 * * *'), startDate: '2026-06-10' }
    expect(findNextRun(midnight, now)).toEqual(at('2026-06-11T03:00:00Z'))
    expect(findNextRun({ ...midnight, endDate: '2026-06-10' }, now)).toBeNull()
  })
})
