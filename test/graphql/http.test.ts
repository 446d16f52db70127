import { createHash } from 'node:crypto'
import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PORTAL, shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const JSON_HEADERS = { 'content-type': 'application/json' }
const post = (body: string, headers: Record<string, string> = JSON_HEADERS) =>
  stack.fetch('/graphql', { method: 'POST', headers, body })

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({
    url: () => stack.stack.graphqlUrl,
    fetchFn: (...args: Parameters<typeof fetch>) => fetch(...args),
  })
  it('passes the audit of 61 points', () => expect(audits).toHaveLength(61))
  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_, audit) => {
    const result = await audit.fn()
    expect(result).toMatchObject({ status: 'ok' })
  })
})

describe('requests', () => {
  it('with a broken body get 400 and a coded error', async () => {
    const response = await post('{"query": ')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
  })

  it.each([
    ['DELETE', '/graphql', undefined, 'Apollo Server supports only GET/POST requests.'],
    ['POST', '/graphql', '{"query": 7}', 'GraphQL queries must be strings'],
    ['POST', '/graphql', '{"query": ""}', 'must contain a non-empty `query`'],
    ['POST', '/graphql', '{}', 'POST body missing'],
    ['POST', '/graphql', '[{"query": "{ ping }"}]', 'Operation batching disabled.'],
    [
      'POST',
      '/graphql',
      '{"query": "{ ping }", "variables": "{}"}',
      '`variables` in a POST body should be provided as an object',
    ],
    [
      'GET',
      '/graphql?query=mutation%7BdeleteClipping(id%3A%22x%22)%7D',
      undefined,
      'GET requests only support query',
    ],
    [
      'GET',
      '/graphql?query=%7Bping%7D&variables=x',
      undefined,
      'The variables search parameter contains invalid JSON.',
    ],
    ['POST', '/graphql', '{"query": "{ nada }"}', 'Cannot query field "nada" on type "Query".'],
    ['POST', '/graphql/stream', '{"query": "{ ping"}', 'Syntax Error: Expected Name, found <EOF>.'],
    [
      'POST',
      '/graphql/stream',
      '{"query": "subscription { nada }"}',
      'Cannot query field "nada" on type "Subscription".',
    ],
  ])('get their fault as libraries and tools know it: %s %s %s', async (method, path, body, expected) => {
    const response = await stack.fetch(path, { method, headers: JSON_HEADERS, ...(body && { body }) })
    expect(await response.text()).toContain(JSON.stringify(expected).slice(1, -1))
  })

  it('without a body or a query get 400', async () => {
    const statuses = await Promise.all(
      ['', '{}', '[]', '{"query": 7}'].map(async (body) => (await post(body)).status),
    )
    expect(statuses).toEqual([400, 400, 400, 400])
  })

  it('may write their media type in any case, and are read and limited equally', async () => {
    const send = async (query: string) => {
      const headers = { 'Content-Type': 'Application/JSON; Charset=UTF-8' }
      const response = await stack.fetch('/graphql', {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      })
      return await response.json()
    }
    expect(await send('{ ping }')).toEqual({ data: { ping: expect.any(String) as string } })
    expect(await send(`{ ping }${' '.repeat(15_000)}`)).toMatchObject({
      errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }],
    })
  })

  it('may be a GET, also with a percent sign in the query', async () => {
    const query = encodeURIComponent('{ search(query: "100% público") { found } }')
    const response = await stack.fetch(`/graphql?query=${query}`)
    expect(await response.json()).toEqual({ data: { search: { found: 0 } } })
  })

  it('of another method or a mutation by GET get 405', async () => {
    expect((await stack.fetch('/graphql', { method: 'DELETE' })).status).toBe(405)
    const query = encodeURIComponent('mutation { deleteClipping(id: "x") }')
    expect((await stack.fetch(`/graphql?query=${query}`)).status).toBe(405)
  })

  it('of a page elsewhere cannot write without a preflight: no simple request is a mutation', async () => {
    const mutation = JSON.stringify({ query: 'mutation { deleteClipping(id: "x") }' })
    const simple = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
    for (const type of simple) {
      const response = await post(mutation, { 'content-type': type })
      expect({ type, status: response.status }).toEqual({ type, status: 400 })
      expect(await response.text()).not.toContain('"data"')
    }
  })

  it('carry an id that the answer repeats in a header', async () => {
    expect((await post('{"query":"{ ping }"}')).headers.get('x-request-id')).toMatch(/^[\w-]{10,}$/)
  })
})

