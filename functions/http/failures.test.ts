import { PublicError, type PublicErrorCode } from '@pauta/platform/errors'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { describe, expect, it } from 'vitest'
import { failureResponse, listQueryParameters } from './failures.ts'

const logger = createLogger({ level: 'silent', fields: {} })

describe('the answer to a failed request', () => {
  it.each<[PublicErrorCode, number, string | undefined]>([
    ['BAD_USER_INPUT', 400, undefined],
    ['LIMIT_EXCEEDED', 400, undefined],
    ['UNAUTHENTICATED', 403, undefined],
    ['NOT_FOUND', 404, undefined],
    ['RATE_LIMITED', 429, undefined],
    ['SERVICE_UNAVAILABLE', 503, '30'],
    ['CONFLICT', 500, undefined],
  ])('of %s has the status %d', (code, status, retryAfter) => {
    const { statusCode, headers, body } = failureResponse(new PublicError(code, 'Não.'), logger)
    expect(statusCode).toBe(status)
    expect(headers?.['retry-after']).toBe(retryAfter)
    expect(JSON.parse(body)).toMatchObject({ errors: [{ message: 'Não.', extensions: { code } }] })
  })

  it('names the time of the error, if it has one', () => {
    const error = new PublicError('RATE_LIMITED', 'Espere.', { details: { retryAfterSeconds: 7 } })
    expect(failureResponse(error, logger).headers?.['retry-after']).toBe('7')
  })

  it('tells nothing of an unknown error', () => {
    const { statusCode, body } = failureResponse(new Error('password=x'), logger)
    expect(statusCode).toBe(500)
    expect(body).not.toContain('password')
  })
})

it('lists the parameters of a request, repeated ones and missing ones included', () => {
  const multiValueQueryStringParameters = { a: ['1', '2'], b: undefined, c: ['3'] }
  expect(listQueryParameters({ multiValueQueryStringParameters })).toEqual([
    ['a', '1'],
    ['a', '2'],
    ['c', '3'],
  ])
  expect(listQueryParameters({ multiValueQueryStringParameters: null })).toEqual([])
})
