import type { WorkerName } from '@pauta/functions/workers/workers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCloud, type Cloud } from '../kit/workers/cloud.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { byForm } from '../kit/runner/form.ts'
import { startOutwardCalls, type OutwardCalls } from '../kit/relays/outward-calls.ts'
import { countRawEvents, expectWhole, isThrough, returnDeadLetters } from '../kit/workers/pipeline-state.ts'
import { runWorkersInChild, type WorkersRunner } from '../kit/processes/run-workers.ts'
import { seeded } from '../kit/runner/seeded.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const WORKERS = ['ingest', 'enrich', 'embed', 'index'] as const
const KILLS = byForm({ short: 5, long: 100 })
/** Number of outward calls after which two articles have passed all steps. */
const CALLS_MAX = 60

let stack: TestStack
let calls: OutwardCalls
let cloud: Cloud
const ids: string[] = []

beforeAll(async () => {
  stack = await startTestStack({ idleWorkers: WORKERS, visibilityTimeoutSeconds: 1 })
  calls = await startOutwardCalls(stack.stack)
  cloud = openCloud(stack.stack.awsUrl)
})
afterAll(async () => {
  cloud.close()
  await calls.stop()
  await stack.stop()
})

const open = (workers: readonly WorkerName[]): WorkersRunner =>
  runWorkersInChild({ stack: stack.stack, calls, workers })

async function sendArticles(count: number): Promise<string[]> {
  const articles = Array.from({ length: count }, () => anArticle())
  await cloud.send(stack.stack.queueUrl('news-ingest'), ...articles)
  const sent = articles.map(({ uniqueId }) => String(uniqueId))
  ids.push(...sent)
  return sent
}

describe('killed workers', () => {
  it('lose and double nothing at any step, and send the messages of the next steps without a sweep', async () => {
    await using runner = open(WORKERS)
    const random = seeded(20_261_122)
    let killed = 0
    for (let kill = 0; kill < KILLS; kill++) {
      await sendArticles(2)
      const call = 1 + Math.floor(random() * CALLS_MAX)
      const moment = random() < 0.5 ? 'before' : 'after'
      const end = await runner.run({
        killAt: { call, moment },
        isDone: () => isThrough(stack, ids.length),
      })
      if (end.killedAt !== undefined) killed++
    }
    expect(killed).toBeGreaterThan(KILLS / 2)
    // A message that was received at five kills is a dead letter by now.
    await runner.run({
      timeoutMs: byForm({ short: 90_000, long: 900_000 }),
      isDone: async () => {
        await returnDeadLetters(stack)
        return await isThrough(stack, ids.length)
      },
    })
    await expectWhole(stack, ids)
    // The worker of raw events may still be busy with the last ones.
    const lostOrTwice = async () => [...(await countRawEvents(stack, ids))].filter(([, count]) => count !== 1)
    await expect.poll(lostOrTwice).toEqual([])
  })

  it('delay no search result while an embedding is missing', async () => {
    await using others = open(['ingest', 'enrich', 'index'])
    await using embed = open(['embed'])
    const [id = ''] = await sendArticles(1)
    const find = async () =>
      (await stack.index.search({ q: '*', filter_by: `unique_id:=\`${id}\`` })).hits?.[0]?.document
    // An article that is not enriched yet is not sent to be embedded. A poll of a killed process may have received
    // its message.
    const isSent = async () => {
      const { waiting, inFlight } = await cloud.depth(stack.stack.queueUrl('embed'))
      return waiting + inFlight > 0
    }
    await others.run({ isDone: async () => (await isSent()) && (await find()) !== undefined })
    const { killedAt } = await embed.run({
      killAt: { call: 3, moment: 'before' },
      isDone: () => Promise.resolve(false),
    })
    expect(killedAt).toBeDefined()
    expect(await find()).toMatchObject({ unique_id: id })
    expect(await isThrough(stack, ids.length)).toBe(false)
    await using all = open(WORKERS)
    await all.run({ isDone: () => isThrough(stack, ids.length) })
    await expectWhole(stack, ids)
  })
})
