import { setTimeout as delay } from 'node:timers/promises'
import { findRun } from '@pauta/platform/jobs/job-runs'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import { checkDatabase } from '@pauta/functions/jobs/check-database/job'
import { pushNews } from '@pauta/functions/jobs/push-news/job'
import type { Retries } from '@pauta/platform/jobs/define-job'
import { connectQueueReader } from '@pauta/platform/queues/queue-reader'
import { ContinueLater, runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import type { Context, SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCloud, type Cloud } from '../kit/workers/cloud.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { timeAgo, tables } from '../kit/rows/tables.ts'

const job = { ...checkDatabase, retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 1 } } } as const
type Work = JobWork<typeof job>

/** How SQS delivers a message to the handler. */
interface Reception {
  receiveCount?: number
  remainingMs?: number
  body?: string
  definition?: Omit<typeof job, 'retries'> & { retries: Retries }
  receipt?: string
  queue?: string
}

let stack: SharedStack
let cloud: Cloud
/** The work of a run of the job without retries. */
let work: JobWork<typeof pushNews> = async () => ({})
beforeAll(async () => {
  stack = await shareTestStack({
    jobs: [quickJob(pushNews, (context) => work(context), { concurrency: 2 })],
  })
  cloud = openCloud(stack.stack.awsUrl)
})
afterAll(() => cloud.close())

let serial = 0
/** Creates a run that no other test uses. */
function newRun() {
  const scheduledTime = new Date(Date.UTC(2026, 0, 1) + serial++ * 60_000)
  const find = (name: string = job.name) => findRun(stack.db, { job: name, target: '', scheduledTime })
  return { scheduledTime, find }
}

/** Calls the handler as Lambda does. Returns the ids of the messages that go back to the queue. */
async function receive(
  work: Work,
  scheduledTime: Date,
  {
    receiveCount = 1,
    remainingMs = 60_000,
    body = '',
    definition = job,
    receipt = 'gone',
    queue = 'job-check-database',
  }: Reception = {},
): Promise<string[]> {
  const record = {
    messageId: 'message',
    receiptHandle: receipt,
    body: body || writeJobMessage({ scheduledTime, parameters: {}, manual: true }),
    attributes: { ApproximateReceiveCount: String(receiveCount) },
    messageAttributes: {},
    eventSourceARN: `arn:aws:sqs:us-east-2:000000000000:${queue}`,
  }
  const event = { Records: [record] } as unknown as SQSEvent
  const context = { getRemainingTimeInMillis: () => remainingMs } as unknown as Context
  const { batchItemFailures } = await runJob(definition, work)(event, context)
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
}

const succeed: Work = async () => ({ done: true })
const fail: Work = async () => {
  throw new Error('no')
}

