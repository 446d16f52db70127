import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { gatewayAnswersFor } from '@pauta/functions/http/gateway-answers'
import {
  startHttpFront,
  type HttpFront,
  type HttpFrontOptions,
  type Route,
} from '@pauta/server/gateway/http-front'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { afterEach, describe, expect, it } from 'vitest'

const PORTAL = 'https://portal.example'
const MEGABYTE = 1024 * 1024

let front: HttpFront | undefined
let logged: unknown[] = []

afterEach(async () => {
  await front?.stop()
  front = undefined
  logged = []
})

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>
interface FunctionOptions {
  timeoutSeconds?: number
  concurrency?: number
}

/** Serves one function on every path and returns the address. */
async function serve(
  handler: Handler,
  { timeoutSeconds, concurrency }: FunctionOptions = {},
  options: Partial<HttpFrontOptions> = {},
): Promise<string> {
  const route: Route = {
    method: 'ANY',
    path: '/{proxy+}',
    handler,
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(concurrency !== undefined && { concurrency }),
  }
  front = await startHttpFront({
    port: 0,
    routes: [route],
    log: (error) => logged.push(error),
    describeAnswer: gatewayAnswersFor(PORTAL),
    ...options,
  })
  return front.url
}

const ok = (body: unknown, more: Partial<APIGatewayProxyResult> = {}): APIGatewayProxyResult => ({
  statusCode: 200,
  body: JSON.stringify(body),
  ...more,
})

/** A function that answers with its event. */
const echo: Handler = async (event) => ok(event)
/** Codes of an answer in the shape of a GraphQL error. */
const codesOf = (text: string) => [...text.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code)
const readEvent = async (response: Response) => (await response.json()) as APIGatewayProxyEvent

describe('the event', () => {
  it('has method, path, query, headers and text as API Gateway sends them', async () => {
    const url = await serve(echo)
    const response = await fetch(`${url}/a/b%20c?x=1&x=2&y=%C3%A1+b&z`, {
      method: 'POST',
      headers: { 'X-Custom': 'one', 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: '{"título":1}',
    })
    const event = await readEvent(response)
    expect(event).toMatchObject({
      resource: '/{proxy+}',
      path: '/a/b%20c',
      httpMethod: 'POST',
      pathParameters: { proxy: 'a/b%20c' },
      queryStringParameters: { x: '2', y: 'á b', z: '' },
      multiValueQueryStringParameters: { x: ['1', '2'], y: ['á b'], z: [''] },
      body: '{"título":1}',
      isBase64Encoded: false,
      stageVariables: null,
      requestContext: {
        path: '/local/a/b%20c',
        stage: 'local',
        httpMethod: 'POST',
        identity: { sourceIp: '127.0.0.1' },
      },
    })
    expect(event.headers).toMatchObject({ 'X-Custom': 'one', 'X-Forwarded-For': '203.0.113.9, 127.0.0.1' })
    expect(event.requestContext.requestTime).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/)
    expect(event.requestContext.requestId).toBe(response.headers.get('x-amzn-requestid'))
    expect(Object.keys(event.headers).map((name) => name.toLowerCase())).not.toContain('connection')
  })

  it('lists repeated headers and has null for missing ones', async () => {
    const url = await serve(echo)
    const client = request(`${url}/x`, {
      headers: ['Host', 'localhost', 'X-Many', 'one', 'X-Many', 'two'],
    })
    client.end()
    const [response] = (await once(client, 'response')) as [IncomingMessage]
    const event = JSON.parse(Buffer.concat(await response.toArray()).toString()) as APIGatewayProxyEvent
    expect(event.multiValueHeaders['X-Many']).toEqual(['one', 'two'])
    expect(event.headers['X-Many']).toBe('two')
    expect(event).toMatchObject({
      body: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
    })
  })

  it('lists parameters that have the names of object fields', async () => {
    const event = await readEvent(
      await fetch(`${await serve(echo)}/x?constructor=1&__proto__=2&constructor=3`),
    )
    expect(Object.entries(event.multiValueQueryStringParameters ?? {})).toEqual([
      ['constructor', ['1', '3']],
      ['__proto__', ['2']],
    ])
  })

  it('reads a target with two slashes as a path, not as a host', async () => {
    const event = await readEvent(await fetch(`${await serve(echo)}//evil.example/x`))
    expect(event.path).toBe('//evil.example/x')
  })

  it('has a body of a binary type as base64', async () => {
    const url = await serve(echo, {}, { binaryMediaTypes: ['image/*'] })
    const bytes = new Uint8Array([0, 255, 128])
    const send = async (type: string, body: string | typeof bytes = bytes) =>
      readEvent(await fetch(`${url}/x`, { method: 'PUT', headers: { 'content-type': type }, body }))
    expect(await send('image/png')).toMatchObject({ isBase64Encoded: true, body: 'AP+A' })
    expect(await send('application/octet-stream')).toMatchObject({ isBase64Encoded: false })
    expect(await send('image/png', 'a')).toMatchObject({ isBase64Encoded: true, body: 'YQ==' })
    expect(await send('image/png', '')).toMatchObject({ isBase64Encoded: false, body: null })
  })
})

