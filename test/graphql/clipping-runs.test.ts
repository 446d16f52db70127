import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { connectReleaseScheduler } from '@pauta/clippings/schedules/release-scheduler'
import { loadConfig } from '@pauta/platform/config/config'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { Cron } from 'croner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { aClipping, createClipping, newPerson, type Person } from '../kit/rows/people.ts'
import { listMessages } from '../kit/workers/runs.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { CREATE, UPDATE, TOGGLE, DELETE, SEND } from '../kit/client/clipping-documents.ts'
import { timeAgo, timeAhead, tables } from '../kit/rows/tables.ts'

let stack: SharedStack
let author: Person
let scheduler: SchedulerClient

beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['release'] })
  author = await newPerson(stack)
  scheduler = new SchedulerClient({ endpoint: stack.stack.schedulerUrl })
})
afterAll(() => scheduler.destroy())

/** Computes the next run with another reader of cron expressions. */
const nextRun = (cron: string, after: Date) => {
  const next = new Cron(cron, { timezone: 'America/Sao_Paulo', paused: true }).nextRun(after)
  return next?.toISOString().replace('.000Z', '+00:00')
}
/** `YYYY-MM-DD` in Brasília, some days from now. */
const day = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)
const scheduleOf = async (id: string) => {
  const [group] = ['pauta-local-clippings']
  try {
    const found = await scheduler.send(new GetScheduleCommand({ Name: `clipping-${id}`, GroupName: group }))
    return { at: found.ScheduleExpression, message: JSON.parse(found.Target?.Input ?? '') as unknown }
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined
    throw error
  }
}

describe('nextRunAt', () => {
  it.each(['0 8 * * *', '30 * * * *', '0 8 1 * MON', '15 6 * JAN,JUL FRI', '0 0 29 2 *'])(
    'is the first run of %s in local time, with a schedule set to it',
    async (schedule) => {
      const before = new Date()
      const { createClipping: made } = await author.query(CREATE, { input: aClipping({ schedule }) })
      expect([nextRun(schedule, before), nextRun(schedule, new Date())]).toContain(made.nextRunAt)
      expect(await scheduleOf(made.id)).toEqual({
        at: `at(${made.nextRunAt.slice(0, 19)})`,
        message: { kind: 'due', clippingId: made.id, nextRunAt: made.nextRunAt },
      })
    },
  )

  it('is after the start of the first day and within the last day', async () => {
    const person = await newPerson(stack)
    const nextOf = async (changes: Record<string, unknown>) =>
      (await person.query(CREATE, { input: aClipping({ schedule: '59 23 * * *', ...changes }) }))
        .createClipping.nextRunAt as string | null
    expect(await nextOf({ startDate: day(10) })).toBe(`${day(11)}T02:59:00+00:00`)
    expect(await nextOf({ startDate: day(10), endDate: day(10) })).toBe(`${day(11)}T02:59:00+00:00`)
    expect(await nextOf({ schedule: '0 8 * * *', endDate: day(-1) })).toBeNull()
    expect(await nextOf({ schedule: '0 0 * * *', startDate: day(10), endDate: day(10) })).toBeNull()
  })

  it('is null while the clipping is off, and returns when it is on', async () => {
    const id = await createClipping(author)
    const off = await author.query(TOGGLE, { id, active: false })
    expect(off.setClippingActive).toMatchObject({ id, active: false, nextRunAt: null })
    expect(await scheduleOf(id)).toBeUndefined()
    const on = await author.query(TOGGLE, { id, active: true })
    const { nextRunAt } = on.setClippingActive
    expect(nextRunAt).toBe(nextRun('0 8 * * *', new Date()))
    expect(await scheduleOf(id)).toMatchObject({
      at: `at(${nextRunAt.slice(0, 19)})`,
      message: { clippingId: id, nextRunAt },
    })
  })

  it('deletes its schedule when the clipping is deleted', async () => {
    const id = await createClipping(author)
    expect(await scheduleOf(id)).toMatchObject({ message: { clippingId: id } })
    await author.query(DELETE, { id })
    expect(await scheduleOf(id)).toBeUndefined()
  })

  it('stays when a change does not affect the schedule', async () => {
    const id = await createClipping(author)
    const due = new Date('2026-06-01T11:00:00Z')
    await tables.clippings.set(stack.db, { id }, { nextRunAt: due })
    const kept = await author.query(UPDATE, { id, input: aClipping({ name: 'Outro nome' }) })
    expect(kept.updateClipping.nextRunAt).toBe('2026-06-01T11:00:00+00:00')
    const again = await author.query(TOGGLE, { id, active: true })
    expect(again.setClippingActive.nextRunAt).toBe('2026-06-01T11:00:00+00:00')
    const moved = await author.query(UPDATE, { id, input: aClipping({ schedule: '0 9 * * *' }) })
    expect(moved.updateClipping.nextRunAt).toBe(nextRun('0 9 * * *', new Date()))
  })

  it('returns from beyond the schedule when the clipping is changed', async () => {
    const id = await createClipping(author)
    await tables.clippings.set(stack.db, { id }, { nextRunAt: timeAhead(400, 'day') })
    const changed = await author.query(UPDATE, { id, input: aClipping({ name: 'Outro nome' }) })
    expect(changed.updateClipping.nextRunAt).toBe(nextRun('0 8 * * *', new Date()))
    await tables.clippings.set(stack.db, { id }, { nextRunAt: timeAhead(400, 'day') })
    const toggled = await author.query(TOGGLE, { id, active: true })
    expect(toggled.setClippingActive.nextRunAt).toBe(nextRun('0 8 * * *', new Date()))
  })

  it('is stored while the scheduler is down, without an error for the caller', async () => {
    stack.gates.scheduler.close()
    try {
      const { createClipping: made } = await author.query(CREATE, { input: aClipping() })
      expect(made.nextRunAt).toBe(nextRun('0 8 * * *', new Date()))
      expect(await author.query(DELETE, { id: made.id })).toEqual({ deleteClipping: true })
      expect(await scheduleOf(made.id)).toBeUndefined()
    } finally {
      stack.gates.scheduler.open()
    }
  })

  it('sends its message to the queue at its time', async () => {
    const releaseScheduler = connectReleaseScheduler(
      loadConfig('scheduler').scheduler,
      createLogger({ level: 'silent' }),
    )
    const nextRunAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000)
    await releaseScheduler.put({ clippingId: 'a', nextRunAt: new Date('2099-01-01T00:00:00Z') })
    await releaseScheduler.put({ clippingId: 'a', nextRunAt })
    const message = { kind: 'due', clippingId: 'a', nextRunAt: expect.stringContaining('+00:00') as string }
    await expect
      .poll(async () => (await listMessages(stack, 'release')).map((body) => JSON.parse(body) as unknown), {
        interval: 200,
      })
      .toContainEqual(message)
    expect(await scheduleOf('a')).toBeUndefined()
    await releaseScheduler.remove('a')
  })
})

