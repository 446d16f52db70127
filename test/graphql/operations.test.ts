import { tmpdir } from 'node:os'
import { recordIncidents } from '@pauta/core/operations/incidents'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { jobs } from '@pauta/functions/jobs/jobs'
import { connectQueueReader } from '@pauta/platform/queues/queue-reader'
import { connectQueues } from '@pauta/platform/queues/queues'
import { measureMachine } from '@pauta/server/metrics/measures'
import { writeMeasures } from '@pauta/server/metrics/prometheus'
import { listMachineTroubles } from '@pauta/server/operator-mail/troubles'
import { localDay, startOfLocalDay } from '@pauta/platform/time/time'
import { QUEUE_NAMES } from '@pauta/platform/workers/define-worker'
import { workers } from '@pauta/functions/workers/workers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { newPerson } from '../kit/rows/people.ts'
import { listMessages, startRun } from '../kit/workers/runs.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables, tables, timeAgo } from '../kit/rows/tables.ts'

let stack: TestStack
let operator: Client
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index', 'deliver-email'] })
  operator = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'jobRuns', 'scrapeSites', 'incidents', 'queueDepths'])
})

const ofMachine = () => ({ dataDir: tmpdir(), startedAt: new Date(), now: new Date() })
const sweep = async () => (await startRun(stack, 'sweep')).until('succeeded')

/** Writes an article whose step `enrich` failed some minutes ago, with the reason. */
async function failArticle(agencyKey: string, minutes: number, error: string): Promise<string> {
  const { inserted } = await upsertArticles(stack.db, [received(anArticle({ agencyKey }))])
  const [uniqueId = ''] = inserted
  await tables.pipelineSteps.set(stack.db, { uniqueId }, { status: 'done' })
  await tables.pipelineSteps.set(
    stack.db,
    { uniqueId, step: 'enrich' },
    {
      status: 'failed',
      attempts: 5,
      error,
      dueAt: timeAgo(minutes, 'minute'),
      updatedAt: timeAgo(minutes, 'minute'),
    },
  )
  return uniqueId
}

describe('pipelineStatus', () => {
  const document = `query ($step: String, $agency: String) { pipelineStatus(step: $step, agency: $agency) {
    steps { step due failed oldestOpenAt } waitingAgencies { agencyKey failed }
    failedSteps { uniqueId step attempts error } } }`

  it('shows the open work of a step and of an agency, and why articles failed', async () => {
    const uniqueId = await failArticle('mec', 20, 'no such model')
    await failArticle('saude', 10, 'too long')
    const { pipelineStatus } = await operator.query(document, { step: 'enrich', agency: 'mec' })
    expect(pipelineStatus).toMatchObject({
      steps: [{ step: 'enrich', due: 0, failed: 2 }],
      waitingAgencies: [{ agencyKey: 'mec', failed: 1 }],
      failedSteps: [{ uniqueId, step: 'enrich', attempts: 5, error: 'no such model' }],
    })
    const whole = (await operator.query(document)).pipelineStatus
    expect(whole.steps).toHaveLength(4)
    expect(whole.failedSteps).toHaveLength(2)
  })

  it('lists the latest failures first', async () => {
    const ids: string[] = []
    for (const minutes of [20, 5, 10]) ids.push(await failArticle('mec', minutes, `${minutes} minutes ago`))
    const { pipelineStatus } = await operator.query(document)
    expect(pipelineStatus.failedSteps.map(({ uniqueId }: { uniqueId: string }) => uniqueId)).toEqual(
      [1, 2, 0].map((at) => ids[at]),
    )
  })

  it('accepts a step in any case, and refuses one that does not exist', async () => {
    expect(await operator.codes(document, { step: 'Enrich' })).toEqual([])
    expect(await operator.codes(document, { step: 'resumir' })).toEqual(['BAD_USER_INPUT'])
  })
})