describe('the answer', () => {
  it('has status, headers and repeated headers of the result', async () => {
    const url = await serve(async () => ({
      statusCode: 418,
      headers: { 'x-one': 1, 'x-both': 'single' },
      multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'], 'x-both': ['list'] },
      body: 'short and stout',
    }))
    const response = await fetch(`${url}/x`)
    expect(response.status).toBe(418)
    expect(response.headers.get('x-one')).toBe('1')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.headers.get('x-both')).toBe('list')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('short and stout')
  })

  it('is decoded from base64 for callers that accept a binary type first, and for no others', async () => {
    const body = gzipSync('<p>page</p>').toString('base64')
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' }
    const url = await serve(async () => ({ statusCode: 200, headers, isBase64Encoded: true, body }))
    const browser = await fetch(`${url}/x`, { headers: { accept: 'text/html,application/xhtml+xml' } })
    expect(await browser.text()).toBe('<p>page</p>')
    // The client gets the base64 text as if it were gzip, as in the cloud.
    await expect(
      (await fetch(`${url}/x`, { headers: { accept: 'application/json' } })).text(),
    ).rejects.toThrow('terminated')
  })

  it.each([
    ['nothing', undefined],
    ['no status', { body: 'x' }],
    ['a status that is none', { statusCode: 'ok', body: 'x' }],
    ['a body that is no text', { statusCode: 200, body: { a: 1 } }],
  ])('is 502 for a result with %s', async (_, result) => {
    const response = await fetch(`${await serve(async () => result)}/x`)
    expect(response.status).toBe(502)
    expect(codesOf(await response.text())).toEqual(['SERVICE_UNAVAILABLE'])
    expect(logged).toHaveLength(1)
  })

  it('is 502 for an exception, whose cause is only logged', async () => {
    const response = await fetch(
      `${await serve(async () => {
        throw new Error('secret cause')
      })}/x`,
    )
    const text = await response.text()
    expect([response.status, codesOf(text)]).toEqual([502, ['SERVICE_UNAVAILABLE']])
    expect(text).not.toContain('secret cause')
    expect(String(logged[0])).toContain('secret cause')
  })
})

describe('routes', () => {
  it('answer 403 where API Gateway has none', async () => {
    const url = await serve(echo)
    const response = await fetch(url)
    expect([response.status, codesOf(await response.text())]).toEqual([403, ['BAD_REQUEST']])
  })
})

describe('limits', () => {
  const post = (url: string, bytes: number) => fetch(`${url}/x`, { method: 'POST', body: 'x'.repeat(bytes) })

  it('allow 5.9 MB in and refuse 6.1 and 10.1 MB', async () => {
    const url = await serve(async (event) => ok(event.body?.length))
    expect(await (await post(url, 5.9 * MEGABYTE)).json()).toBe(Math.floor(5.9 * MEGABYTE))
    for (const size of [6.1 * MEGABYTE, 10.1 * MEGABYTE]) {
      const response = await post(url, size)
      expect([response.status, codesOf(await response.text())]).toEqual([413, ['LIMIT_EXCEEDED']])
    }
  })

  it('allow 5.9 MB out and refuse 6.1 MB', async () => {
    const url = await serve(async (event) => ({ statusCode: 200, body: 'x'.repeat(Number(event.body)) }))
    const ask = (bytes: number) => fetch(`${url}/x`, { method: 'POST', body: String(Math.floor(bytes)) })
    expect(await (await ask(5.9 * MEGABYTE)).text()).toHaveLength(Math.floor(5.9 * MEGABYTE))
    expect((await ask(6.1 * MEGABYTE)).status).toBe(502)
    expect(String(logged[0])).toContain('larger than')
  })

  it('answer 504 at the gateway’s time-out', async () => {
    const url = await serve(() => delay(2000, ok(1)), {}, { gatewayTimeoutSeconds: 0.1 })
    const response = await fetch(`${url}/x`)
    expect([response.status, codesOf(await response.text())]).toEqual([504, ['SERVICE_UNAVAILABLE']])
  })

  it('return an error that a page of the portal may read', async () => {
    const url = await serve(() => delay(2000, ok(1)), {}, { gatewayTimeoutSeconds: 0.1 })
    for (const [response, status] of [
      [await fetch(`${url}/x`), 504],
      [await post(url, 6.1 * MEGABYTE), 413],
    ] as const) {
      expect(response.status).toBe(status)
      expect(response.headers.get('access-control-allow-origin')).toBe(PORTAL)
      expect(response.headers.get('access-control-expose-headers')).toContain('retry-after')
      expect(response.headers.get('vary')).toContain('origin')
    }
  })

  it('answer 502 when the function exceeds its own, shorter time-out', async () => {
    const url = await serve(() => delay(2000, ok(1)), { timeoutSeconds: 0.1 })
    expect((await fetch(`${url}/x`)).status).toBe(502)
  })

  it('run one request per environment, and the others in order', async () => {
    let running = 0
    let most = 0
    const url = await serve(
      async () => {
        running += 1
        most = Math.max(most, running)
        await delay(30)
        running -= 1
        return ok(1)
      },
      { concurrency: 2 },
    )
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await fetch(`${url}/x`)).status),
    )
    expect(statuses).toEqual(Array(8).fill(200))
    expect(most).toBe(2)
  })

  it('answer 503 when no environment is free in time, also while a slow function still works', async () => {
    const url = await serve(
      () => delay(1000, ok(1)),
      { concurrency: 1, timeoutSeconds: 5 },
      { gatewayTimeoutSeconds: 0.1, slotWaitSeconds: 0.1 },
    )
    expect((await fetch(`${url}/x`)).status).toBe(504)
    const response = await fetch(`${url}/x`)
    expect([response.status, codesOf(await response.text())]).toEqual([503, ['SERVICE_UNAVAILABLE']])
  })

  it('pass the remaining time to the function', async () => {
    const url = await serve(
      async (_, context) => ok([context.awsRequestId, context.getRemainingTimeInMillis()]),
      {
        timeoutSeconds: 3,
      },
    )
    const [id, left] = (await (await fetch(`${url}/x`)).json()) as [string, number]
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(left).toBeGreaterThan(2500)
    expect(left).toBeLessThanOrEqual(3000)
  })

  it('do not count a client that disconnects during its request as a failure', async () => {
    const url = await serve(echo)
    const client = request(`${url}/x`, { method: 'POST', headers: { 'content-length': 100 } })
    client.on('error', () => client.destroy())
    client.write('half')
    await delay(30)
    client.destroy()
    await delay(30)
    expect(logged).toEqual([])
    expect((await fetch(`${url}/x`)).status).toBe(200)
  })
})

