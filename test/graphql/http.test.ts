import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack({ corsOrigins: ['https://portal.example'] })
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
  it('is audited in 61 points', () => expect(audits).toHaveLength(61))
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

  it('without a body or a query get 400', async () => {
    const statuses = await Promise.all(
      ['', '{}', '[]', '{"query": 7}'].map(async (body) => (await post(body)).status),
    )
    expect(statuses).toEqual([400, 400, 400, 400])
  })

  it('may be a GET, also with a percent sign in the query', async () => {
    const query = encodeURIComponent('{ search(query: "100% público") { found } }')
    const response = await stack.fetch(`/graphql?query=${query}`)
    expect(await response.json()).toEqual({ data: { search: { found: 0 } } })
  })

  it('of another method or a mutation by GET get 405', async () => {
    expect((await stack.fetch('/graphql', { method: 'DELETE' })).status).toBe(405)
  })

  it('carry an id that the answer repeats in a header', async () => {
    expect((await post('{"query":"{ ping }"}')).headers.get('x-request-id')).toMatch(/^[\w-]{10,}$/)
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
  const preflight = (origin: string) =>
    stack.fetch('/graphql', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })

  it('that are allowed may read answers', async () => {
    const response = await preflight('https://portal.example')
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://portal.example')
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
    const answer = await post('{"query":"{ ping }"}', { ...JSON_HEADERS, origin: 'https://portal.example' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://portal.example')
    expect(answer.headers.get('vary')).toContain('origin')
  })

  it('that are not get no permission', async () => {
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})
