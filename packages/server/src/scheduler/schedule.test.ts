import { describe, expect, it } from 'vitest'
import { readSchedule, readTimetable, type Schedule } from './schedule.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const NOW_SECONDS = NOW.getTime() / 1000
const TARGET = { Arn: 'arn:aws:sqs:us-east-2:0:q', RoleArn: 'arn:aws:iam::0:role/r' }
const BODY = {
  ScheduleExpression: 'rate(1 hours)',
  FlexibleTimeWindow: { Mode: 'OFF' },
  Target: TARGET,
}
const read = (changes: object = {}, { name = 'a', createdAt }: { name?: string; createdAt?: number } = {}) =>
  readSchedule(name, { ...BODY, ...changes }, { now: NOW, createdAt })

describe('a schedule', () => {
  it('has defaults for what its request leaves out', () => {
    expect(read()).toEqual({
      Name: 'a',
      GroupName: 'default',
      State: 'ENABLED',
      ScheduleExpression: 'rate(1 hours)',
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: TARGET,
      ActionAfterCompletion: 'NONE',
      CreationDate: NOW_SECONDS,
      LastModificationDate: NOW_SECONDS,
    })
  })

  it('has what its request gives, and keeps its creation in an update', () => {
    const given = {
      GroupName: 'g',
      State: 'DISABLED',
      ScheduleExpressionTimezone: 'America/Sao_Paulo',
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1440 },
      ActionAfterCompletion: 'DELETE',
      Description: 'd',
      StartDate: 1,
      EndDate: 2,
      Target: { ...TARGET, Input: 'x'.repeat(262_144), RetryPolicy: { MaximumRetryAttempts: 1 } },
    }
    expect(read(given, { createdAt: 7 })).toMatchObject({
      ...given,
      CreationDate: 7,
      LastModificationDate: NOW_SECONDS,
    })
    const shortest = { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1 }
    expect(read({ FlexibleTimeWindow: shortest }).FlexibleTimeWindow).toEqual(shortest)
    expect(read({ Description: null, StartDate: null })).toEqual(read())
    expect(read({}, { name: 'n'.repeat(64) }).Name).toHaveLength(64)
  })

  it.each([
    [{}, 'n'.repeat(65)],
    [{}, ''],
    [{}, 'ç'],
    [{ GroupName: 7 }],
    [{ GroupName: 'a b' }],
    [{ State: 'OFF' }],
    [{ ActionAfterCompletion: 'STOP' }],
    [{ ScheduleExpression: undefined }],
    [{ ScheduleExpression: 'rate(0 hours)' }],
    [{ ScheduleExpressionTimezone: 7 }],
    [{ ScheduleExpressionTimezone: 'Nowhere' }],
    [{ Description: 7 }],
    [{ StartDate: '1' }],
    [{ EndDate: Infinity }],
    [{ FlexibleTimeWindow: undefined }],
    [{ FlexibleTimeWindow: { Mode: 'OFF', MaximumWindowInMinutes: 1 } }],
    [{ FlexibleTimeWindow: { Mode: 'FLEXIBLE' } }],
    [{ FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 0 } }],
    [{ FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1441 } }],
    [{ FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1.5 } }],
    [{ Target: undefined }],
    [{ Target: { ...TARGET, Arn: '' } }],
    [{ Target: { ...TARGET, Arn: 7 } }],
    [{ Target: { ...TARGET, RoleArn: '' } }],
    [{ Target: { ...TARGET, RoleArn: 7 } }],
    [{ Target: { ...TARGET, Input: 7 } }],
    [{ Target: { ...TARGET, Input: 'x'.repeat(262_145) } }],
  ] as [object, string?][])('is refused with %j %s', (changes, name) => {
    const refused = { status: 400, type: 'ValidationException' }
    expect(() => read(changes, name === undefined ? {} : { name })).toThrow(expect.objectContaining(refused))
  })
})

describe('the times of a schedule', () => {
  const next = (changes: Partial<Schedule>, after: string) =>
    readTimetable({ ...read(), ...changes })
      .findNext(new Date(after))
      ?.toISOString()
      .slice(0, 16)
  const seconds = (text: string) => Date.parse(text) / 1000

  it.each<[string, Partial<Schedule>, string, string | undefined]>([
    ['count from the creation', {}, '2026-11-20T10:00:00Z', '2026-11-20T11:00'],
    [
      'begin behind the start',
      { StartDate: seconds('2026-11-21T00:30:00Z') },
      '2026-11-20T10:00:00Z',
      '2026-11-21T01:30',
    ],
    [
      'go on behind the start',
      { StartDate: seconds('2026-11-20T00:30:00Z') },
      '2026-11-20T10:00:00Z',
      '2026-11-20T10:30',
    ],
    [
      'reach to the end',
      { EndDate: seconds('2026-11-20T11:00:00Z') },
      '2026-11-20T10:00:00Z',
      '2026-11-20T11:00',
    ],
    ['end there', { EndDate: seconds('2026-11-20T10:59:59Z') }, '2026-11-20T10:00:00Z', undefined],
    [
      'are one time without an end',
      { ScheduleExpression: 'at(2026-11-22T08:00:00)', EndDate: seconds('2026-11-20T00:00:00Z') },
      '2026-11-20T10:00:00Z',
      '2026-11-22T08:00',
    ],
    ['were one time', { ScheduleExpression: 'at(2026-11-22T08:00:00)' }, '2026-11-22T08:00:00Z', undefined],
  ])('%s', (_, changes, after, expected) => {
    expect(next(changes, after)).toBe(expected)
  })
})
