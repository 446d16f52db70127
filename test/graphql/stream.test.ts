import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GENERATE, generate, typesOf } from '../kit/client/event-stream.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { newPerson } from '../kit/rows/people.ts'
import { PORTAL, shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'

let stack: TestStack
let url: string
let token: string

beforeAll(async () => {
  stack = await shareTestStack()
  url = `${stack.stack.graphqlUrl}/stream`
  token = await newToken()
  await stack.publish([anArticle({ title: 'Vacina da gripe', publishedAt: ago({ hours: 1 }) })])
})
afterAll(() => stack.stop())

const newToken = () => stack.stack.token({ sub: uniqueName('leitora'), name: 'Leitora' })
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const variables = { prompt: 'vacina' }

interface Frame {
  event: string
  data: { data?: unknown; errors?: { message: string; extensions: Record<string, unknown> }[] } | null
}

/** Returns the frames of an answer, without comments. */
async function framesOf(response: Response): Promise<Frame[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block.startsWith('event: '))
  return blocks.map((block) => {
    const [event = '', data = ''] = block.split('\n')
    const json = data.replace(/^data:\s*/, '')
    return { event: event.replace('event: ', ''), data: json === '' ? null : JSON.parse(json) }
  })
}

/** Returns the codes of a well-formed request that fails: one frame with errors, then the end. */
async function codesOf(response: Response): Promise<unknown[]> {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const frames = await framesOf(response)
  expect(frames.map(({ event }) => event)).toEqual(['next', 'complete'])
  expect(frames[0]?.data).not.toHaveProperty('data')
  return frames[0]?.data?.errors?.map(({ extensions }) => extensions['code']) ?? []
}

async function refusalOf(response: Response): Promise<[number, unknown]> {
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const { errors } = (await response.json()) as Frame['data'] & object
  return [response.status, errors?.[0]?.extensions['code']]
}

describe('the frames of a stream', () => {
  it.each(['text/event-stream', '*/*', 'application/json'])('are equal for Accept: %s', async (accept) => {
    const response = await post({ query: GENERATE, variables }, { ...bearer(token), accept })
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(response.headers.get('x-request-id')).toMatch(/.{8}/)
    const frames = await framesOf(response)
    expect(frames.at(-1)).toEqual({ event: 'complete', data: null })
    const nexts = frames.slice(0, -1)
    expect(nexts.every(({ event, data }) => event === 'next' && data?.errors === undefined)).toBe(true)
    expect(nexts.at(-1)?.data).toMatchObject({ data: { generateRecortes: { __typename: 'AgentEventDone' } } })
  })

  it('are sent for GET too', async () => {
    const query = new URLSearchParams({
      query: GENERATE,
      variables: JSON.stringify({ prompt: 'vacina & gripe' }),
    })
    const frames = await framesOf(await fetch(`${url}?${query}`, { headers: bearer(token) }))
    expect(frames.at(-2)?.data).toMatchObject({
      data: { generateRecortes: { __typename: 'AgentEventDone' } },
    })
  })

  it('are those of the operation that operationName selects, also in a document with several', async () => {
    const first = 'subscription First { generateRecortes(prompt: "") { __typename } }'
    const query = `query Q { ping } ${first} ${GENERATE.replace('subscription', 'subscription S')}`
    const body = { query, operationName: 'S', variables }
    const frames = await framesOf(await post(body, bearer(await newToken())))
    expect(frames.at(-2)?.data).toMatchObject({
      data: { generateRecortes: { __typename: 'AgentEventDone' } },
    })
  })

  it('are sent one by one', async () => {
    const response = await post({ query: GENERATE, variables }, bearer(await newToken()))
    const pieces: string[] = []
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString())
    expect(pieces[0]).toBe(':\n\n')
    expect(pieces.length).toBeGreaterThan(4)
  })
})

