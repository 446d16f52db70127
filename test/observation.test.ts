import { makeObservation, observe, type Span } from '@pauta/platform/telemetry/observation'
import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCloud } from './kit/workers/cloud.ts'
import { generate } from './kit/client/event-stream.ts'
import { startRun } from './kit/workers/runs.ts'
import { SECRET, startObservedStack, sumReads, type ObservedStack } from './kit/stack/observed-stack.ts'
import { aClipping } from './kit/rows/people.ts'
import { patient } from './kit/runner/patience.ts'
import type { TestStack } from './kit/stack/stack.ts'
import type { LogLine } from './kit/stack/log-lines.ts'
import { named, newTrace, SPAN_KINDS } from './kit/services/trace-collector.ts'

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
})

describe('traces', () => {
  const spansOf = (traceId: string) => observed.collector.spansOf(traceId)

  it('continue the trace of a caller that records one: request, operation, statements, searches, services', async () => {
    const { traceId, spanId, traceparent } = newTrace()
    await post(
      `query Busca { search(query: "${SECRET}", semantic: true) { articles { title features { wordCount } } } }`,
      { traceparent },
    )
    const spans = spansOf(traceId)
    const request = named(spans, 'POST /graphql')
    expect(request).toMatchObject({
      service: 'pauta-graphql',
      kind: SPAN_KINDS.server,
      parentSpanId: spanId,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/graphql',
        'http.response.status_code': 200,
      },
    })
    const operation = named(spans, 'query')
    expect(operation).toMatchObject({
      kind: SPAN_KINDS.internal,
      parentSpanId: request.spanId,
      attributes: { 'graphql.operation.name': 'Busca', 'graphql.operation.type': 'query' },
    })
    const calls = spans.filter((span) => span !== request && span !== operation)
    expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(calls.map(() => operation.spanId))
    expect(calls.filter(({ attributes }) => attributes['db.system.name'] === 'typesense')).toHaveLength(1)
    expect(named(spans, 'POST 127.0.0.1')).toMatchObject({
      kind: SPAN_KINDS.client,
      attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
    })
    expect(linesOf('graphql')[0]).toMatchObject({ traceId })
    expect(observed.collector.headers()).toMatchObject({ 'x-api-key': 'chave', 'x-other': 'Basic YQ==' })
  })

  it('contain the text of statements and none of their values', async () => {
    const { traceId, traceparent } = newTrace()
    await post(`{ newsById(uniqueId: "${SECRET}_000001") { title } }`, {
      token: observed.serviceToken,
      traceparent,
    })
    const [statement, ...others] = spansOf(traceId).filter(
      ({ attributes }) => attributes['db.system.name'] === 'postgresql',
    )
    expect(others).toEqual([])
    expect(statement).toMatchObject({ kind: SPAN_KINDS.client, failed: false })
    expect(statement?.name).toMatch(/^(SELECT|WITH) \w+$/)
    expect(statement?.attributes['db.query.text']).toMatch(/\$1/)
    expect(JSON.stringify(spansOf(traceId))).not.toContain(SECRET)
  })

  it('continue in the worker that gets the message of a request', async () => {
    const { traceId, traceparent } = newTrace()
    const mutation = `mutation { upsertFeatures(uniqueId: "${SECRET}_000001", features: { viewCount: 7 }) }`
    const response = await post(mutation, { token: observed.serviceToken, traceparent })
    expect(await response.json()).toEqual({ data: { upsertFeatures: true } })
    await expect.poll(() => spansOf(traceId).some(({ name }) => name === 'process index')).toBe(true)
    const spans = spansOf(traceId)
    const sent = spans.find(({ kind }) => kind === SPAN_KINDS.producer)
    expect(sent?.attributes).toMatchObject({
      'messaging.system': 'aws_sqs',
      'messaging.batch.message_count': 1,
    })
    const batch = named(spans, 'process index')
    expect(batch).toMatchObject({
      service: 'pauta-index',
      kind: SPAN_KINDS.consumer,
      parentSpanId: sent?.spanId,
    })
    const ofBatch = spans.filter(({ parentSpanId }) => parentSpanId === batch.spanId)
    expect(ofBatch.map(({ attributes }) => attributes['db.system.name'])).toContain('postgresql')
    // The request that sends a message has one span, and no second one as a call over HTTP.
    expect(spans.filter(({ parentSpanId }) => parentSpanId === sent?.spanId)).toEqual([batch])
  })

  it('continue in the run of a job that traced work started', async () => {
    const { traceId, spanId, traceparent } = newTrace()
    const sending: Span = { traceId, traceparent, child: () => sending, end: () => {} }
    await observe(makeObservation({ requestId: 'x', span: sending }), () => startRun(stack, 'check-database'))
    await expect.poll(() => spansOf(traceId).some(({ name }) => name === 'run check-database')).toBe(true)
    const run = named(spansOf(traceId), 'run check-database')
    expect(run).toMatchObject({ service: 'pauta-job-check-database', parentSpanId: spanId, failed: false })
    const statements = spansOf(traceId).filter(({ parentSpanId }) => parentSpanId === run.spanId)
    const names = statements.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['SELECT', 'INSERT job_runs', 'UPDATE job_runs']))
  })

  it('show streams too', async () => {
    const { traceId, traceparent } = newTrace()
    const response = await stack.fetch('/graphql/stream', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${observed.reader.token}`,
        traceparent,
      },
      body: JSON.stringify({ query: `subscription { generateRecortes(prompt: "Saúde") { __typename } }` }),
    })
    expect(await response.text()).toContain('event: complete')
    await expect.poll(() => spansOf(traceId).some(({ name }) => name === 'POST /graphql/stream')).toBe(true)
    const request = named(spansOf(traceId), 'POST /graphql/stream')
    expect(request.attributes['http.response.status_code']).toBe(200)
    expect(named(spansOf(traceId), 'subscription').parentSpanId).toBe(request.spanId)
    expect(spansOf(traceId).filter(({ attributes }) => 'db.system.name' in attributes)).not.toEqual([])
  })

  it('show a batch of several traces in the first trace, with links to the others', async () => {
    const { handler } = await import('@pauta/functions/workers/index/handler')
    const [first, second] = [newTrace(), newTrace()]
    const records = [undefined, first, second, first].map((trace, place) => ({
      messageId: String(place),
      body: JSON.stringify({ type: 'news.scraped', subject: `${SECRET}_000001` }),
      attributes: { ApproximateReceiveCount: '1' },
      messageAttributes: trace ? { traceparent: { stringValue: trace.traceparent, dataType: 'String' } } : {},
    }))
    await handler({ Records: records } as unknown as SQSEvent)
    const batch = named(spansOf(first.traceId), 'process index')
    expect(batch).toMatchObject({ parentSpanId: first.spanId, links: [second.traceId] })
    expect(batch.attributes['messaging.batch.message_count']).toBe(4)
    expect(spansOf(second.traceId)).toEqual([])
  })

  it('mark failures by their code', async () => {
    const { traceId, traceparent } = newTrace()
    await observed.withoutThemes(() => post('{ themes { code } }', { traceparent }))
    const failed = spansOf(traceId).filter((span) => span.failed)
    expect(
      Object.fromEntries(failed.map(({ name, attributes }) => [name, attributes['error.type']])),
    ).toEqual({
      'SELECT known_themes': '42P01',
      query: 'INTERNAL',
    })
  })

  it('are not recorded for callers without a trace, nor for most of the others', async () => {
    const before = observed.collector.requests()
    const { traceId, traceparent } = newTrace('00')
    await post('{ themes { code } }', { traceparent })
    await post('{ themes { code } }', { traceparent: 'no trace at all' })
    await post('{ themes { code } }')
    expect(spansOf(traceId)).toEqual([])
    expect(observed.collector.requests()).toBe(before)
    expect(linesOf('graphql').map((line) => line['traceId'])).toEqual([undefined, undefined, undefined])
  })

  it('fail no answer when the collector is down, and the log has one line about it', async () => {
    // On a slow machine an earlier trace may have exceeded its time-out, and none was sent for a minute after it.
    const isReached = async () => {
      const { traceId, traceparent } = newTrace()
      await post('{ themes { code } }', { traceparent })
      return spansOf(traceId).length > 0
    }
    await expect.poll(isReached, { timeout: patient(120_000), interval: 500 }).toBe(true)
    observed.log.take()
    observed.collector.hang()
    const ask = async () => {
      const { traceId, traceparent } = newTrace()
      const response = await post('{ themes { code } }', { traceparent })
      expect(await response.json()).toEqual({ data: { themes: [] } })
      return traceId
    }
    const first = await ask()
    await expect.poll(() => spansOf(first)).not.toEqual([])
    const warnings = () => observed.log.look().filter(({ level }) => level === 'warn')
    await expect.poll(warnings).not.toEqual([])
    // The collector got the first trace and did not answer, so the function sends no other trace for a minute.
    const later = [await ask(), await ask()]
    expect(later.map(spansOf)).toEqual([[], []])
    expect(warnings()).toEqual([
      expect.objectContaining({ message: 'the collector of traces is unreachable' }),
    ])
  })
})