describe('queueDepths', () => {
  afterEach(async () => {
    const reader = connectQueueReader()
    const url = stack.stack.queueUrl('enrich-dlq')
    for (const options = { max: 10, hideSeconds: 30, waitSeconds: 1 }; ;) {
      const taken = await reader.take(url, options)
      await Promise.all(taken.map(({ receipt }) => reader.remove(url, receipt)))
      const { waiting, inFlight } = await reader.count(url)
      if (waiting + inFlight === 0) break
    }
  })

  const ask = async (queue: string) => {
    const { queueDepths } = await operator.query(
      '{ queueDepths { queue waiting dead reasons { reason messages } measuredAt } }',
    )
    return (queueDepths as { queue: string }[]).find((depth) => depth.queue === queue)
  }

  it('lists the queue of every worker', async () => {
    expect(QUEUE_NAMES.toSorted()).toEqual(workers.map(({ queue }) => queue).toSorted())
    await sweep()
    const { queueDepths } = await operator.query('{ queueDepths { queue } }')
    expect((queueDepths as { queue: string }[]).map(({ queue }) => queue)).toEqual([...QUEUE_NAMES])
  })

  it('shows dead letters with their reasons, and leaves them in the queue', async () => {
    const failed = await failArticle('mec', 5, 'the service answered 500')
    const event = (subject: string) =>
      JSON.stringify({
        specversion: '1.0',
        id: subject,
        source: 'pauta',
        type: 'news.scraped',
        subject,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        data: {
          unique_id: subject,
          agency_key: 'mec',
          published_at: new Date().toISOString(),
          scraped_at: new Date().toISOString(),
        },
      })
    const bodies = [event(failed), event('passou_1'), 'not json', 'not json']
    await connectQueues().send(stack.stack.queueUrl('enrich-dlq'), bodies)
    await sweep()
    expect(await ask('enrich')).toMatchObject({
      dead: 4,
      reasons: expect.arrayContaining([
        { reason: 'the service answered 500', messages: 1 },
        { reason: expect.stringContaining('has passed the step'), messages: 1 },
      ]),
    })
    const [first, ...others] = ((await ask('enrich')) as unknown as { reasons: object[] }).reasons
    expect(first).toEqual({ reason: expect.stringContaining('SyntaxError') as string, messages: 2 })
    expect(others).toHaveLength(2)
    const { incidentReports } = await operator.query('{ incidentReports { kind subject worst reason } }')
    expect(incidentReports).toEqual([
      { kind: 'DEAD_LETTERS', subject: 'enrich', worst: 4, reason: expect.any(String) },
    ])
    const measures = writeMeasures(
      await measureMachine({ db: stack.db, dataDir: tmpdir(), queues: ['enrich', 'embed'] }),
    )
    expect(measures.split('\n')).toEqual(
      expect.arrayContaining([
        'pauta_database_up 1',
        'pauta_step_due{step="enrich"} 0',
        'pauta_step_failed{step="enrich"} 1',
        expect.stringMatching(/^pauta_step_oldest_seconds\{step="enrich"\} (29\d|3\d\d)(\.\d+)?$/),
        'pauta_queue_messages{queue="enrich",state="waiting"} 0',
        'pauta_queue_messages{queue="enrich",state="in_flight"} 0',
        'pauta_queue_messages{queue="enrich",state="dead"} 4',
        'pauta_queue_messages{queue="embed",state="dead"} 0',
        'pauta_incidents{kind="dead-letters"} 1',
      ]),
    )
    const { troubles, isWhole } = await listMachineTroubles(stack.db, ofMachine())
    expect(troubles).toEqual([
      {
        key: expect.stringMatching(/^incident \S+$/) as string,
        text: expect.stringMatching(/^A fila enrich tem 4 mensagem\(ns\) sem solução\. ./) as string,
      },
    ])
    expect(isWhole).toBe(true)
    // The sweep hides messages for some seconds while it reads them.
    await expect.poll(() => listMessages(stack, 'enrich-dlq')).toHaveLength(4)
    const run = await startRun(stack, 'reconcile-dlq', { queue: 'enrich' })
    expect((await run.until('succeeded')).result).toMatchObject({ seen: 4, republished: 2, kept: 2 })
    await sweep()
    expect(await ask('enrich')).toMatchObject({ dead: 2 })
  })

  it('are no trouble of a machine once their incident is over', async () => {
    await recordIncidents(
      stack.db,
      {
        troubles: [
          { kind: 'dead-letters', subject: 'embed', beganAt: timeAgo(2, 'hour'), worst: 1, reason: null },
          { kind: 'index-unhealthy', subject: '', beganAt: timeAgo(1, 'hour'), worst: 0, reason: 'yellow' },
        ],
        unmeasured: [],
      },
      timeAgo(1, 'hour'),
    )
    await recordIncidents(
      stack.db,
      {
        troubles: [
          { kind: 'index-unhealthy', subject: '', beganAt: timeAgo(1, 'hour'), worst: 0, reason: 'yellow' },
        ],
        unmeasured: [],
      },
      new Date(),
    )
    const { troubles } = await listMachineTroubles(stack.db, ofMachine())
    expect(troubles.map(({ text }) => text)).toEqual(['O índice de busca não está em ordem. yellow'])
    const measures = writeMeasures(await measureMachine({ db: stack.db, dataDir: tmpdir(), queues: [] }))
    expect(measures.split('\n').filter((line) => line.startsWith('pauta_incidents'))).toEqual([
      'pauta_incidents{kind="index-unhealthy"} 1',
    ])
  })
})