describe('a well-formed request', () => {
  it('needs an account', async () => {
    const ask = (headers: Record<string, string>) => post({ query: GENERATE, variables }, headers)
    expect(await codesOf(await ask({}))).toEqual(['UNAUTHENTICATED'])
    expect(await codesOf(await ask(bearer('lixo')))).toEqual(['UNAUTHENTICATED'])
    expect(await codesOf(await ask(bearer(await stack.stack.serviceToken())))).toEqual(['FORBIDDEN'])
    const unlisted = await stack.stack.serviceToken({ sub: 'outra', email: 'outra@pauta.local' })
    expect(await codesOf(await ask(bearer(unlisted)))).toEqual(['UNAUTHENTICATED'])
  })

  const twice =
    'a: generateRecortes(prompt: "abc") { __typename } generateRecortes(prompt: "abc") { __typename }'
  const field = 'generateRecortes(prompt: "abc") { __typename }'
  const deep = (levels: number) => `subscription { ${'... { '.repeat(levels)}${field}${' }'.repeat(levels)} }`
  const aliases = (count: number) =>
    `subscription { generateRecortes(prompt: "abc") { ${Array.from({ length: count }, (_, i) => `a${i}: __typename`).join(' ')} } }`
  const directives = Array.from({ length: 51 }, (_, i) => `a${i}: __typename @include(if: true)`).join(' ')

  it.each([
    ['an unknown field', 'subscription { nada }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a missing argument', 'subscription { generateRecortes { __typename } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['two fields', `subscription { ${twice} }`, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a field that may be left out',
      `subscription { ${field.replace(' {', ' @skip(if: true) {')} }`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a fragment that may be left out',
      `subscription { ...F } fragment F on Subscription { ... @include(if: false) { ${field} } }`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['61 aliases', aliases(61), 'LIMIT_EXCEEDED'],
    ['51 directives', `subscription { generateRecortes(prompt: "abc") { ${directives} } }`, 'LIMIT_EXCEEDED'],
    ['15,001 characters', deep(1).padEnd(15_001), 'LIMIT_EXCEEDED'],
    [
      'several operations and no name',
      `subscription A { ${field} } subscription B { ${field} }`,
      'BAD_REQUEST',
    ],
  ])('fails within the stream: %s', async (_, query, code) => {
    const codes = await codesOf(await post({ query }, bearer(token)))
    expect(new Set(codes)).toContain(code)
    expect(codes).not.toContain('INTERNAL')
  })

  it('passes at the limits', async () => {
    for (const query of [aliases(30), deep(1).padEnd(15_000)])
      expect((await framesOf(await post({ query }, bearer(await newToken())))).length).toBeGreaterThan(2)
  })

  it.each([
    ['no variable', undefined],
    ['a null one', { prompt: null }],
    ['one of another type', { prompt: { a: 1 } }],
  ])('fails with BAD_USER_INPUT for %s', async (_, wrong) => {
    expect(await codesOf(await post({ query: GENERATE, variables: wrong }, bearer(token)))).toEqual([
      'BAD_USER_INPUT',
    ])
  })
})

describe('a malformed request', () => {
  it.each([
    ['broken JSON', '{"query": ', 400, 'BAD_REQUEST'],
    ['an empty body', '', 400, 'BAD_REQUEST'],
    ['no query', { variables: {} }, 400, 'BAD_REQUEST'],
    ['a query of another type', { query: 7 }, 400, 'BAD_REQUEST'],
    ['variables of another type', { query: GENERATE, variables: [] }, 400, 'BAD_REQUEST'],
    ['several requests', [{ query: GENERATE }], 400, 'BAD_REQUEST'],
    ['a syntax error', { query: 'subscription {' }, 400, 'GRAPHQL_PARSE_FAILED'],
    [
      'more tokens than 5,000',
      { query: `subscription { a${' a'.repeat(5000)} }` },
      400,
      'GRAPHQL_PARSE_FAILED',
    ],
    ['a query', { query: '{ ping }' }, 404, 'WRONG_ENDPOINT'],
    ['a mutation', { query: 'mutation { deleteClipping(id: "x") }' }, 404, 'WRONG_ENDPOINT'],
    [
      'the query of several',
      { query: `query Q { ping } ${GENERATE.replace('subscription', 'subscription S')}`, operationName: 'Q' },
      404,
      'WRONG_ENDPOINT',
    ],
  ])('is refused completely: %s', async (_, body, status, code) => {
    expect(await refusalOf(await post(body, bearer(token)))).toEqual([status, code])
  })

  it('is refused by method, type and path', async () => {
    expect(await refusalOf(await fetch(url, { method: 'PUT' }))).toEqual([405, 'BAD_REQUEST'])
    expect(await refusalOf(await post({ query: GENERATE }, { 'content-type': 'text/plain' }))).toEqual([
      415,
      'BAD_REQUEST',
    ])
    expect(await refusalOf(await fetch(`${url}?query=${encodeURIComponent('{ ping }')}`))).toEqual([
      404,
      'WRONG_ENDPOINT',
    ])
    expect(await refusalOf(await fetch(`${url}/adiante`))).toEqual([404, 'WRONG_ENDPOINT'])
    const elsewhere = await stack.ask(GENERATE, variables)
    expect([elsewhere.status, elsewhere.errors[0]?.extensions['code']]).toEqual([404, 'WRONG_ENDPOINT'])
    expect(elsewhere.errors[0]?.message).toContain('/graphql/stream')
  })
})

describe('pages of other origins', () => {
  it('may call when their origin is listed', async () => {
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: PORTAL } })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(PORTAL)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
    for (const body of [{ query: GENERATE, variables }, 'lixo']) {
      const response = await post(body, { origin: PORTAL })
      expect(response.headers.get('access-control-allow-origin')).toBe(PORTAL)
      await response.text()
    }
    const stranger = await post({ query: GENERATE, variables }, { origin: 'https://estranho.example' })
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
    await stranger.text()
  })
})

