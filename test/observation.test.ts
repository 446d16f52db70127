import { checkDatabase } from '@pauta/functions/jobs/check-database/job'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import { ContinueLater, RefusedRun, runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import type { Context, SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCloud } from './kit/workers/cloud.ts'
import { openPipeline } from './kit/workers/ingest.ts'
import { anArticle } from './kit/rows/factories.ts'
import { themed } from './kit/rows/themes.ts'
import { generate } from './kit/client/event-stream.ts'
import { startRun } from './kit/workers/runs.ts'
import { SECRET, startObservedStack, sumReads, type ObservedStack } from './kit/stack/observed-stack.ts'
import { tables } from './kit/rows/tables.ts'
import { aClipping } from './kit/rows/people.ts'
import type { TestStack } from './kit/stack/stack.ts'
import type { LogLine } from './kit/stack/log-lines.ts'

const probe = {
  ...checkDatabase,
  name: 'probe',
  retries: { attempts: 1, backoff: { kind: 'fixed', seconds: 1 } },
} as const
type Probe = typeof probe
let runs = 0

const fail = (error: Error) => async () => {
  throw error
}

let observed: ObservedStack
let stack: TestStack

beforeAll(async () => {
  observed = await startObservedStack()
  stack = observed.stack
})
afterAll(() => observed.stop())
beforeEach(() => {
  observed.log.take()
  observed.takeReads()
})

const takeReads = () => observed.takeReads()
const post: ObservedStack['post'] = (query, options) => observed.post(query, options)
const linesOf = (message: string) => observed.log.linesOf(message)

async function untilLine(message: string): Promise<LogLine> {
  await expect.poll(() => linesOf(message).length, { interval: 30 }).toBeGreaterThan(0)
  return linesOf(message)[0] as LogLine
}

describe('the log', () => {
  it.each([
    [
      'anonymous',
      `query Lista { articles(limit: 5) { articles { title features { wordCount } } } }`,
      'query',
    ],
    ['service', `{ newsById(uniqueId: "${SECRET}_000001") { title } }`, 'query'],
    [
      'anonymous',
      `{ search(query: "${SECRET}", semantic: true) { found } ...rest } fragment rest on Query { themes { code } }`,
      'query',
    ],
    ['user', `mutation Nova($input: ClippingInput!) { createClipping(input: $input) { id } }`, 'mutation'],
  ])('has one line for a request by %s, with its reads of the stores', async (viewer, query, type) => {
    const token = { anonymous: undefined, service: observed.serviceToken, user: observed.reader.token }[
      viewer
    ]
    const response = await post(query, { token, variables: { input: aClipping() } })
    expect(await response.json()).not.toHaveProperty('errors')
    const lines = linesOf('graphql')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      function: 'graphql',
      method: 'POST',
      route: '/graphql',
      status: 200,
      operationType: type,
      viewer,
      coldStart: false,
      milliseconds: expect.any(Number),
      storeReads: takeReads(),
      storeMilliseconds: { sql: expect.any(Number), index: expect.any(Number) },
    })
    expect(lines[0]?.['codes']).toBeUndefined()
    expect(JSON.stringify(observed.log.look())).not.toContain(SECRET)
  })

  it('names the operation and its root fields, also those of fragments', async () => {
    await post(
      'query Nome { ping a: themes { code } ...f ... on Query { agencies { code } } } fragment f on Query { popularTags { label } }',
    )
    expect(linesOf('graphql')[0]).toMatchObject({
      operation: 'Nome',
      rootFields: ['ping', 'themes', 'popularTags', 'agencies'],
    })
  })

  it('names the tool of an MCP message and its operation, without what it searches for', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_articles', arguments: { q: SECRET } },
    }
    const response = await stack.fetch('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(message),
    })
    expect(await response.text()).toContain('structuredContent')
    const lines = linesOf('mcp')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      function: 'mcp',
      status: 200,
      mcpMethod: 'tools/call',
      mcpName: 'search_articles',
      operation: 'McpSearch',
      viewer: 'anonymous',
    })
    expect(JSON.stringify(observed.log.look())).not.toContain(SECRET)
  })

  it('has the ids and reasons of refused features, and no line about a batch without one', async () => {
    const batch =
      'mutation ($items: [FeatureUpsertInput!]!) { batchUpsertFeatures(items: $items) { processed failed } }'
    const store = async (...uniqueIds: string[]) => {
      const items = uniqueIds.map((uniqueId) => ({ uniqueId, features: { own: 1 } }))
      const response = await post(batch, { token: observed.serviceToken, variables: { items } })
      expect(await response.json()).not.toHaveProperty('errors')
      return linesOf('features were refused')
    }
    expect(await store()).toEqual([])
    expect(await store('nenhuma')).toMatchObject([
      {
        level: 'warn',
        failed: 1,
        first: [{ uniqueId: 'nenhuma', code: 'NOT_FOUND', message: 'Não existe notícia com esse uniqueId.' }],
      },
    ])
  })

  it('counts the reads of concurrent requests separately', async () => {
    const queries = [
      '{ ping }',
      '{ articlesTimeline(range: { days: 3 }) { count } }',
      '{ articles(filter: { sentiment: ["positive"] }) { found } }',
      '{ relatedArticles(uniqueId: "nada", limit: 5) { title } }',
    ]
    const answers = await Promise.all([...queries, ...queries, ...queries].map((query) => post(query)))
    const lines = linesOf('graphql')
    const readsOf = (response: Response) =>
      lines.find((line) => line['requestId'] === response.headers.get('x-request-id'))?.['storeReads']
    const expected = [
      { sql: 0, index: 0 },
      { sql: 1, index: 0 },
      { sql: 0, index: 1 },
    ]
    for (const [place, reads] of expected.entries())
      for (const round of [0, 1, 2])
        expect(readsOf(answers[round * queries.length + place] as Response)).toEqual(reads)
    expect(sumReads(lines)).toEqual(takeReads())
  })

  it('has the codes of errors, and in every line the request id that the caller gets too', async () => {
    const response = await observed.withoutThemes(() => post('{ themes { code } }'))
    const { errors } = (await response.json()) as { errors: { extensions: Record<string, unknown> }[] }
    const requestId = response.headers.get('x-request-id')
    expect(errors[0]?.extensions).toEqual({ code: 'INTERNAL', requestId })
    const lines = observed.log.look().filter((line) => line['requestId'] === requestId)
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'unexpected error'],
      ['info', 'graphql'],
    ])
    expect(lines[1]).toMatchObject({ status: 200, codes: ['INTERNAL'] })
  })

  it('has lines for requests without an operation', async () => {
    await stack.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    })
    await post('{ nothing }')
    await post(
      `{ ping } ${Array.from({ length: 51 }, (_, i) => `fragment F${i} on Query { ping }`).join(' ')}`,
    )
    expect(linesOf('graphql').map(({ status, codes }) => ({ status, codes }))).toEqual([
      { status: 400, codes: ['BAD_REQUEST'] },
      { status: 200, codes: ['GRAPHQL_VALIDATION_FAILED'] },
      { status: 200, codes: ['LIMIT_EXCEEDED'] },
    ])
  })

  it.each(['/artigos/%ff', '/artigos/%', '/artigos/%00', '/edicoes/%ff', '/edicoes/%00'])(
    'has no error for %s, which is no text',
    async (path) => {
      expect((await stack.fetch(path)).status).toBe(404)
      const lines = observed.log.look()
      expect(lines.map(({ level, status }) => [level, status])).toEqual([['info', 404]])
    },
  )

  it('has a line for a stream when it ends', async () => {
    const { events } = await generate(
      `${stack.stack.frontUrl}/graphql/stream`,
      observed.reader.token,
      'Saúde em Roraima',
    )
    expect(events).not.toEqual([])
    expect(await untilLine('stream')).toMatchObject({
      status: 200,
      viewer: 'user',
      operationType: 'subscription',
      rootFields: ['generateRecortes'],
      storeReads: takeReads(),
    })
  })

  it('has the codes of a stream that fails', async () => {
    const { codes } = await generate(`${stack.stack.frontUrl}/graphql/stream`, undefined, 'Saúde em Roraima')
    expect(codes).toEqual(['UNAUTHENTICATED'])
    expect(await untilLine('stream')).toMatchObject({ viewer: 'anonymous', codes })
  })

  it('has lines for other requests by their route, without the contents of links', async () => {
    await stack.fetch(`/unsubscribe?token=${SECRET}`)
    await stack.fetch('/ready')
    expect(linesOf('unsubscribe')[0]).toMatchObject({ route: '/unsubscribe', status: 400, coldStart: true })
    expect(linesOf('ready')[0]).toMatchObject({ status: 200, storeReads: takeReads() })
    expect(JSON.stringify(observed.log.look())).not.toContain(SECRET)
  })

  it('has a line for a run of a job, with its reads and its outcome', async () => {
    await startRun(stack, 'check-database')
    expect(await untilLine('job-check-database')).toMatchObject({
      job: 'check-database',
      requestId: expect.any(String),
      outcome: 'succeeded',
      tries: 1,
      result: { tls: false },
      storeReads: takeReads(),
    })
  })

  it.each<[string, JobWork<Probe>, { receiveCount?: number; body?: string }, object]>([
    ['succeeds', async () => ({ done: 1 }), {}, { outcome: 'succeeded', result: { done: 1 }, tries: 1 }],
    ['fails and is tried again', fail(new Error('no')), {}, { outcome: 'waiting', tries: 1 }],
    ['fails for the last time', fail(new Error('no')), { receiveCount: 2 }, { outcome: 'failed', tries: 2 }],
    ['is refused by its work', fail(new RefusedRun('no')), {}, { outcome: 'failed', tries: 1 }],
    ['goes on later', fail(new ContinueLater('more')), {}, { outcome: 'unfinished', tries: 1 }],
    ['cannot be read', async () => ({}), { body: 'no JSON' }, { outcome: 'waiting', tries: 1 }],
  ])('tells of a run that %s', async (_, work, { receiveCount = 1, body }, fields) => {
    const record = {
      messageId: 'message',
      receiptHandle: 'gone',
      body: body ?? writeJobMessage({ scheduledTime: new Date(runs++), parameters: {}, manual: true }),
      attributes: { ApproximateReceiveCount: String(receiveCount) },
      messageAttributes: {},
      // No function receives from a dead-letter queue.
      eventSourceARN: 'arn:aws:sqs:us-east-2:000000000000:job-purge-dlq',
    }
    const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 60_000 }
    // A run that goes on later would hold the others up.
    await tables.jobRuns.remove(stack.db, { job: probe.name })
    await runJob(probe, work)({ Records: [record] } as unknown as SQSEvent, context as unknown as Context)
    expect(linesOf('job-probe')).toMatchObject([{ job: 'probe', ...fields }])
  })

  it('has a line for every batch of a worker, with its messages and its reads', async () => {
    const cloud = openCloud(stack.stack.awsUrl)
    await cloud.send(stack.stack.queueUrl('index'), 'no JSON', {
      type: 'news.scraped',
      subject: `${SECRET}_000001`,
    })
    cloud.close()
    // The messages arrive as one batch or as two.
    const seen = () => linesOf('index').reduce((sum, { messages }) => sum + Number(messages), 0)
    await expect.poll(seen, { interval: 30 }).toBe(2)
    expect(linesOf('index')[0]).toMatchObject({ worker: 'index', coldStart: expect.any(Boolean) })
    const failure = observed.log.look().find(({ message }) => message === 'index: message failed')
    expect(failure).toMatchObject({ level: 'error', requestId: expect.any(String) })
    expect(sumReads(linesOf('index'))).toEqual(takeReads())
  })

  it.each([
    [
      'an agency alone',
      { agencyKey: 'orgao_novo' },
      [{ createdAgencies: ['orgao_novo'], createdThemes: [] }],
      [],
    ],
    ['a theme alone', { themeL1Code: '99' }, [{ createdAgencies: [], createdThemes: ['99'] }], []],
    ['another label of a theme', { ...themed('03'), themeL1Label: 'Bem-estar' }, [], ['Bem-estar']],
    ['nothing', themed('03'), [], []],
  ])('warns of news that differs from the catalogue in %s', async (_, fields, codes, labels) => {
    const pipeline = openPipeline(stack)
    await pipeline.ingest(anArticle(fields))
    pipeline.cloud.close()
    const warned = linesOf('ingest: codes that the catalogue does not have')
    expect(warned).toMatchObject(codes)
    const differing = linesOf('ingest: themes with another label than the catalogue’s, which stays')
    expect(differing).toMatchObject(
      labels.map((label) => ({ labelDifferences: [{ code: '03', label, catalogueLabel: 'Saúde' }] })),
    )
    for (const { level } of [...warned, ...differing]) expect(level).toBe('warn')
  })
})
