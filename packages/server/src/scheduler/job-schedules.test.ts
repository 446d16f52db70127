import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { putSchedules, type QueueSchedule } from './job-schedules.ts'
import { startScheduler, type Scheduler } from './scheduler.ts'

let scheduler: Scheduler
beforeEach(async () => {
  scheduler = await startScheduler({
    port: 0,
    held: true,
    groups: ['jobs', 'others'],
    fire: async () => undefined,
    log: () => undefined,
  })
})
afterEach(() => scheduler.stop())

const schedule = (name: string, changes: Partial<QueueSchedule> = {}): QueueSchedule => ({
  name,
  expression: 'cron(0 8 * * ? *)',
  timezone: 'America/Sao_Paulo',
  queueArn: 'arn:aws:sqs:us-east-2:0:q',
  message: '{"a":1}',
  ...changes,
})
const ask = async (path: string) =>
  (await (await fetch(`${scheduler.url}/schedules${path}`)).json()) as Record<string, unknown>
const list = async (group: string) => {
  const { Schedules } = await ask(`?ScheduleGroup=${group}`)
  return (Schedules as { Name: string }[]).map(({ Name }) => Name)
}

describe('the schedules of a group', () => {
  it('are made, changed and removed until they equal the list', async () => {
    await putSchedules(scheduler.url, 'jobs', [schedule('a'), schedule('b')])
    await putSchedules(scheduler.url, 'others', [schedule('c')])
    await putSchedules(scheduler.url, 'jobs', [
      schedule('b', { expression: 'rate(5 minutes)', timezone: 'America/Manaus' }),
    ])
    expect([await list('jobs'), await list('others')]).toEqual([['b'], ['c']])
    expect(await ask('/b?groupName=jobs')).toMatchObject({
      GroupName: 'jobs',
      ScheduleExpression: 'rate(5 minutes)',
      ScheduleExpressionTimezone: 'America/Manaus',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: 'arn:aws:sqs:us-east-2:0:q',
        RoleArn: 'arn:aws:iam::000000000000:role/scheduler',
        Input: '{"a":1}',
      },
    })
  })

  it('are removed from every page of the list', async () => {
    const many = Array.from({ length: 101 }, (_, n) => schedule(`s${String(n).padStart(3, '0')}`))
    await putSchedules(scheduler.url, 'jobs', many)
    expect(await list('jobs')).toHaveLength(100)
    await putSchedules(scheduler.url, 'jobs', [])
    expect(await list('jobs')).toEqual([])
  })

  it('are refused with the reason', async () => {
    const refused = putSchedules(scheduler.url, 'jobs', [schedule('a', { expression: 'daily' })])
    await expect(refused).rejects.toThrow(/The schedule a was refused: .*Invalid Schedule Expression/)
    await expect(putSchedules(scheduler.url, 'none', [schedule('a')])).rejects.toThrow(
      /The schedule a was refused: .*group none does not exist/,
    )
  })
})

describe('a request to the scheduler', () => {
  const send = async (body: string) => {
    const response = await fetch(`${scheduler.url}/schedules/a`, { method: 'POST', body })
    const { Message } = (await response.json()) as { Message: string }
    return [response.status, Message]
  }

  it.each([
    ['{', 'The body is not JSON.'],
    ['', 'ScheduleExpression is missing.'],
    ['{}'.padEnd(524_288), 'ScheduleExpression is missing.'],
    ['{}'.padEnd(524_289), 'The request is too long.'],
  ])('is refused with the reason, and has at most 512 KiB', async (body, message) => {
    expect(await send(body)).toEqual([400, message])
  })
})

it.each([
  ['GET', '/'],
  ['POST', '/schedules'],
  ['PUT', '/schedules/'],
  ['DELETE', '/schedules/a/b'],
  ['PATCH', '/schedules/a'],
])('the scheduler has no %s %s', async (method, path) => {
  const response = await fetch(`${scheduler.url}${path}`, { method })
  expect([response.status, await response.json()]).toEqual([
    400,
    { Message: `The local scheduler has no ${method} ${path}.` },
  ])
})