describe('jobStatus and jobRuns', () => {
  it('show every job, how its runs ended, and the failed runs with their errors', async () => {
    await sweep()
    await tables.jobRuns.add(stack.db, [
      {
        job: 'rank-articles',
        target: '',
        scheduledTime: timeAgo(2, 'hour'),
        status: 'failed',
        attempts: 3,
        finishedAt: timeAgo(2, 'hour'),
        error: 'no index',
      },
      {
        job: 'scrape',
        target: 'mec',
        scheduledTime: timeAgo(1, 'hour'),
        status: 'running',
        attempts: 1,
        finishedAt: null,
        error: null,
      },
    ])
    const { jobStatus } = await operator.query('{ jobStatus { name targets succeeded failed open } }')
    expect((jobStatus as { name: string }[]).map(({ name }) => name)).toEqual(jobs.map(({ name }) => name))
    expect(jobStatus).toEqual(
      expect.arrayContaining([
        { name: 'sweep', targets: 0, succeeded: 1, failed: 0, open: 0 },
        { name: 'rank-articles', targets: 0, succeeded: 0, failed: 1, open: 0 },
        expect.objectContaining({ name: 'scrape', open: 1 }),
      ]),
    )
    const { jobRuns } = await operator.query('{ jobRuns(status: "failed") { job attempts error } }')
    expect(jobRuns).toEqual([{ job: 'rank-articles', attempts: 3, error: 'no index' }])
    await sweep()
    const { incidents } = await stack.query('{ incidents { kind subject worst endedAt } }')
    expect(incidents).toEqual([{ kind: 'JOB_FAILED', subject: 'rank-articles', worst: 1, endedAt: null }])
  })
})

describe('siteStatus', () => {
  it('shows failing sites with their errors, and the sweep records each as an incident', async () => {
    await tables.scrapeSites.add(stack.db, {
      agencyKey: 'mec',
      lastRunAt: timeAgo(1, 'minute'),
      lastFailedAt: timeAgo(1, 'minute'),
      lastSuccessAt: timeAgo(5, 'hour'),
      failures: 4,
      errorKind: 'anti_bot',
      errorMessage: 'a challenge of the site',
    })
    const { siteStatus } = await operator.query(
      '{ siteStatus { agencyKey failures errorKind errorMessage isFailing } }',
    )
    expect(siteStatus).toEqual([
      {
        agencyKey: 'mec',
        failures: 4,
        errorKind: 'anti_bot',
        errorMessage: 'a challenge of the site',
        isFailing: true,
      },
    ])
    await sweep()
    const { incidentReports } = await operator.query('{ incidentReports { kind subject worst reason } }')
    expect(incidentReports).toEqual([
      { kind: 'AGENCY_UNREAD', subject: 'mec', worst: 4, reason: 'anti_bot: a challenge of the site' },
    ])
  })
})

describe('deliveryChannels and deliveryRows', () => {
  it('count open and failed deliveries, and never show an address', async () => {
    const userId = await (await newPerson(stack)).id()
    const row = {
      userId,
      channel: 'email',
      kind: 'new-articles',
      address: 'leitora@exemplo.org',
      attempts: 2,
    }
    await tables.deliveries.add(stack.db, [
      { ...row, id: 'falhou', status: 'failed', error: '550 no such mailbox', dueAt: null },
      { ...row, id: 'espera', status: 'pending', error: null, dueAt: timeAgo(40, 'minute') },
    ])
    const { deliveryChannels } = await operator.query('{ deliveryChannels { channel due failed sent } }')
    expect(deliveryChannels).toContainEqual({ channel: 'email', due: 1, failed: 1, sent: 0 })
    const { deliveryRows } = await operator.query('{ deliveryRows { id attempts error } }')
    expect(deliveryRows).toEqual([{ id: 'falhou', attempts: 2, error: '550 no such mailbox' }])
    expect(await operator.codes('{ deliveryRows(status: "lost") { id } }')).toEqual(['BAD_USER_INPUT'])
    expect(await operator.codes('{ deliveryRows { address } }')).not.toEqual([])
    await sweep()
    const { incidents } = await stack.query('{ incidents { kind subject } }')
    expect(incidents).toEqual([{ kind: 'DELIVERIES_LATE', subject: 'email' }])
  })
})

