import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { gatewayAnswersFor } from '@pauta/functions/http/gateway-answers'
import {
  startHttpFront,
  type Answered,
  type HttpFront,
  type HttpFrontOptions,
  type Site,
} from '@pauta/server/gateway/http-front'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { afterEach, describe, expect, it } from 'vitest'

const CLIENT = '198.51.100.7'
const POLICY = "default-src 'self'"

/** A site that has every path but `/nada`. */
const SITE: Site = {
  serve: ({ url }, response, next) => (url === '/nada' ? next() : void response.end('página')),
  headers: { 'content-security-policy': POLICY, 'x-site': '1' },
}

const named = (name: string) => async () => ({ statusCode: name === 'nenhum' ? 404 : 200, body: name })
const fail = async () => {
  throw new Error('no database')
}

let front: HttpFront
let answered: Answered[]
afterEach(() => front.stop())

/** Serves a few functions beside the site. */
async function start(options: Partial<HttpFrontOptions> = {}): Promise<void> {
  answered = []
  front = await startHttpFront({
    port: 0,
    log: () => undefined,
    onAnswer: (answer) => answered.push(answer),
    describeAnswer: gatewayAnswersFor('https://portal.example'),
    site: SITE,
    routes: [
      { method: 'ANY', path: '/graphql', handler: named('graphql') },
      { method: 'GET', path: '/licenca', handler: named('licença'), isOnSite: true },
      { method: 'GET', path: '/falha', handler: fail, isOnSite: true },
      {
        method: 'GET',
        path: '/evento',
        handler: async (event: APIGatewayProxyEvent) => ({
          statusCode: 200,
          body: event.requestContext.identity.sourceIp,
        }),
      },
      {
        method: 'GET',
        path: '/bytes',
        handler: async () => ({ statusCode: 200, isBase64Encoded: true, body: 'YQ==' }),
      },
      { method: 'ANY', path: '/', handler: named('nenhum') },
      { method: 'ANY', path: '/{proxy+}', handler: named('nenhum') },
    ],
    ...options,
  })
}

/** Asks as clients do whose names of headers have capitals. */
async function ask(path: string, { method = 'GET', headers = {}, agent = new Agent() } = {}) {
  const sent = request(front.url + path, { method, headers, agent }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

describe('a site beside the functions', () => {
  it.each([
    ['GET', '/', 'página'],
    ['GET', '/temas', 'página'],
    ['HEAD', '/temas', ''],
    ['GET', '/graphql', 'graphql'],
    ['GET', '/licenca', 'licença'],
    ['POST', '/', 'nenhum'],
    ['POST', '/temas', 'nenhum'],
    ['GET', '/nada', 'nenhum'],
  ])('%s %s gets “%s”', async (method, path, body) => {
    await start()
    const answer = await ask(path, { method })
    expect([answer.status, answer.body]).toEqual([body === 'nenhum' ? 404 : 200, body])
  })

  it('gives its headers to the pages of functions, not to other answers or to failures', async () => {
    await start()
    const policyOf = async (path: string) => (await ask(path)).headers['content-security-policy']
    expect(await policyOf('/licenca')).toBe(POLICY)
    expect(await policyOf('/graphql')).toBeUndefined()
    const failure = await ask('/falha')
    expect(failure.status).toBe(502)
    expect(failure.headers).not.toHaveProperty('x-site')
    expect(failure.headers['x-amzn-requestid']).toMatch(/^[\da-f-]{36}$/)
  })

  it('answers where functions have no path for the rest', async () => {
    await start({ routes: [{ method: 'GET', path: '/graphql', handler: named('graphql') }] })
    expect((await ask('/temas')).body).toBe('página')
    expect((await ask('/temas', { method: 'POST' })).status).toBe(403)
    expect((await ask('/nada')).status).toBe(403)
    expect((await ask('/graphql', { method: 'POST' })).status).toBe(403)
  })
})

describe('a client', () => {
  it('that is beyond its limit gets 429, and each of its requests counts once', async () => {
    let left = 3
    await start({ admit: async () => left-- > 0 })
    expect((await ask('/nada')).status).toBe(404)
    expect((await ask('/temas')).status).toBe(200)
    expect((await ask('/graphql')).status).toBe(200)
    const refused = await ask('/graphql')
    expect([refused.status, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
      429,
      '1',
      'application/json',
    ])
    expect(JSON.parse(refused.body)).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
    expect((await ask('/temas')).status).toBe(429)
  })

  it('is known to functions by the address that its proxy names', async () => {
    await start({ findAddress: ({ headers }) => String(headers['x-forwarded-for']) })
    expect((await ask('/evento', { headers: { 'X-Forwarded-For': CLIENT } })).body).toBe(CLIENT)
  })

  it.each([
    ['text/html', 'a'],
    ['application/json', 'YQ=='],
  ])('that accepts %s gets “%s” of bytes', async (Accept, body) => {
    await start()
    expect((await ask('/bytes', { headers: { Accept } })).body).toBe(body)
  })

  it('may use its connection for a minute', async () => {
    await start()
    const agent = new Agent({ keepAlive: true })
    const answer = await ask('/graphql', { agent })
    agent.destroy()
    expect(answer.headers['keep-alive']).toBe('timeout=60')
  })
})

it('each answer is counted once, by its route and status, in seconds', async () => {
  await start()
  const before = performance.now()
  for (const path of ['/graphql?x=1', '/temas', '/falha', '/nada']) await ask(path)
  await expect.poll(() => answered.length).toBe(4)
  const passed = (performance.now() - before) / 1000
  expect(answered.map(({ route, status }) => [route, status])).toEqual([
    ['/graphql', 200],
    ['/{proxy+}', 200],
    ['/falha', 502],
    ['/{proxy+}', 404],
  ])
  const seconds = answered.map((answer) => answer.seconds)
  expect(Math.min(...seconds)).toBeGreaterThan(0)
  expect(Math.max(...seconds)).toBeLessThan(passed)
})

it('an error of the front itself closes the connection and is logged', async () => {
  const logged: string[] = []
  await start({
    log: (error, what) => logged.push(`${what}: ${String(error)}`),
    describeAnswer: () => {
      throw new Error('no text')
    },
  })
  await expect(ask('/falha')).rejects.toThrow('socket hang up')
  expect(logged).toEqual(['GET /falha failed: Error: no database', 'the HTTP front failed: Error: no text'])
})
