import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { MalformedResult, readResult, readResultHead, setHead, writeResult } from './rest-result.ts'

describe('the head of a result', () => {
  it.each([100, 599])('has the status %d', (statusCode) => {
    expect(readResultHead({ statusCode, headers: { a: 1 } })).toEqual({ statusCode, headers: { a: 1 } })
  })

  it.each([99, 600, 200.5, '200', undefined])('is refused with the status %j', (statusCode) => {
    expect(() => readResultHead({ statusCode })).toThrow(MalformedResult)
  })

  it.each([undefined, null, 'ok', 200])('is refused where the result is %j', (result) => {
    expect(() => readResultHead(result)).toThrow(MalformedResult)
  })
})

describe('a result', () => {
  it('has an empty text and no base64 where it names none', () => {
    expect(readResult({ statusCode: 204 })).toEqual({ statusCode: 204, body: '', isBase64Encoded: false })
    const whole = { statusCode: 200, body: 'YQ==', isBase64Encoded: true }
    expect(readResult(whole)).toEqual(whole)
    expect(() => readResult({ statusCode: 200, body: 7 })).toThrow(MalformedResult)
  })

  const aResponse = () => new ServerResponse(new IncomingMessage(new Socket()))

  it('sets its headers, lists before single values, and none of the connection', () => {
    const response = aResponse()
    setHead(response, {
      statusCode: 201,
      headers: {
        'X-One': 1,
        'X-Both': 'single',
        Connection: 'close',
        'Content-Length': 3,
        'Keep-Alive': '1',
        'Transfer-Encoding': 'chunked',
      },
      multiValueHeaders: { 'X-Both': ['a', 2], 'X-Single': [true] },
    })
    expect([response.statusCode, { ...response.getHeaders() }]).toEqual([
      201,
      { 'x-one': '1', 'x-both': ['a', '2'], 'x-single': 'true', 'content-type': 'application/json' },
    ])
  })

  it.each([
    [true, true, 'a'],
    [true, false, 'YQ=='],
    [false, true, 'YQ=='],
  ])(
    'of base64: %s, for a client that takes bytes: %s, is written as %s',
    (isBase64Encoded, accepts, text) => {
      const response = aResponse()
      const end = vi.spyOn(response, 'end')
      const headers = { 'content-type': 'text/plain' }
      writeResult(response, { statusCode: 200, headers, body: 'YQ==', isBase64Encoded }, accepts)
      expect(String(end.mock.calls[0]?.[0])).toBe(text)
      expect(response.getHeader('content-type')).toBe('text/plain')
    },
  )
})