describe('a stop', () => {
  it('waits for running requests, accepts no other, and ends', async () => {
    const working = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const url = await serve(async () => {
      working.resolve()
      await release.promise
      return ok('done')
    })
    // Browsers open connections in advance. A stop does not wait for a connection without a request.
    const idle = connect(Number(new URL(url).port), '127.0.0.1')
    await once(idle, 'connect')
    const closed = once(idle, 'close')
    const answer = fetch(`${url}/work`)
    await working.promise
    const stopped = front?.stop()
    front = undefined
    await expect(fetch(`${url}/work`)).rejects.toThrow('fetch failed')
    release.resolve()
    expect(await (await answer).json()).toBe('done')
    await stopped
    await closed
    expect(logged).toEqual([])
  })

  it('aborts requests that take longer than its limit', async () => {
    const working = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const url = await serve(
      async () => {
        working.resolve()
        await release.promise
        return ok('too late')
      },
      {},
      { drainSeconds: 0.1 },
    )
    const answer = fetch(`${url}/work`)
    const ended = Promise.allSettled([answer])
    await working.promise
    await front?.stop()
    front = undefined
    expect(await ended).toMatchObject([{ status: 'rejected' }])
    release.resolve()
  })

  it('ends each connection with its next answer, so that clients that ask on do not keep it running', async () => {
    const clients = 8
    const allHeld = Promise.withResolvers<void>()
    const lateHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let asked = 0
    const url = await serve(async () => {
      asked += 1
      if (asked === clients) allHeld.resolve()
      if (asked > clients) lateHeld.resolve()
      await release.promise
      return ok('done')
    })
    // Its request has begun and is complete only after the stop.
    const late = connect(Number(new URL(url).port), '127.0.0.1')
    await once(late, 'connect')
    late.write('GET /a HTTP/1.1\r\nhost: localhost\r\n')
    // Each connection has a request, so the stop closes none of them as idle.
    const agent = new Agent({ keepAlive: true, maxSockets: clients })
    const answers: (string | undefined)[] = []
    const askOn = async (): Promise<unknown> => {
      for (;;) {
        const asking = request(`${url}/a`, { agent }).end()
        try {
          const [answer] = (await once(asking, 'response')) as [IncomingMessage]
          expect(JSON.parse(Buffer.concat(await answer.toArray()).toString())).toBe('done')
          answers.push(answer.headers.connection)
        } catch (error) {
          return (error as NodeJS.ErrnoException).code ?? error
        }
      }
    }
    const asking = Array.from({ length: clients }, askOn)
    await allHeld.promise
    const stopped = front?.stop()
    front = undefined
    late.write('\r\n')
    await lateHeld.promise
    release.resolve()
    expect(Buffer.concat(await late.toArray()).toString()).toContain('\r\nconnection: close\r\n')
    await stopped
    expect(await Promise.all(asking)).toEqual(Array(clients).fill('ECONNREFUSED'))
    expect(answers).toEqual(Array(clients).fill('close'))
    agent.destroy()
  })
})
