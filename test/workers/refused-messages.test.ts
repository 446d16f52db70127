import { connectQueueReader } from '@pauta/platform/queues/queue-reader'
import { QUEUE_NAMES } from '@pauta/platform/workers/define-worker'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { clearTables } from '../kit/rows/tables.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { openCloud, type Cloud } from '../kit/workers/cloud.ts'
import { startRun } from '../kit/workers/runs.ts'

// Failed messages of this stack wait for their visibility time-out, which takes minutes, as in the cloud.
let stack: SharedStack
let cloud: Cloud

beforeAll(async () => {
  stack = await shareTestStack()
  cloud = openCloud(stack.stack.awsUrl)
})
afterAll(() => cloud.close())
beforeEach(() => clearTables(stack.db, ['incidents', 'queueDepths']))

const urlOf = (queue: string) => stack.stack.queueUrl(queue)
/** Messages in a queue and among its dead letters. */
const countMessages = async (queue: string) => {
  const [own, dead] = await Promise.all([cloud.depth(urlOf(queue)), cloud.depth(urlOf(`${queue}-dlq`))])
  return { own: own.waiting + own.inFlight, dead: dead.waiting + dead.inFlight }
}
const takeDead = async (queue: string) => {
  const reader = connectQueueReader()
  const options = { max: 10, hideSeconds: 30, waitSeconds: 1 }
  const taken = await reader.take(urlOf(`${queue}-dlq`), options)
  await Promise.all(taken.map(({ receipt }) => reader.remove(urlOf(`${queue}-dlq`), receipt)))
  return taken
}

describe('a message that breaks its schema', () => {
  it.each(QUEUE_NAMES)('is a dead letter of %s at its first receipt, with a reason', async (queue) => {
    const before = Date.now()
    await cloud.send(urlOf(queue), 'no JSON')
    await eventually(async () => expect(await countMessages(queue)).toEqual({ own: 0, dead: 1 }))
    const [letter, ...others] = await takeDead(queue)
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      body: 'no JSON',
      reason: expect.stringMatching(/^SyntaxError: .*JSON/) as string,
    })
    // The time of sending may be the version of an article, so a dead letter keeps it.
    expect(Math.abs((letter?.sentAt.getTime() ?? 0) - before)).toBeLessThan(60_000)
  })

  it('is shown to operators with its faults in one line', async () => {
    const { publishedAt: _, ...article } = anArticle()
    await cloud.send(urlOf('news-ingest'), { ...article, url: 'ftp://www.gov.br/x' })
    await eventually(async () => expect(await countMessages('news-ingest')).toEqual({ own: 0, dead: 1 }))
    await (await startRun(stack, 'sweep')).until('succeeded')

    const reason = expect.stringMatching(
      /^invalid message: url: must be an http or https URL without userinfo and backslashes; publishedAt: [^\n]+$/,
    ) as string
    const operator = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
    const { queueDepths, incidentReports } = await operator.query(
      '{ queueDepths { queue dead reasons { reason messages } } incidentReports { kind subject reason } }',
    )
    expect(queueDepths).toContainEqual({ queue: 'news-ingest', dead: 1, reasons: [{ reason, messages: 1 }] })
    expect(incidentReports).toContainEqual({ kind: 'DEAD_LETTERS', subject: 'news-ingest', reason })
    const { stdout } = await makeCommandCaller(() => stack.stack.environment)('pipeline', ['status'])
    expect(stdout).toMatch(/dead-letters +news-ingest +.*invalid message: url: must be an http or https URL/)
    await eventually(async () => expect(await takeDead('news-ingest')).toHaveLength(1))
  })
})

it('a message whose object is missing is retried, because the object may arrive later', async () => {
  const objectKey = 'ingest/later.json'
  const article = anArticle({ uniqueId: 'depois_000001' })
  await cloud.send(urlOf('news-ingest'), { objectKey })
  await eventually(async () => expect((await cloud.depth(urlOf('news-ingest'))).inFlight).toBe(1))
  await cloud.put(objectKey, JSON.stringify(article))
  await cloud.returnHeld(urlOf('news-ingest'))
  await eventually(async () => expect(await countMessages('news-ingest')).toEqual({ own: 0, dead: 0 }))
  expect(await stack.db`select from articles where unique_id = 'depois_000001'`).toHaveLength(1)
})