describe('a run', () => {
  it('runs once when its message comes twice', async () => {
    const { scheduledTime, find } = newRun()
    let times = 0
    const slowly: Work = async () => {
      times++
      await delay(300)
      return {}
    }
    const answers = await Promise.all([receive(slowly, scheduledTime), receive(slowly, scheduledTime)])
    expect(answers.flat()).toEqual(['message'])
    expect(await receive(slowly, scheduledTime, { receiveCount: 2 })).toEqual([])
    expect(times).toBe(1)
    expect(await find()).toMatchObject({ status: 'succeeded', attempts: 1 })
  })

  it('without retries leaves no dead letter for a duplicate during the run', async () => {
    const { scheduledTime, find } = newRun()
    const release = Promise.withResolvers<void>()
    work = async () => {
      await release.promise
      return { done: true }
    }
    const { stack: local } = stack
    const queue = local.queueUrl('job-push-news')
    const depth = () => cloud.depth(queue)
    const message = writeJobMessage({ scheduledTime, parameters: {}, manual: true })
    await cloud.send(queue, message)
    await expect.poll(async () => (await find('push-news'))?.status).toBe('running')
    await cloud.send(queue, message)
    await expect.poll(depth).toEqual({ waiting: 0, inFlight: 1 })
    release.resolve()
    await expect.poll(depth).toEqual({ waiting: 0, inFlight: 0 })
    expect(await find('push-news')).toMatchObject({ status: 'succeeded', attempts: 1 })
    expect(await cloud.depth(local.queueUrl('job-push-news-dlq'))).toEqual({ waiting: 0, inFlight: 0 })
  })

  it('waits for its retries until the last one, which fails the run', async () => {
    const { scheduledTime, find } = newRun()
    for (const receiveCount of [1, 2]) {
      expect(await receive(fail, scheduledTime, { receiveCount })).toEqual(['message'])
      expect(await find()).toMatchObject({ status: 'waiting', error: 'Error: no', finishedAt: null })
    }
    expect(await receive(fail, scheduledTime, { receiveCount: 3 })).toEqual(['message'])
    expect(await find()).toMatchObject({ status: 'failed', attempts: 3 })
    // An operator has sent the dead letter back.
    expect(await receive(succeed, scheduledTime)).toEqual([])
    expect(await find()).toMatchObject({ status: 'succeeded', error: null, result: { done: true } })
  })

  it('is asked to stop 30 s before the end of its function', async () => {
    const { scheduledTime, find } = newRun()
    const obedient: Work = async ({ signal }) => {
      await delay(20_000, undefined, { signal })
      return {}
    }
    await receive(obedient, scheduledTime, { remainingMs: 30_200 })
    expect(await find()).toMatchObject({
      status: 'waiting',
      error: expect.stringMatching(/abort/i) as string,
    })
  })

  it('is abandoned 10 s before the end when its work does not stop', async () => {
    const { scheduledTime, find } = newRun()
    const stubborn: Work = async () => {
      await delay(20_000, undefined, { ref: false })
      return {}
    }
    expect(await receive(stubborn, scheduledTime, { remainingMs: 10_200 })).toEqual(['message'])
    expect(await find()).toMatchObject({
      status: 'waiting',
      error: 'Error: The work did not stop before its time limit',
    })
  })

  it('belongs to the latest attempt: one that lost its lease records and saves nothing', async () => {
    const { scheduledTime, find } = newRun()
    let problem: unknown
    const overtaken: Work = async ({ saveProgress }) => {
      await tables.jobRuns.set(stack.db, { scheduledTime }, { leaseUntil: timeAgo(1, 'second') })
      await receive(succeed, scheduledTime, { receiveCount: 2 })
      await saveProgress({ late: true }).catch((error: unknown) => (problem = error))
      return { late: true }
    }
    await receive(overtaken, scheduledTime)
    expect(problem).toMatchObject({ message: 'This run has been taken over by a later attempt' })
    expect(await find()).toMatchObject({
      status: 'succeeded',
      attempts: 2,
      result: { done: true },
      progress: null,
    })
  })

  it('that continues in another invocation lets no other run begin in between', async () => {
    const { scheduledTime, find } = newRun()
    const unfinished: Work = async () => {
      throw new ContinueLater('more to do')
    }
    // No function receives from a dead-letter queue.
    await receive(unfinished, scheduledTime, { queue: 'job-purge-dlq' })
    expect(await find()).toMatchObject({ status: 'waiting', error: null })
    const other = newRun()
    await receive(succeed, other.scheduledTime)
    expect(await other.find()).toMatchObject({
      status: 'skipped',
      error: expect.stringContaining(scheduledTime.toISOString()) as string,
    })
    await receive(succeed, scheduledTime)
    expect(await find()).toMatchObject({ status: 'succeeded', leaseUntil: null })
  })

  it('waits in the queue while the database is down, and runs when it is back', async () => {
    const { scheduledTime, find } = newRun()
    stack.gates.database.close()
    expect(await receive(succeed, scheduledTime)).toEqual(['message'])
    stack.gates.database.open()
    await expect.poll(() => receive(succeed, scheduledTime)).toEqual([])
    expect(await find()).toMatchObject({ status: 'succeeded' })
  })

  describe('whose message is received again', () => {
    const exponential = { attempts: 5, backoff: { kind: 'exponential', seconds: 100 } } as const
    it.each([
      ['fails', fail, {}, 1, 100],
      ['fails', fail, {}, 2, 200],
      ['fails', fail, {}, 4, 800],
      ['cannot be handled', succeed, { body: 'not json' }, 1, 100],
      ['cannot be handled', succeed, { body: 'not json' }, 2, 200],
      ['cannot be handled', succeed, { body: 'not json' }, 4, 800],
    ])('and %s waits for its back-off', async (_, work, options, receiveCount, seconds) => {
      // No function receives from a dead-letter queue.
      const queue = 'job-push-news-dlq'
      const url = stack.stack.queueUrl(queue)
      const reader = connectQueueReader()
      await cloud.send(url, 'any')
      const [message] = await reader.take(url, { max: 1, hideSeconds: 20, waitSeconds: 1 })
      const receipt = message?.receipt ?? ''
      const definition = { ...job, retries: exponential }
      const reception = { ...options, receiveCount, definition, receipt, queue }
      expect(await receive(work, newRun().scheduledTime, reception)).toEqual(['message'])
      const [hidden = 0] = await cloud.hiddenSeconds(url)
      expect(Math.ceil(hidden / 20) * 20).toBe(seconds)
      await reader.remove(url, receipt)
    })
  })

  it('returns to the queue, without an exception, for an invalid message or work', async () => {
    const { scheduledTime, find } = newRun()
    expect(await receive(succeed, scheduledTime, { body: '{}' })).toEqual(['message'])
    expect(await receive(succeed, scheduledTime, { body: 'not json' })).toEqual(['message'])
    expect(await find()).toBeUndefined()
  })
})
