import { upsertArticles } from '@pauta/core/ingest/writes'
import { readDeliveryMessage } from '@pauta/delivery/queues/messages'
import { sweepPipeline } from '@pauta/functions/jobs/sweep/handler'
import { sweep as sweepJob } from '@pauta/functions/jobs/sweep/job'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, received } from '../kit/rows/factories.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { listMessages, startRun } from '../kit/workers/runs.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo, timeAhead } from '../kit/rows/tables.ts'

let stack: TestStack
/** Stops the next run before it begins. */
let isStopped = false
beforeAll(async () => {
  const job = quickJob(
    sweepJob,
    (context) => sweepPipeline(isStopped ? { ...context, signal: AbortSignal.abort() } : context),
    {},
  )
  stack = await shareTestStack({ jobs: [job], idleWorkers: ['release', 'deliver-email', 'deliver-push'] })
})
afterAll(() => stack.stop())

/**
 * Writes an article whose message for the step `index` was lost, some minutes ago. Its other steps are not overdue: a
 * worker that ends them may also end `index` before the sweep takes it.
 */
async function loseMessage(agencyKey: string, minutesAgo: number): Promise<string> {
  const { inserted } = await upsertArticles(stack.db, [received(anArticle({ agencyKey }))])
  const uniqueId = inserted[0] ?? ''
  await tables.pipelineSteps.set(
    stack.db,
    { uniqueId, step: 'index' },
    { dueAt: timeAgo(minutesAgo, 'minute') },
  )
  return uniqueId
}

const sweep = async () => (await startRun(stack, 'sweep')).until('succeeded')
const statusOf = async (uniqueId: string) => {
  const [row] = await stack.db<{ status: string }[]>`
    select status from pipeline_steps where unique_id = ${uniqueId} and step = 'index'`
  return row?.status
}