describe('pages and texts', () => {
  it('GET /graphql without a query returns a short text with an example', async () => {
    const response = await stack.fetch('/graphql', { headers: { accept: '*/*' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toMatch(/^Pauta: API GraphQL[^]*curl/)
    const asked = await stack.fetch('/graphql?query=%7Bping%7D', { headers: { accept: '*/*' } })
    expect(await asked.json()).toHaveProperty('data.ping')
  })

  it('GET /graphql answers a program that accepts JSON alone, with and without a query', async () => {
    const headers = { accept: 'application/json' }
    const bare = await stack.fetch('/graphql', { headers })
    expect(bare.status).toBe(200)
    expect(bare.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await bare.json()).toEqual({ message: expect.stringMatching(/^Pauta: API GraphQL/) as string })
    const asked = await stack.fetch('/graphql?query=%7Bping%7D', { headers })
    expect([asked.status, await asked.json()]).toEqual([
      200,
      { data: { ping: expect.any(String) as string } },
    ])
    // A parameter other than the query is a broken request, not a first look.
    expect((await stack.fetch('/graphql?variables=%7B%7D', { headers })).status).toBe(400)
  })

  it.each(['*/*', 'application/json', 'application/json, text/html', undefined])(
    'the playground returns plain text to a client that accepts %s',
    async (accept) => {
      const response = await stack.fetch('/playground', { headers: accept ? { accept } : {} })
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.text()).toContain('navegador')
    },
  )

  it('a POST runs its operation, also for a client that accepts pages', async () => {
    const response = await stack.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/html' },
      body: '{"query":"{ ping }"}',
    })
    expect(await response.json()).toEqual({ data: { ping: expect.any(String) as string } })
  })

  it.each(['/graphql', '/playground', '/unsubscribe', '/confirm'])(
    '%s refuses frames and code of other origins',
    async (path) => {
      const response = await stack.fetch(path, { headers: { accept: 'text/html,*/*' } })
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(await response.text()).toMatch(/^\s*<!doctype html>/i)
    },
  )
})

