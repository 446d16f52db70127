import { describe, expect, it } from 'vitest'
import { EVERY_DAY, readSchedule, WORK_DAYS, writeSchedule } from './schedule-times.ts'

describe('times of a schedule', () => {
  it.each([
    ['0 8 * * *', ['08:00'], EVERY_DAY],
    ['30 7,18 * * 1-5', ['07:30', '18:30'], WORK_DAYS],
    ['0,30 8 * * 0,6', ['08:00', '08:30'], [0, 6]],
    ['0 23 * * 1', ['23:00'], [1]],
  ])('%s is read and written', (schedule, times, days) => {
    expect(readSchedule(schedule)).toEqual({ times, days })
    expect(writeSchedule({ times, days })).toBe(schedule)
  })

  it.each([
    ['Sunday as 7', '0 8 * * 5-7', [0, 5, 6]],
    ['a range of hours', '0 8-9 * * 1', [1]],
  ])('reads %s', (_, schedule, days) => {
    expect(readSchedule(schedule)?.days).toEqual(days)
  })

  it.each(['*/15 * * * *', '0 7 1 * *', '0 7 * 2 *', '0 7 * * MON', '0 7 * *', '0 7 * * * *'])(
    'leaves %s to the API',
    (schedule) => {
      expect(readSchedule(schedule)).toBeUndefined()
    },
  )

  it.each([
    ['no time', [], EVERY_DAY],
    ['no day', ['08:00'], []],
    ['minutes that differ by hour', ['08:00', '18:30'], EVERY_DAY],
  ])('has no expression for %s', (_, times, days) => {
    expect(writeSchedule({ times, days })).toBeUndefined()
  })

  it('writes a repeated time once', () => {
    expect(writeSchedule({ times: ['08:00', '08:00'], days: [1, 1] })).toBe('0 8 * * 1')
  })
})
