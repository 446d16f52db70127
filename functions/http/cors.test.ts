import type { APIGatewayProxyEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { corsHeaders, EXPOSED_HEADERS, findHeader, preflight } from './cors.ts'
import { describeGatewayAnswer, GATEWAY_ANSWERS, gatewayAnswersFor } from './gateway-answers.ts'

const OURS = 'https://pauta.example'
const OTHER = 'https://other.example'
const eventOf = (httpMethod: string, headers: Record<string, string>) =>
  ({ httpMethod, headers }) as unknown as APIGatewayProxyEvent
const read = (origin: string) => ({
  vary: 'origin',
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSED_HEADERS,
})
const closed = { vary: 'origin' }

describe('the headers for a page', () => {
  it.each([
    ['GET', {}, [OURS], closed],
    ['GET', { Origin: OURS }, [OURS], read(OURS)],
    ['POST', { origin: OURS }, [OURS], read(OURS)],
    ['GET', { origin: OTHER }, [OURS], read('*')],
    ['HEAD', { origin: OTHER }, [OURS], read('*')],
    ['POST', { origin: OTHER }, [OURS], closed],
    ['OPTIONS', { origin: OTHER }, [OURS], closed],
    ['GET', { origin: OTHER, Authorization: 'Bearer x' }, [OURS], closed],
    ['POST', { origin: OTHER }, ['*'], read(OTHER)],
    ['POST', {}, ['*'], closed],
    ['GET', { origin: OTHER, authorization: 'Bearer x' }, ['*'], read(OTHER)],
  ])('of a %s with %j where %j may call', (method, headers, allowed, expected) => {
    expect(corsHeaders(eventOf(method, headers), allowed)).toEqual(expected)
  })

  it('are found in any case', () => {
    const event = eventOf('GET', { 'X-Request-Id': 'a', accept: '' })
    expect([
      findHeader(event, 'x-request-id'),
      findHeader(event, 'accept'),
      findHeader(event, 'origin'),
    ]).toEqual(['a', '', undefined])
  })

  it('allow the methods and headers of our clients before a request', () => {
    const { statusCode, headers, body } = preflight(eventOf('OPTIONS', { origin: OURS }), [OURS])
    expect([statusCode, body]).toEqual([204, ''])
    expect(headers).toMatchObject({
      ...read(OURS),
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-max-age': '86400',
    })
    expect(String(headers?.['access-control-allow-headers']).split(', ')).toEqual([
      'authorization',
      'content-type',
      'accept',
      'x-request-id',
      'traceparent',
      'apollographql-client-name',
      'apollographql-client-version',
      'apollo-require-preflight',
      'x-apollo-operation-name',
      'last-event-id',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
    ])
  })
})

describe('an answer of the gateway', () => {
  it('has the shape of an error of GraphQL, readable by our pages', () => {
    const answer = { type: 'THROTTLED', code: 'RATE_LIMITED', message: 'm', retryAfterSeconds: 0 } as const
    expect(describeGatewayAnswer(answer, OURS)).toEqual({
      headers: { ...read(OURS), 'cache-control': 'no-store', 'retry-after': '0' },
      body: '{"errors":[{"message":"m","extensions":{"code":"RATE_LIMITED"}}]}',
    })
    const { retryAfterSeconds: _, ...patient } = answer
    expect(describeGatewayAnswer(patient, undefined).headers).toEqual({
      vary: 'origin',
      'cache-control': 'no-store',
    })
  })

  it.each([
    ['THROTTLED', 429, 'RATE_LIMITED', 1],
    ['WAF_FILTERED', 403, 'FORBIDDEN', undefined],
    ['REQUEST_TOO_LARGE', 413, 'LIMIT_EXCEEDED', undefined],
    ['INTEGRATION_TIMEOUT', 504, 'SERVICE_UNAVAILABLE', undefined],
    ['DEFAULT_4XX', undefined, 'BAD_REQUEST', undefined],
    ['DEFAULT_5XX', undefined, 'SERVICE_UNAVAILABLE', undefined],
  ] as const)(
    '%s has the status %s, the code %s and a time to wait of %s s',
    (type, status, code, seconds) => {
      const [answer, ...others] = GATEWAY_ANSWERS.filter((each) => each.type === type)
      expect(others).toEqual([])
      expect([answer?.status, answer?.code, answer?.retryAfterSeconds]).toEqual([status, code, seconds])
      expect(answer?.message).toMatch(/\.$/)
      expect(gatewayAnswersFor(OURS)(type)).toEqual(describeGatewayAnswer(answer!, OURS))
    },
  )

  it('is found by its type', () => {
    const answerOf = gatewayAnswersFor(undefined)
    expect(answerOf('WAF_FILTERED').body).toContain('"FORBIDDEN"')
    expect(() => answerOf('OTHER' as never)).toThrow(/OTHER is not described/)
  })
})