describe('runs of one person', () => {
  const runsOf = async (userId: string) =>
    await stack.db<{ outcome: string | null }[]>`
      select outcome from agent_runs where user_id = ${userId} order by started_at, id`

  it('are recorded, and the oldest of three is stopped', async () => {
    const person = await newPerson(stack)
    const userId = await person.id()
    await tables.agentRuns.add(stack.db, [
      { id: 'antiga', userId, startedAt: timeAgo(2, 'minute') },
      { id: 'recente', userId, startedAt: timeAgo(1, 'minute') },
      { id: 'de anteontem', userId, startedAt: timeAgo(2, 'day') },
    ])
    const { events } = await generate(url, person.token, 'vacina')
    expect(typesOf(events).at(-1)).toBe('Done')
    expect(await runsOf(userId)).toEqual([{ outcome: 'stopped' }, { outcome: null }, { outcome: 'done' }])
  })

  it('are limited to one while others nearly fill the streams of the stage', async () => {
    const [person, other] = [await newPerson(stack), await newPerson(stack)]
    const [userId, otherId] = [await person.id(), await other.id()]
    await tables.agentRuns.add(
      stack.db,
      Array.from({ length: 79 }, (_, n) => ({
        id: `cheio${n + 1}`,
        userId: otherId,
        startedAt: timeAgo(1, 'minute'),
      })),
    )
    await tables.agentRuns.add(stack.db, { id: 'minha', userId, startedAt: timeAgo(1, 'minute') })
    try {
      await generate(url, person.token, 'vacina')
      expect(await runsOf(userId)).toEqual([{ outcome: 'stopped' }, { outcome: 'done' }])
    } finally {
      await tables.agentRuns.remove(stack.db, { userId: otherId })
    }
  })

  it('stop before their next step after a stop request', async () => {
    const person = await newPerson(stack)
    const userId = await person.id()
    const stop = () => tables.agentRuns.set(stack.db, { userId }, { endedAt: new Date(), outcome: 'stopped' })
    await stack.db`create function stop_runs() returns trigger language plpgsql as
      $$ begin new.ended_at := now(); new.outcome := 'stopped'; return new; end $$`
    await stack.db`create trigger stop_at_once before insert on agent_runs for each row execute function stop_runs()`
    try {
      const { events } = await generate(url, person.token, 'vacina')
      expect(events.at(-1)?.message).toMatch(/interrompida porque você começou outra/)
      expect(typesOf(events)).not.toContain('ToolCall')
      expect(typesOf(events).at(-1)).toBe('Error')
    } finally {
      await stack.db`drop trigger stop_at_once on agent_runs`
      await stop()
    }
  })

  it('are 50 a day', async () => {
    const person = await newPerson(stack)
    const userId = await person.id()
    const hour = new Date(Math.floor(Date.now() / 14_400_000) * 14_400_000)
    await tables.userActions.add(stack.db, { userId, action: 'generate-recortes', bucket: hour, count: 49 })
    expect((await generate(url, person.token, 'vacina')).codes).toEqual([])
    const { codes, extensions, events } = await generate(url, person.token, 'vacina')
    expect(events).toEqual([])
    expect(codes).toEqual(['RATE_LIMITED'])
    expect(extensions[0]?.['retryAfterSeconds']).toBeGreaterThan(3600)
    expect(await runsOf(userId)).toHaveLength(1)
  })
})