describe('operationsHistory', () => {
  const ask = async (days?: number) =>
    (await operator.query(
      `query ($days: Int! = 7) { operationsHistory(days: $days) {
        day incidents failedArticles deadLetters failedRuns failedSites failedDeliveries } }`,
      days === undefined ? {} : { days },
    )) as { operationsHistory: Record<string, unknown>[] }
  const NOTHING = {
    incidents: 0,
    failedArticles: 0,
    deadLetters: 0,
    failedRuns: 0,
    failedSites: 0,
    failedDeliveries: 0,
  }
  const dayBefore = (days: number) => localDay(startOfLocalDay(new Date(), -days))
  /** The last second of a local day, and the first one of the next. */
  const around = (days: number) => {
    const next = startOfLocalDay(new Date(), 1 - days).getTime()
    return [new Date(next - 1000), new Date(next)] as const
  }

  it('counts the troubles of each local day, and has days without any', async () => {
    await clearTables(stack.db, ['deliveries', 'scrapeDays'])
    const [lastOfThird, firstOfSecond] = around(3)
    const failed = await failArticle('mec', 0, 'no')
    await tables.pipelineSteps.set(stack.db, { uniqueId: failed, step: 'enrich' }, { updatedAt: lastOfThird })
    await tables.incidents.add(stack.db, [
      { kind: 'dead-letters', subject: 'enrich', beganAt: lastOfThird, endedAt: firstOfSecond, worst: 4 },
      { kind: 'dead-letters', subject: 'index', beganAt: firstOfSecond, endedAt: firstOfSecond, worst: 1 },
      { kind: 'dead-letters', subject: 'embed', beganAt: around(2)[1], endedAt: null, worst: 7 },
      { kind: 'job-failed', subject: 'sweep', beganAt: firstOfSecond, endedAt: null, worst: 9 },
    ])
    const run = { job: 'scrape', scheduledTime: firstOfSecond }
    await tables.jobRuns.add(stack.db, [
      { ...run, target: 'a', status: 'failed', updatedAt: lastOfThird },
      { ...run, target: 'b', status: 'failed', updatedAt: firstOfSecond },
      { ...run, target: 'c', status: 'failed', updatedAt: firstOfSecond },
      { ...run, target: 'd', status: 'succeeded', updatedAt: firstOfSecond },
    ])
    await tables.scrapeDays.add(stack.db, [
      { agencyKey: 'mec', day: dayBefore(2), failed: 3 },
      { agencyKey: 'saude', day: dayBefore(2), failed: 0 },
      { agencyKey: 'saude', day: dayBefore(3), failed: 1 },
    ])
    const userId = await (await newPerson(stack)).id()
    const row = { userId, channel: 'email', kind: 'new-articles', address: 'a@exemplo.org', dueAt: null }
    await tables.deliveries.add(stack.db, [
      { ...row, id: 'h1', status: 'failed', error: 'no', updatedAt: firstOfSecond },
      { ...row, id: 'h2', status: 'sent', error: null, updatedAt: firstOfSecond },
    ])
    const { operationsHistory } = await ask(4)
    expect(operationsHistory).toEqual([
      {
        ...NOTHING,
        day: dayBefore(3),
        incidents: 1,
        failedArticles: 1,
        deadLetters: 4,
        failedRuns: 1,
        failedSites: 1,
      },
      {
        ...NOTHING,
        day: dayBefore(2),
        incidents: 2,
        deadLetters: 5,
        failedRuns: 2,
        failedSites: 1,
        failedDeliveries: 1,
      },
      { ...NOTHING, day: dayBefore(1), incidents: 1, deadLetters: 7 },
      { ...NOTHING, day: dayBefore(0), deadLetters: 7 },
    ])
  })

  it.each([
    [undefined, 7],
    [1, 1],
    [14, 14],
    [15, 14],
  ])('asked for %s days answers %i, the last one today', async (days, count) => {
    const { operationsHistory } = await ask(days)
    expect(operationsHistory).toHaveLength(count)
    expect(operationsHistory.at(-1)).toMatchObject({ day: dayBefore(0) })
  })

  it('refuses no days', async () => {
    expect(await operator.codes('{ operationsHistory(days: 0) { day } }')).toEqual(['BAD_USER_INPUT'])
  })
})