describe('sendClipping', () => {
  const messagesOf = async (id: string) =>
    (await listMessages(stack, 'release'))
      .map((body) => JSON.parse(body) as { clippingId: string; kind: string; requestedAt: string })
      .filter(({ clippingId }) => clippingId === id)
  const refusalOf = async (id: string) =>
    (await author.ask(SEND, { id })).errors.map(({ extensions }) => extensions)
  /** Answers the request, as the release worker does. */
  const finish = async (id: string) => {
    const [row] = await stack.db<{ sentAt: Date }[]>`select sent_at from clippings where id = ${id}`
    await tables.clippings.set(stack.db, { id }, { answeredAt: row?.sentAt ?? null, sendDueAt: null })
  }

  it('sends one message to the queue in ten minutes, also for a clipping that is off', async () => {
    const id = await createClipping(author)
    await author.query(TOGGLE, { id, active: false })
    expect(await author.query(SEND, { id })).toEqual({ sendClipping: true })
    const [row] = await stack.db<{ sentAt: Date }[]>`select sent_at from clippings where id = ${id}`
    expect((await messagesOf(id)).map(({ kind, requestedAt }) => [kind, Date.parse(requestedAt)])).toEqual([
      ['manual', row?.sentAt.getTime()],
    ])
    await finish(id)
    const [refusal] = await refusalOf(id)
    expect(refusal?.['code']).toBe('RATE_LIMITED')
    expect(refusal?.['retryAfterSeconds']).toBeGreaterThan(590)
    await tables.clippings.set(stack.db, { id }, { sentAt: timeAgo(10, 'minute') })
    expect(await author.query(SEND, { id })).toEqual({ sendClipping: true })
    expect(await messagesOf(id)).toHaveLength(2)
  })

  it('sends the message of an unanswered request again, 10 seconds after the first', async () => {
    const id = await createClipping(author)
    expect(await author.query(SEND, { id })).toEqual({ sendClipping: true })
    const [refusal] = await refusalOf(id)
    expect(refusal?.['code']).toBe('RATE_LIMITED')
    expect(refusal?.['retryAfterSeconds']).toBeLessThanOrEqual(10)
    const asked = new Date(Date.now() - 11_000)
    await tables.clippings.set(stack.db, { id }, { sentAt: asked })
    expect(await author.query(SEND, { id })).toEqual({ sendClipping: true })
    expect(await author.query(SEND, { id })).toEqual({ sendClipping: true })
    const repeated = (await messagesOf(id)).slice(1).map(({ requestedAt }) => Date.parse(requestedAt))
    expect(repeated).toEqual([asked.getTime(), asked.getTime()])
  })

  it('warns when there is nothing to send, and only then', async () => {
    const agencyKey = 'orgao-de-envio'
    const recortes = [{ title: 'Tudo', agencies: [agencyKey], themes: [], keywords: [] }]
    const warningsOf = async (id: string) => {
      const answer = await author.ask(SEND, { id })
      expect(answer.data).toEqual({ sendClipping: true })
      return answer.extensions['warnings']
    }
    const quiet = await createClipping(author, { recortes })
    expect(await warningsOf(quiet)).toEqual([
      'sendClipping: não há notícia nova para este clipping, então nada será enviado agora.',
    ])
    await stack.publish([anArticle({ agencyKey, publishedAt: ago({ days: 6 }) })])
    expect(await warningsOf(await createClipping(author, { recortes }))).toBeUndefined()
  })

  it('returns an error when the queue is down, and may be retried', async () => {
    const id = await createClipping(author)
    stack.gates.aws.close()
    try {
      const { errors } = await author.ask(SEND, { id })
      expect(errors.map((error) => error.extensions)).toEqual([
        { code: 'SERVICE_UNAVAILABLE', dependency: 'queue' },
      ])
    } finally {
      stack.gates.aws.open()
    }
    expect(await author.query(SEND, { id })).toEqual({ sendClipping: true })
  })
})
