import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { splitTarget, toRestEvent, type RestEventOptions } from './rest-event.ts'

/** What a gateway without keys and users does not know of a client. */
const UNKNOWN =
  'accessKey accountId apiKey apiKeyId caller clientCert cognitoAuthenticationProvider cognitoAuthenticationType ' +
  'cognitoIdentityId cognitoIdentityPoolId principalOrgId user userArn'
const OPTIONS: RestEventOptions = { resource: '/{proxy+}', binaryMediaTypes: ['image/*'] }
interface Sent {
  method?: string
  url?: string
  /** Names and values in turn, as they were sent. */
  rawHeaders?: string[]
  remoteAddress?: string
}

/** A request as Node shows it to a server. */
function aRequest({ rawHeaders = [], remoteAddress = '::ffff:203.0.113.7', ...sent }: Sent): IncomingMessage {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, n) => rawHeaders.slice(2 * n, 2 * n + 2))
  const headers = Object.fromEntries(pairs.map(([name = '', value]) => [name.toLowerCase(), value]))
  const socket = { remoteAddress, localPort: 4000 }
  return { httpVersion: '1.1', rawHeaders, headers, socket, ...sent } as unknown as IncomingMessage
}
const eventOf = (sent: Sent, body = '', options: Partial<RestEventOptions> = {}) =>
  toRestEvent(aRequest(sent), Buffer.from(body), { ...OPTIONS, ...options })

describe('the target of a request', () => {
  it.each([
    ['/a/b?x=1', '/a/b', 'x=1'],
    ['/a?', '/a', ''],
    ['/a', '/a', ''],
    ['?x=1', '/', 'x=1'],
    ['', '/', ''],
    ['//a/b?x=1?y', '//a/b', 'x=1%3Fy'],
  ])('%j is the path %s with %s', (target, path, query) => {
    const split = splitTarget(target)
    expect([split.path, String(split.query)]).toEqual([path, query])
  })
})

describe('the headers of an event', () => {
  it('are those of the client without those of the connection, and those of the gateway', () => {
    const rawHeaders = [
      ['Host', 'pauta.example:4000'],
      ['Connection', 'close'],
      ['Content-Length', '3'],
      ['Expect', '100-continue'],
      ['Keep-Alive', '1'],
      ['Proxy-Connection', 'close'],
      ['TE', 'trailers'],
      ['Trailer', 'X-A'],
      ['Transfer-Encoding', 'chunked'],
      ['Upgrade', 'h2c'],
      ['X-A', '1'],
      ['X-A', '2'],
      ['X-Forwarded-For', '198.51.100.1'],
      ['X-Forwarded-Port', '9'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Amzn-Trace-Id', 'Root=1'],
    ].flat()
    const expected = {
      Host: ['pauta.example:4000'],
      'X-A': ['1', '2'],
      'X-Amzn-Trace-Id': ['Root=1'],
      'X-Forwarded-For': ['198.51.100.1, 203.0.113.7'],
      'X-Forwarded-Port': ['4000'],
      'X-Forwarded-Proto': ['http'],
    }
    const { headers, multiValueHeaders } = eventOf({ rawHeaders })
    expect(multiValueHeaders).toEqual(expected)
    expect(headers).toEqual({ ...expected, ...lastOf(expected) })
  })

  it('name the connection and a trace where the client names none', () => {
    const { headers } = eventOf({})
    expect(headers).toEqual({
      'X-Amzn-Trace-Id': expect.stringMatching(/^Root=1-[\da-f]{8}-[\da-f]{24}$/) as string,
      'X-Forwarded-For': '203.0.113.7',
      'X-Forwarded-Port': '4000',
      'X-Forwarded-Proto': 'http',
    })
  })
})

const lastOf = (lists: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.at(-1)]))

describe('an event', () => {
  it('has every field that API Gateway sends', () => {
    const rawHeaders = ['Host', 'pauta.example:4000', 'User-Agent', 'curl']
    const event = eventOf({ method: 'PUT', url: '/a/b?x=1&x=2', rawHeaders }, 'é')
    const { headers, multiValueHeaders, ...rest } = event
    expect([Object.keys(headers), Object.keys(multiValueHeaders)]).toHaveLength(2)
    expect(rest).toEqual({
      resource: '/{proxy+}',
      path: '/a/b',
      httpMethod: 'PUT',
      queryStringParameters: { x: '2' },
      multiValueQueryStringParameters: { x: ['1', '2'] },
      pathParameters: { proxy: 'a/b' },
      stageVariables: null,
      isBase64Encoded: false,
      body: 'é',
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        authorizer: null,
        domainName: 'pauta.example:4000',
        domainPrefix: 'pauta',
        extendedRequestId: expect.any(String) as string,
        protocol: 'HTTP/1.1',
        httpMethod: 'PUT',
        identity: {
          ...Object.fromEntries(UNKNOWN.split(' ').map((name) => [name, null])),
          sourceIp: '203.0.113.7',
          userAgent: 'curl',
        },
        path: '/local/a/b',
        requestId: expect.any(String) as string,
        requestTime: expect.any(String) as string,
        requestTimeEpoch: expect.any(Number) as number,
        resourceId: 'local',
        resourcePath: '/{proxy+}',
        stage: 'local',
      },
    })
  })

  it('has null and defaults for what a request leaves out', () => {
    const event = eventOf({})
    expect(event).toMatchObject({
      path: '/',
      httpMethod: 'GET',
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      body: null,
    })
    expect(event.requestContext).toMatchObject({ domainName: 'localhost', httpMethod: 'GET' })
    expect(event.requestContext.identity.userAgent).toBeNull()
    expect(eventOf({ url: '/graphql' }, '', { resource: '/graphql' }).pathParameters).toBeNull()
  })

  it('names the client that a proxy names', () => {
    const { requestContext } = eventOf({}, '', { clientAddress: '198.51.100.1' })
    expect(requestContext.identity.sourceIp).toBe('198.51.100.1')
  })

  it.each([
    ['image/png', 'a', true, 'YQ=='],
    ['image/png', '', false, null],
    ['text/plain', 'a', false, 'a'],
  ])('of %s with %j is binary: %s', (type, body, isBase64Encoded, expected) => {
    expect(eventOf({ rawHeaders: ['Content-Type', type] }, body)).toMatchObject({
      isBase64Encoded,
      body: expected,
    })
  })
})