describe('persisted queries', () => {
  const hashOf = (query: string) => createHash('sha256').update(query).digest('hex')
  const persisted = (query: string, more: Record<string, unknown> = {}) => ({
    persistedQuery: { version: 1, sha256Hash: hashOf(query), ...more },
  })
  /** Sends a GET as clients do: each part is a parameter of the address. */
  const get = async (parts: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const texts = Object.entries(parts).map(([name, part]): [string, string] => [
      name,
      typeof part === 'string' ? part : JSON.stringify(part),
    ])
    const response = await stack.fetch(`/graphql?${new URLSearchParams(texts)}`, { headers })
    return { response, body: await response.json() }
  }
  const send = async (parts: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const response = await post(JSON.stringify(parts), { ...JSON_HEADERS, ...headers })
    return { response, body: await response.json() }
  }
  const NOT_FOUND = {
    errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
  }
  const codeOf = (body: unknown) =>
    (body as { errors: { extensions: { code: string } }[] }).errors.map(({ extensions }) => extensions.code)

  it('are requested once, and then found by a GET whose answer may be cached', async () => {
    const query = 'query Um($page: Int!) { articles(page: $page) { found } }'
    const parts = { operationName: 'Um', variables: { page: 1 }, extensions: persisted(query) }
    // Apollo's client sends a media type even without a body.
    const missed = await get(parts, JSON_HEADERS)
    expect(missed.body).toEqual(NOT_FOUND)
    expect(missed.response.status).toBe(200)
    expect(missed.response.headers.get('cache-control')).toBe('private, no-store')
    const registered = await send({ ...parts, query })
    expect(registered.body).toEqual({ data: { articles: { found: 0 } } })
    expect(registered.response.headers.get('cache-control')).toBe('private, no-store')
    const found = await get(parts, JSON_HEADERS)
    expect(found.body).toEqual({ data: { articles: { found: 0 } } })
    expect(found.response.headers.get('cache-control')).toMatch(/^public, max-age=30,/)
    expect(found.response.headers.get('etag')).toMatch(/^W\//)
  })

  it('may be sent by POST first, and in the address after a miss', async () => {
    const query = '{ dois: articles { found } }'
    const missed = await send({ operationName: undefined, variables: {}, extensions: persisted(query) })
    expect(missed.body).toEqual(NOT_FOUND)
    expect(missed.response.status).toBe(200)
    const extensions = persisted(query, { miss: true })
    expect((await get({ query, variables: {}, extensions })).body).toEqual({ data: { dois: { found: 0 } } })
    expect((await send({ extensions: persisted(query) })).body).toEqual({ data: { dois: { found: 0 } } })
  })

  it('with the hash of another text, of another version or broken get a client error', async () => {
    const query = '{ tres: articles { found } }'
    for (const persistedQuery of [
      { version: 1, sha256Hash: hashOf('{ outra }') },
      { version: 2, sha256Hash: hashOf(query) },
      { version: 1 },
      'x',
    ]) {
      const { response, body } = await send({ query, extensions: { persistedQuery } })
      expect({ status: response.status, codes: codeOf(body) }).toEqual({
        status: 400,
        codes: ['BAD_REQUEST'],
      })
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
    for (const sha256Hash of [hashOf(query), '', 7, null, ['x'], { x: 1 }, '__proto__'])
      expect((await send({ extensions: { persistedQuery: { version: 1, sha256Hash } } })).body).toEqual(
        NOT_FOUND,
      )
  })

  it('that validation or a limit refuses are never stored', async () => {
    for (const [query, code] of [
      [`{ ping }${' '.repeat(15_000)}`, 'LIMIT_EXCEEDED'],
      ['{ nada }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ quatro', 'GRAPHQL_PARSE_FAILED'],
      [`{ ${'ping '.repeat(5001)}}`, 'GRAPHQL_PARSE_FAILED'],
    ] as const) {
      expect(codeOf((await send({ query, extensions: persisted(query) })).body)).toContain(code)
      expect((await send({ extensions: persisted(query) })).body).toEqual(NOT_FOUND)
    }
  })

  it('are priced again with the variables of each request', async () => {
    const page =
      'articles(limit: $limit) { articles { uniqueId title url summary content image tags publishedAt } }'
    const pages = Array.from({ length: 29 }, (_, i) => `a${i}: ${page}`)
    const query = `query ($limit: Int!) { ${pages.join(' ')} }`
    const extensions = persisted(query)
    const few = await send({ query, variables: { limit: 1 }, extensions })
    expect(few.body).toHaveProperty('data.a0')
    const many = { variables: { limit: 250 }, extensions }
    const refused = await send(many)
    expect({ status: refused.response.status, codes: codeOf(refused.body) }).toEqual({
      status: 200,
      codes: ['LIMIT_EXCEEDED'],
    })
    const strict = await send(many, { accept: 'application/graphql-response+json' })
    expect(strict.response.status).toBe(400)
  })

  it('with mutations are not run by a GET', async () => {
    const query = 'mutation { deleteClipping(id: "x") }'
    expect(codeOf((await send({ query, extensions: persisted(query) })).body)).toEqual(['UNAUTHENTICATED'])
    const { response, body } = await get({ extensions: persisted(query) })
    expect({ status: response.status, codes: codeOf(body) }).toEqual({ status: 405, codes: ['BAD_REQUEST'] })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })
})

describe('the wrong endpoint', () => {
  it('answers 404 with a GraphQL error for any other path', async () => {
    for (const path of ['/', '/graphq', '/graphql/x', '/api/v1/news']) {
      const response = await stack.fetch(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'WRONG_ENDPOINT' } }] })
    }
  })

  it('answers 404 and names the stream for a subscription', async () => {
    const { status, errors } = await stack.ask(
      'subscription { generateRecortes(prompt: "saúde") { __typename } }',
    )
    expect(status).toBe(404)
    expect(errors.map((error) => error.extensions['code'])).toContain('WRONG_ENDPOINT')
    expect(errors.map((error) => error.message).join()).toContain('/graphql/stream')
  })
})

describe('origins', () => {
  const preflight = (origin: string, path = '/graphql') =>
    stack.fetch(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })

  it('that are allowed may read answers', async () => {
    const response = await preflight(PORTAL)
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(PORTAL)
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
    const answer = await post('{"query":"{ ping }"}', { ...JSON_HEADERS, origin: PORTAL })
    expect(answer.headers.get('access-control-allow-origin')).toBe(PORTAL)
    expect(answer.headers.get('vary')).toContain('origin')
  })

  it.each(['/graphql', '/graphql/stream', '/telegram/link'])(
    'allow the headers of Apollo Client, urql and graphql-sse on %s',
    async (path) => {
      const response = await preflight(PORTAL, path)
      const allowed = response.headers.get('access-control-allow-headers')?.split(', ')
      expect(allowed).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'apollographql-client-name',
          'apollographql-client-version',
          'apollo-require-preflight',
          'x-apollo-operation-name',
          'last-event-id',
        ]),
      )
    },
  )

  it('that are not allowed get no permission', async () => {
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})