describe('the sweep', () => {
  it('makes an article searchable whose message was lost, and leaves recent ones alone', async () => {
    const lost = await loseMessage('mec', 2)
    const fresh = await loseMessage('saude', 0)
    isStopped = true
    expect((await sweep()).result).toMatchObject({ steps: { enrich: 0, classify: 0, embed: 0, index: 0 } })
    isStopped = false
    const { result } = await sweep()
    const names = Object.keys(result ?? {}).toSorted()
    expect(names.slice(0, 7).join(' ')).toBe(
      'abandonedRuns deliveries deliveryLag dropped enqueued failedDeliveries incidents',
    )
    expect(names.slice(7).join(' ')).toBe(
      'index lag oldestDueRunAt reindexed repairedClippings repairedDeliveries repairedSites resent scraping staleAgencies steps timeToSearchSeconds windowHolds',
    )
    expect(result).toMatchObject({ steps: { index: 1 }, abandonedRuns: 0 })
    await expect.poll(() => statusOf(lost)).toBe('done')
    expect(await statusOf(fresh)).toBe('due')
  })

  it('does not send the message of an article again while it may be in the queue', async () => {
    const uniqueId = await loseMessage('iphan', 5)
    const step = { uniqueId, step: 'index' }
    await tables.pipelineSteps.set(stack.db, step, { wokenAt: timeAgo(14, 'minute') })
    expect((await sweep()).result).toMatchObject({ steps: { index: 0 } })
    await tables.pipelineSteps.set(stack.db, step, { wokenAt: timeAgo(16, 'minute') })
    expect((await sweep()).result).toMatchObject({ steps: { index: 1 } })
  })

  it('leaves articles that failed too often to a person, and retries the others', async () => {
    const hopeless = await loseMessage('anp', 90)
    const stuck = await loseMessage('anp', 90)
    const failed = { status: 'failed', error: 'no', updatedAt: timeAgo(2, 'hour') }
    await tables.pipelineSteps.set(stack.db, { uniqueId: hopeless }, { ...failed, attempts: 5 })
    await tables.pipelineSteps.set(stack.db, { uniqueId: stuck }, { ...failed, attempts: 2 })
    expect((await sweep()).result).toMatchObject({ steps: { enrich: 1 } })
    await expect.poll(() => statusOf(stuck)).toBe('done')
    expect(await statusOf(hopeless)).toBe('failed')
  })

  it('ends open steps of the language model when none is configured any more', async () => {
    const [waiting, done] = [await loseMessage('ibge', 90), await loseMessage('ibge', 90)]
    await tables.pipelineSteps.add(stack.db, [
      { uniqueId: waiting, step: 'classify', status: 'failed', attempts: 5, dueAt: timeAgo(1, 'hour') },
      { uniqueId: done, step: 'classify', status: 'done', attempts: 0, dueAt: new Date() },
    ])
    expect((await sweep()).result).toMatchObject({ dropped: 1, steps: { classify: 0 } })
    expect(await stack.db`select unique_id from pipeline_steps where step = 'classify'`).toEqual([
      { uniqueId: done },
    ])
  })

  it('closes an abandoned run, and counts it', async () => {
    await tables.jobRuns.add(stack.db, [
      {
        job: 'scrape',
        target: 'mec',
        scheduledTime: '2026-06-01T12:00:00Z',
        status: 'running',
        attempts: 1,
        startedAt: new Date(),
        leaseUntil: timeAgo(31, 'minute'),
      },
      {
        job: 'scrape',
        target: 'anp',
        scheduledTime: '2026-06-01T12:00:00Z',
        status: 'running',
        attempts: 1,
        startedAt: new Date(),
        leaseUntil: timeAgo(29, 'minute'),
      },
    ])
    const { result } = await sweep()
    expect(result).toMatchObject({ abandonedRuns: 1 })
    const rows =
      await stack.db`select target, status, error from job_runs where job = 'scrape' order by target`
    expect(rows).toMatchObject([
      { target: 'anp', status: 'running' },
      { target: 'mec', status: 'failed', error: expect.stringMatching(/stopped from outside/) as string },
    ])
  })

  it('enqueues overdue clippings, and not again while their message may be in the queue', async () => {
    await tables.users.add(stack.db, { id: 'autora' })
    await tables.clippings.add(
      stack.db,
      [
        { id: 'atrasado', active: true, nextRunAt: new Date(timeAgo(2, 'minute').setMilliseconds(0)) },
        { id: 'agora', active: true, nextRunAt: timeAgo(30, 'second') },
        { id: 'depois', active: true, nextRunAt: timeAhead(1, 'hour') },
        { id: 'parado', active: false, nextRunAt: null },
      ].map((clipping) => ({ authorUserId: 'autora', name: 'x', schedule: '0 8 * * *', ...clipping })),
    )
    const sendOverdue = async (enqueued: number) => {
      expect((await sweep()).result).toMatchObject({ enqueued })
      const bodies = await listMessages(stack, 'release')
      return bodies.map((body) => JSON.parse(body) as { clippingId: string; nextRunAt: string })
    }
    const [row] = await stack.db<
      { nextRunAt: Date }[]
    >`select next_run_at from clippings where id = 'atrasado'`
    const message = {
      kind: 'due',
      clippingId: 'atrasado',
      nextRunAt: row?.nextRunAt.toISOString().replace('.000Z', '+00:00'),
    }
    expect(await sendOverdue(1)).toEqual([message])
    expect(await sendOverdue(0)).toEqual([message])
    // The run stays overdue until it has begun.
    expect((await sweep()).result).toMatchObject({ oldestDueRunAt: row?.nextRunAt.toISOString() })
    await tables.clippings.set(stack.db, { id: 'atrasado' }, { wokenAt: timeAgo(16, 'minute') })
    expect(await sendOverdue(1)).toEqual([message, message])
    // A later run gets its own message.
    await tables.clippings.set(
      stack.db,
      { id: 'atrasado' },
      { nextRunAt: timeAgo(2, 'minute'), wokenAt: timeAgo(3, 'minute') },
    )
    expect(await sendOverdue(1)).toHaveLength(3)
  })

  it('repeats manual requests of authors until they are answered, for a day', async () => {
    await tables.users.add(stack.db, { id: 'remetente' })
    await tables.clippings.add(stack.db, [
      {
        id: 'aberto',
        authorUserId: 'remetente',
        name: 'x',
        schedule: '0 8 * * *',
        active: false,
        sentAt: timeAgo(1, 'minute'),
        sendDueAt: timeAgo(1, 'minute'),
      },
      {
        id: 'velho',
        authorUserId: 'remetente',
        name: 'x',
        schedule: '0 8 * * *',
        active: false,
        sentAt: timeAgo(25, 'hour'),
        sendDueAt: timeAgo(1, 'minute'),
      },
      {
        id: 'feito',
        authorUserId: 'remetente',
        name: 'x',
        schedule: '0 8 * * *',
        active: false,
        sentAt: timeAgo(1, 'minute'),
        sendDueAt: null,
      },
    ])
    const sent = async () =>
      (await listMessages(stack, 'release')).filter((body) => body.includes('"kind":"manual"'))
    const result = (await sweep()).result as { resent: number; oldestDueRunAt: string }
    expect(result.resent).toBe(1)
    const [row] = await stack.db<{ sentAt: Date }[]>`select sent_at from clippings where id = 'aberto'`
    expect(Date.parse(result.oldestDueRunAt)).toBeLessThanOrEqual(row?.sentAt.getTime() ?? 0)
    expect((await sent()).map((body) => JSON.parse(body) as unknown)).toEqual([
      {
        kind: 'manual',
        clippingId: 'aberto',
        requestedAt: row?.sentAt.toISOString().replace(/(\.000)?Z$/, '+00:00'),
      },
    ])
    await sweep()
    expect(await sent()).toHaveLength(1)
    await tables.clippings.set(stack.db, { id: 'aberto' }, { sendDueAt: timeAgo(1, 'second') })
    await sweep()
    expect(await sent()).toHaveLength(2)
    const open = await stack.db`select id from clippings where send_due_at is not null`
    expect(open).toEqual([{ id: 'aberto' }])
    await tables.users.remove(stack.db, { id: 'remetente' })
  })

  it('repairs clippings that ran while a clock was ahead', async () => {
    await tables.users.add(stack.db, { id: 'adiantada' })
    await tables.clippings.add(stack.db, [
      {
        id: 'adiantado',
        authorUserId: 'adiantada',
        name: 'x',
        schedule: '0 8 * * *',
        nextRunAt: timeAhead(400, 'day'),
        timedAt: timeAhead(400, 'day'),
        deliveredUntil: timeAhead(400, 'day'),
        sentAt: null,
      },
      {
        id: 'certo',
        authorUserId: 'adiantada',
        name: 'x',
        schedule: '0 8 29 2 *',
        nextRunAt: timeAhead(400, 'day'),
        timedAt: new Date(),
        deliveredUntil: null,
        sentAt: null,
      },
    ])
    expect((await sweep()).result).toMatchObject({ repairedClippings: 1 })
    const rows = await stack.db<{ id: string; isNear: boolean; isPast: boolean; sentAt: Date | null }[]>`
      select id, next_run_at between now() and now() + interval '25 hours' as is_near,
        delivered_until <= now() as is_past, sent_at
      from clippings where author_user_id = 'adiantada' order by id`
    expect(rows).toEqual([
      { id: 'adiantado', isNear: true, isPast: true, sentAt: null },
      { id: 'certo', isNear: false, isPast: null, sentAt: null },
    ])
    expect((await sweep()).result).toMatchObject({ repairedClippings: 0 })
    await tables.users.remove(stack.db, { id: 'adiantada' })
  })

  it('fails when one repair fails, after all other repairs and measures', async () => {
    await tables.users.add(stack.db, { id: 'quebrada' })
    await tables.clippings.add(stack.db, {
      id: 'quebrado',
      authorUserId: 'quebrada',
      name: 'x',
      schedule: 'no schedule',
      nextRunAt: null,
      timedAt: timeAhead(400, 'day'),
      deliveredUntil: null,
      sentAt: null,
    })
    const lost = await loseMessage('funai', 2)
    await tables.jobRuns.add(stack.db, {
      job: 'purge',
      target: 'quebrado',
      scheduledTime: '2026-06-01T12:00:00Z',
      status: 'running',
      attempts: 1,
      startedAt: new Date(),
      leaseUntil: timeAgo(31, 'minute'),
    })
    const run = await (await startRun(stack, 'sweep')).until('failed')
    expect(JSON.stringify(run)).toContain('Not everything could be repaired')
    await expect.poll(() => statusOf(lost)).toBe('done')
    expect(await stack.db`select status from job_runs where target = 'quebrado'`).toEqual([
      { status: 'failed' },
    ])
    await tables.users.remove(stack.db, { id: 'quebrada' })
    expect((await sweep()).status).toBe('succeeded')
  })

  it('measures for how long, and by which agency, the windows of releases are delayed', async () => {
    const hold = async (agencyKey: string, secondsAgo: number) => {
      const { inserted } = await upsertArticles(stack.db, [received(anArticle({ agencyKey }))])
      await tables.articleAvailability.add(stack.db, {
        uniqueId: inserted[0] ?? '',
        availableAt: timeAgo(secondsAgo, 'second'),
        written: false,
      })
      return inserted[0] ?? ''
    }
    const ids = [await hold('lenta', 600), await hold('lenta', 500), await hold('recente', 30)]
    const { windowHolds } = (await sweep()).result as { windowHolds: { seconds: number }[] }
    expect(windowHolds).toMatchObject([{ agencyKey: 'lenta', articles: 2 }])
    expect(windowHolds[0]?.seconds).toBeGreaterThanOrEqual(480)
    await tables.articles.remove(stack.db, { uniqueId: ids })
    expect((await sweep()).result).toMatchObject({ windowHolds: [] })
  })

  it('measures the time from the scraper to search of all but the slowest articles of the last hour', async () => {
    // Articles of earlier tests may not be searchable yet.
    await tables.articles.clear(stack.db)
    expect((await sweep()).result).toMatchObject({ timeToSearchSeconds: null })
    const { inserted } = await upsertArticles(
      stack.db,
      Array.from({ length: 22 }, () => received(anArticle())),
    )
    // These took 1 to 20 minutes. One of the others is not searchable yet, and one arrived before the hour.
    const availableAt = timeAgo(1, 'minute')
    await tables.articleAvailability.add(
      stack.db,
      inserted.map((uniqueId, place) => ({ uniqueId, availableAt, written: place !== 20 })),
    )
    for (const [place, uniqueId] of inserted.entries()) {
      const minutes = place === 21 ? 90 : place + 1
      const createdAt = new Date(availableAt.getTime() - minutes * 60_000)
      await tables.articles.set(stack.db, { uniqueId }, { createdAt })
    }
    const { result } = await sweep()
    // Between the 19th and the 20th of twenty: 1 + 0.95 × 19 = 19.05 minutes.
    expect(result).toMatchObject({ timeToSearchSeconds: expect.closeTo(19.05 * 60, 0) as number })
  })

  it('sends lost or missing messages of deliveries again, by channel, and leaves recent ones alone', async () => {
    await tables.users.add(stack.db, { id: 'leitora' })
    await tables.deliveries.add(stack.db, [
      {
        id: 'perdida',
        userId: 'leitora',
        kind: 'release',
        channel: 'email',
        address: 'a',
        status: 'pending',
        dueAt: timeAgo(3, 'minute'),
      },
      {
        id: 'nova',
        userId: 'leitora',
        kind: 'release',
        channel: 'email',
        address: 'b',
        status: 'pending',
        dueAt: new Date(),
      },
      {
        id: 'aviso',
        userId: 'leitora',
        kind: 'clipping-ended',
        channel: 'email',
        address: 'e',
        status: 'pending',
        dueAt: timeAgo(1, 'second'),
      },
      {
        id: 'feita',
        userId: 'leitora',
        kind: 'clipping-ended',
        channel: 'email',
        address: 'c',
        status: 'sent',
        dueAt: timeAgo(3, 'minute'),
      },
      {
        id: 'outra',
        userId: 'leitora',
        kind: 'clipping-ended',
        channel: 'push',
        address: 'd',
        status: 'pending',
        dueAt: timeAgo(3, 'minute'),
      },
    ])
    const resent = { email: 2, telegram: 0, push: 1, webhook: 0, slack: 0 }
    expect((await sweep()).result).toMatchObject({ deliveries: resent })
    const [message = ''] = await listMessages(stack, 'deliver-email')
    expect(readDeliveryMessage(message).toSorted()).toEqual(['aviso', 'perdida'])
    expect(await listMessages(stack, 'deliver-push')).toEqual(['{"deliveryIds":["outra"]}'])
    expect((await sweep()).result).toMatchObject({ deliveries: { email: 0, push: 0 } })
  })
})
