import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCloud, type Cloud } from '../kit/workers/cloud.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { startOutwardCalls, type KillPoint, type OutwardCalls } from '../kit/relays/outward-calls.ts'
import { countRawEvents, expectWhole, isThrough } from '../kit/workers/pipeline-state.ts'
import { runWorkersInChild, type WorkersRunner } from '../kit/processes/run-workers.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const WORKERS = ['ingest', 'enrich', 'embed', 'index'] as const
/** Far more calls than any of the cases below makes. */
const CALLS_MAX = 150
const RUN_TIMEOUT_MS = 60_000
/** Longer than a batch takes on a busy machine. A message that returns to the queue earlier would be sent twice. */
const VISIBILITY_SECONDS = 10
const SENT_MAX = 4

interface Case {
  name: string
  /** Puts work into the queue. Returns the ids of its articles; `changed` means that they have a new text. */
  begin: () => Promise<{ ids: string[]; changed: boolean }>
}

let stack: TestStack
let calls: OutwardCalls
let runner: WorkersRunner
let cloud: Cloud
const known: string[] = []

beforeAll(async () => {
  stack = await startTestStack({ idleWorkers: WORKERS, visibilityTimeoutSeconds: VISIBILITY_SECONDS })
  calls = await startOutwardCalls(stack.stack)
  runner = runWorkersInChild({ stack: stack.stack, calls, workers: WORKERS })
  cloud = openCloud(stack.stack.awsUrl)
})
afterAll(async () => {
  await runner.stop()
  cloud.close()
  await calls.stop()
  await stack.stop()
})

const send = (...messages: unknown[]) => cloud.send(stack.stack.queueUrl('news-ingest'), ...messages)
const isDone = () => isThrough(stack, known.length)

async function sendNew(count: number, copies: number): Promise<{ ids: string[]; changed: boolean }> {
  const articles = Array.from({ length: count }, () => anArticle())
  for (let copy = 0; copy < copies; copy++) await send(...articles)
  const ids = articles.map(({ uniqueId }) => String(uniqueId))
  known.push(...ids)
  return { ids, changed: false }
}

/** Sends a new text of an article that all steps have processed, so that every step runs once more. */
async function sendChanged(): Promise<{ ids: string[]; changed: boolean }> {
  const article = anArticle()
  known.push(String(article.uniqueId))
  await send(article)
  await runner.run({ isDone, timeoutMs: RUN_TIMEOUT_MS })
  await send({ ...article, content: `${String(article.content)} Com correção.` })
  return { ids: [String(article.uniqueId)], changed: true }
}

const CASES: Case[] = [
  { name: 'one new article', begin: () => sendNew(1, 1) },
  { name: 'three new articles, each message twice', begin: () => sendNew(3, 2) },
  { name: 'a text that changed', begin: sendChanged },
]

/** Whether the new text has arrived and all of its steps are done. */
async function isChangedThrough(id: string): Promise<boolean> {
  const [row] = await stack.db<{ changed: boolean }[]>`
    select content like '%Com correção.' as changed from articles where unique_id = ${id}`
  return row?.changed === true && (await isDone())
}

/**
 * Does the work with one kill at the point and checks everything. Returns false when the work was done before the
 * point.
 */
async function survives({ begin }: Case, killAt: KillPoint): Promise<boolean> {
  const { ids, changed } = await begin()
  const isFinished = () => (changed ? isChangedThrough(ids[0] ?? '') : isDone())
  const { killedAt } = await runner.run({ killAt, isDone: isFinished, timeoutMs: RUN_TIMEOUT_MS })
  const sent = [...calls.listSent()]
  await runner.run({ isDone: isFinished, timeoutMs: RUN_TIMEOUT_MS })
  sent.push(...calls.listSent())
  await expectWhole(stack, known)
  const lostOrTwice = async () =>
    [...(await countRawEvents(stack, ids))].filter(([, count]) => count !== (changed ? 2 : 1))
  await expect.poll(lostOrTwice).toEqual([])
  // An event goes to at most two queues. It may go twice to each when the kill left its sending uncertain.
  const times = [...Map.groupBy(sent, (id) => id)].map(([id, all]): [string, number] => [id, all.length])
  expect(times.filter(([, count]) => count > SENT_MAX)).toEqual([])
  return killedAt !== undefined
}

describe('workers killed once, at each of their outward calls', () => {
  it.each(CASES)('lose and double nothing: $name', async (work) => {
    let kills = 0
    for (let call = 1; call <= CALLS_MAX; call++) {
      let struck = 0
      for (const moment of ['before', 'after'] as const) {
        const isKilled = await survives(work, { call, moment }).catch((cause: unknown) => {
          throw new Error(`Killed ${moment} call ${call} (${calls.list().at(-1)})`, { cause })
        })
        if (isKilled) struck++
      }
      kills += struck
      if (struck === 0) break
    }
    process.stdout.write(`${work.name}: ${kills} kills\n`)
    expect(kills).toBeGreaterThan(40)
  })
})
