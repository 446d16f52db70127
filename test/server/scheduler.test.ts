import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
  ValidationException,
  type CreateScheduleCommandInput,
} from '@aws-sdk/client-scheduler'
import { startScheduler, type Scheduler } from '@pauta/server/scheduler/scheduler'
import type { Firing } from '@pauta/server/scheduler/schedule-clock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../kit/runner/eventually.ts'

let dataDir: string
let scheduler: Scheduler
let client: SchedulerClient
let firings: Firing[]
let failures: unknown[]
let answerFiring: (firing: Firing) => Promise<void>

async function start({ held = false } = {}): Promise<void> {
  scheduler = await startScheduler({
    port: 0,
    dataDir,
    groups: ['clippings'],
    held,
    log: (error) => failures.push(error),
    async fire(firing) {
      firings.push(firing)
      await answerFiring(firing)
    },
  })
  client = new SchedulerClient({
    endpoint: scheduler.url,
    region: 'us-east-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  })
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pauta-scheduler-'))
  firings = []
  failures = []
  answerFiring = async () => {}
  await start()
})

afterEach(async () => {
  client.destroy()
  await scheduler.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const FUTURE = 'at(2099-01-01T08:00:00)'
const target = {
  Arn: 'arn:aws:sqs:us-east-2:000000000000:releases',
  RoleArn: 'arn:aws:iam::000000000000:role/s',
  Input: '{"a":1}',
}
const schedule = (changes: Partial<CreateScheduleCommandInput> = {}): CreateScheduleCommandInput => ({
  Name: 'one',
  GroupName: 'clippings',
  ScheduleExpression: FUTURE,
  FlexibleTimeWindow: { Mode: 'OFF' },
  Target: target,
  ...changes,
})
const create = (changes?: Partial<CreateScheduleCommandInput>) =>
  client.send(new CreateScheduleCommand(schedule(changes)))
const get = (Name = 'one') => client.send(new GetScheduleCommand({ Name, GroupName: 'clippings' }))

/** Returns an `at()` expression for so many seconds from now, in UTC. */
function atSeconds(seconds: number): string {
  return `at(${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)})`
}

describe('schedules', () => {
  it('are created, read, updated, listed and deleted', async () => {
    const { ScheduleArn } = await create({
      ScheduleExpressionTimezone: 'America/Sao_Paulo',
      Description: 'first',
    })
    expect(ScheduleArn).toMatch(/^arn:aws:scheduler:.*:schedule\/clippings\/one$/)
    expect(await get()).toMatchObject({
      Arn: ScheduleArn,
      State: 'ENABLED',
      ScheduleExpression: FUTURE,
      ScheduleExpressionTimezone: 'America/Sao_Paulo',
      Description: 'first',
      Target: target,
      ActionAfterCompletion: 'NONE',
      CreationDate: expect.any(Date) as Date,
    })
    await client.send(
      new UpdateScheduleCommand({ ...schedule(), ScheduleExpression: 'rate(5 minutes)', State: 'DISABLED' }),
    )
    expect(await get()).toMatchObject({
      ScheduleExpression: 'rate(5 minutes)',
      State: 'DISABLED',
      ScheduleExpressionTimezone: 'UTC',
    })
    // An update replaces the whole schedule.
    expect((await get()).Description).toBeUndefined()
    await client.send(new DeleteScheduleCommand({ Name: 'one', GroupName: 'clippings' }))
    await expect(get()).rejects.toBeInstanceOf(ResourceNotFoundException)
  })

  it('are listed by group and prefix, a page at a time', async () => {
    for (const Name of ['b1', 'a2', 'a1', 'a3']) await create({ Name })
    await create({ Name: 'a9', GroupName: 'default' })
    const list = (more: object) =>
      client.send(
        new ListSchedulesCommand({ GroupName: 'clippings', NamePrefix: 'a', MaxResults: 2, ...more }),
      )
    const first = await list({})
    expect(first.Schedules?.map(({ Name }) => Name)).toEqual(['a1', 'a2'])
    expect(first.Schedules?.[0]).toMatchObject({
      Arn: expect.stringMatching(/:schedule\/clippings\/a1$/) as string,
      GroupName: 'clippings',
      State: 'ENABLED',
      CreationDate: expect.any(Date) as Date,
      LastModificationDate: expect.any(Date) as Date,
      Target: { Arn: target.Arn },
    })
    const second = await list({ NextToken: first.NextToken })
    expect(second.Schedules?.map(({ Name }) => Name)).toEqual(['a3'])
    expect(second.NextToken).toBeUndefined()
  })

  it('are listed by state, and of all groups unless one is asked for', async () => {
    await create({ Name: 'a' })
    await create({ Name: 'b', State: 'DISABLED' })
    await create({ Name: 'c', GroupName: 'default' })
    const list = async (filter: { GroupName?: string; State?: 'DISABLED' }) => {
      const { Schedules = [], NextToken } = await client.send(new ListSchedulesCommand(filter))
      return [Schedules.map(({ GroupName, Name }) => `${GroupName}/${Name}`).join(' '), NextToken]
    }
    expect(await list({})).toEqual(['clippings/a clippings/b default/c', undefined])
    expect(await list({ GroupName: 'default' })).toEqual(['default/c', undefined])
    expect(await list({ State: 'DISABLED' })).toEqual(['clippings/b', undefined])
  })

  it('refuse requests that the real service refuses', async () => {
    await create()
    await expect(create()).rejects.toBeInstanceOf(ConflictException)
    await expect(create({ Name: 'two', GroupName: 'unknown' })).rejects.toBeInstanceOf(
      ResourceNotFoundException,
    )
    await expect(client.send(new UpdateScheduleCommand(schedule({ Name: 'two' })))).rejects.toBeInstanceOf(
      ResourceNotFoundException,
    )
    const invalid: Partial<CreateScheduleCommandInput>[] = [
      { ScheduleExpression: 'cron(0 8 * * *)' },
      { ScheduleExpressionTimezone: 'Nowhere/Land' },
      { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } },
      { Name: 'with space' },
      { Target: { Arn: '', RoleArn: 'r' } },
    ]
    for (const changes of invalid) {
      await expect(create({ Name: 'two', ...changes })).rejects.toBeInstanceOf(ValidationException)
    }
  })
})

describe('runs', () => {
  it('happen once at their time and delete the schedule if it requests so', async () => {
    await create({
      ScheduleExpression: atSeconds(2),
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 10 },
      ActionAfterCompletion: 'DELETE',
      Target: {
        ...target,
        Input: '{"at":"<aws.scheduler.scheduled-time>","try":<aws.scheduler.attempt-number>}',
      },
    })
    expect(firings).toEqual([])
    await eventually(() => expect(firings).toHaveLength(1))
    expect(firings[0]).toMatchObject({ name: 'one', group: 'clippings', target: { Arn: target.Arn } })
    const input = JSON.parse(firings[0]?.input ?? '') as { at: string; try: number }
    expect(new Date(input.at)).toEqual(firings[0]?.scheduledTime)
    expect(input.try).toBe(1)
    await eventually(() => expect(get()).rejects.toBeInstanceOf(ResourceNotFoundException))
  })

  it('happen at once for a past time, and only once', async () => {
    await create({ ScheduleExpression: 'at(2020-01-01T00:00:00)' })
    await eventually(() => expect(firings).toHaveLength(1))
    await scheduler.stop()
    await start()
    expect(await get()).toMatchObject({ ScheduleExpression: 'at(2020-01-01T00:00:00)' })
    expect(firings).toHaveLength(1)
  })

  it('survive a restart, and missed one-time runs happen then', async () => {
    await create({ ScheduleExpression: atSeconds(1), ActionAfterCompletion: 'DELETE' })
    await scheduler.stop()
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(firings).toEqual([])
    await start()
    await eventually(() => expect(firings).toHaveLength(1))
  })

  it('are retried when the target fails', async () => {
    answerFiring = async () => {
      if (firings.length === 1) throw new Error('the queue is away')
    }
    const Input =
      '{"arn":"<aws.scheduler.schedule-arn>","id":"<aws.scheduler.execution-id>","try":<aws.scheduler.attempt-number>}'
    const { ScheduleArn } = await create({
      ScheduleExpression: 'at(2020-01-01T00:00:00)',
      ActionAfterCompletion: 'DELETE',
      Target: { ...target, Input },
    })
    await eventually(() => expect(firings).toHaveLength(2))
    expect(failures).toHaveLength(1)
    const inputs = firings.map(({ input }) => JSON.parse(input) as { id: string })
    const id = inputs[0]?.id
    expect(id).toMatch(/^[\da-f-]{36}$/)
    expect(inputs).toEqual([
      { arn: ScheduleArn, id, try: 1 },
      { arn: ScheduleArn, id, try: 2 },
    ])
    await eventually(() => expect(get()).rejects.toBeInstanceOf(ResourceNotFoundException))
  })

  it('that a stop interrupts between two tries happen at the next start', async () => {
    answerFiring = async () => {
      throw new Error('the queue is away')
    }
    await create({ ScheduleExpression: 'at(2020-01-01T00:00:00)', ActionAfterCompletion: 'DELETE' })
    await eventually(() => expect(failures).toHaveLength(1))
    await scheduler.stop()
    const before = firings.length
    answerFiring = async () => {}
    await start()
    await eventually(() => expect(firings).toHaveLength(before + 1))
    await eventually(() => expect(get()).rejects.toBeInstanceOf(ResourceNotFoundException))
  })

  it('wait for the release of a scheduler that is held', async () => {
    await scheduler.stop()
    await start({ held: true })
    await create({ ScheduleExpression: 'at(2020-01-01T00:00:00)' })
    await scheduler.stop()
    await start({ held: true })
    // A schedule that is due runs before the scheduler reads the next request.
    await get()
    expect(firings).toEqual([])
    scheduler.release()
    await eventually(() => expect(firings).toHaveLength(1))
    scheduler.release()
    await get()
    expect(firings).toHaveLength(1)
  })

  it('do not happen when disabled, and a replaced schedule stays', async () => {
    await create({ Name: 'off', ScheduleExpression: 'at(2020-01-01T00:00:00)', State: 'DISABLED' })
    answerFiring = async () => {
      const next = schedule({ ActionAfterCompletion: 'DELETE' })
      await client.send(new UpdateScheduleCommand({ ...next, FlexibleTimeWindow: { Mode: 'OFF' } }))
    }
    await create({ ScheduleExpression: 'at(2020-01-01T00:00:00)', ActionAfterCompletion: 'DELETE' })
    await eventually(async () => expect(await get()).toMatchObject({ ScheduleExpression: FUTURE }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await get()).toMatchObject({ ScheduleExpression: FUTURE })
    expect(firings.map(({ name }) => name)).toEqual(['one'])
  })
})
