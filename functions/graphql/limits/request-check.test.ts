import type { APIGatewayProxyEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { readStreamRequest } from '../stream/stream-request.ts'
import { refuseLargeBody, refuseRequest } from './request-check.ts'
import { findExcess } from './text-limits.ts'

const json = { 'Content-Type': 'Application/JSON; charset=utf-8' }
const eventOf = (event: Partial<APIGatewayProxyEvent>) =>
  ({
    httpMethod: 'POST',
    headers: json,
    body: null,
    isBase64Encoded: false,
    queryStringParameters: null,
    ...event,
  }) as APIGatewayProxyEvent
const nested = (levels: number) => `{${' '.repeat(401)}${'a{'.repeat(levels - 1)}a${'}'.repeat(levels)}`
const fragments = (count: number) => `{a}${' '.repeat(401)}${'fragment F on Query{a}'.repeat(count)}`

describe('the text of an operation', () => {
  it.each([
    ['200 levels', nested(200), undefined],
    ['201 levels', nested(201), /200 níveis/],
    ['201 brackets', `{${' '.repeat(401)}a(b:${'['.repeat(199)}`, /200 níveis/],
    ['201 parentheses', `${' '.repeat(401)}${'('.repeat(201)}`, /200 níveis/],
    ['levels that end', '{a}'.repeat(201), undefined],
    ['brackets that end', '[a]'.repeat(201), undefined],
    ['parentheses that end', '(a)'.repeat(201), undefined],
    ['a level too many as the 5001st token', `${'a '.repeat(4800)}${'{'.repeat(201)}`, /200 níveis/],
    [
      'more tokens, of which the parser reports the excess',
      `${'a '.repeat(4801)}${'{'.repeat(201)}`,
      undefined,
    ],
    ['50 fragments', fragments(50), undefined],
    ['51 fragments', fragments(51), /50 fragmentos/],
    ['51 texts that are the word of a fragment', `{a(b:[${'"fragment" '.repeat(51)}])}`, undefined],
    ['a syntax error', '%'.repeat(401), undefined],
    ['a short text', '{'.repeat(400), undefined],
    ['a text of 401 characters', '{'.repeat(401), /200 níveis/],
  ])('of %s', (_, text, excess) => {
    const found = findExcess(text)
    expect(excess === undefined ? found === undefined : excess.test(found ?? '')).toBe(true)
  })
})

describe('a request', () => {
  it('has a body of at most its bytes', () => {
    expect(refuseLargeBody(eventOf({ body: 'é'.repeat(5) }), 10)).toBeUndefined()
    expect(refuseLargeBody(eventOf({ body: `${'é'.repeat(5)}a` }), 10)).toMatchObject({ statusCode: 413 })
    expect(refuseLargeBody(eventOf({ body: null }), 10)).toBeUndefined()
    expect(refuseRequest(eventOf({ body: 'a'.repeat(5_000_001) }))).toMatchObject({ statusCode: 413 })
  })

  const deep = JSON.stringify({ query: nested(201) })
  it.each([
    [{ body: '{"query":"{a}"}' }, undefined],
    [{ body: 'null' }, undefined],
    [{ body: '1' }, undefined],
    [{ body: '{}' }, undefined],
    [{ body: '{"query":1}' }, undefined],
    [{ body: '{' }, 400],
    [{ body: '{', headers: {} }, undefined],
    [{ body: '{', httpMethod: 'PUT' }, undefined],
    [{ body: deep }, 200],
    [{ body: Buffer.from(deep).toString('base64'), isBase64Encoded: true }, 200],
    [{ body: deep, headers: { ...json, accept: 'application/graphql-response+json' } }, 400],
    [{ httpMethod: 'GET', queryStringParameters: { query: nested(201) } }, 200],
    [{ httpMethod: 'GET', queryStringParameters: { query: '{a}' } }, undefined],
    [{ httpMethod: 'GET' }, undefined],
  ])('%# is refused with its status', (event, status) => {
    expect(refuseRequest(eventOf(event))?.statusCode).toBe(status)
  })

  it.each([
    [
      { body: 'a'.repeat(5_000_001) },
      'LIMIT_EXCEEDED',
      'O corpo da requisição passa de 5000000 bytes: envie menos itens por vez.',
    ],
    [{ body: '{' }, 'BAD_REQUEST', 'O corpo da requisição não é JSON válido.'],
    [{ body: deep }, 'LIMIT_EXCEEDED', 'A consulta passa do limite de 200 níveis de chaves e colchetes.'],
  ])('%# is refused with a code and the reason', (event, code, message) => {
    const { errors } = JSON.parse(refuseRequest(eventOf(event))?.body ?? '{}') as { errors: unknown[] }
    expect(errors).toMatchObject([{ message, extensions: { code } }])
  })

  it('is refused in the media type that it accepts', () => {
    const headers = { ...json, accept: 'application/graphql-response+json' }
    expect(refuseRequest(eventOf({ body: deep, headers }))?.headers).toMatchObject({
      'content-type': 'application/graphql-response+json; charset=utf-8',
    })
  })
})

describe('a request of a stream', () => {
  it.each([
    [{ body: '{"query":"{a}"}' }, { query: '{a}' }],
    [
      { body: '{"query":"{a}","operationName":"A","variables":{"b":1},"more":2}' },
      { query: '{a}', operationName: 'A', variables: { b: 1 } },
    ],
    [
      { body: '{"query":"{a}","operationName":null,"variables":null}' },
      { query: '{a}', operationName: null, variables: null },
    ],
    [
      {
        httpMethod: 'GET',
        queryStringParameters: { query: '{a}', operationName: 'A', variables: '{"b":1}' },
      },
      { query: '{a}', operationName: 'A', variables: { b: 1 } },
    ],
    [{ httpMethod: 'GET', queryStringParameters: { query: '{a}', variables: '' } }, { query: '{a}' }],
  ])('%j is read', (event, request) => {
    expect(readStreamRequest(eventOf(event))).toEqual({ request })
  })

  it.each([
    [{ httpMethod: 'PUT' }, 405],
    [{ body: '{"query":"{a}"}', headers: {} }, 415],
    [{ body: 'a'.repeat(200_001) }, 413],
    [{ body: '{' }, 400],
    [{ body: '{"query":""}' }, 400],
    [{ body: '{"query":"{a}","variables":[]}' }, 400],
    [{ body: '{"query":"{a}","operationName":1}' }, 400],
    [{ httpMethod: 'GET', queryStringParameters: { query: '{a}', variables: 'no' } }, 400],
    [{ httpMethod: 'GET' }, 400],
  ])('%# is refused', (event, status) => {
    const answer = readStreamRequest(eventOf(event))
    expect('refusal' in answer && answer.refusal.statusCode).toBe(status)
  })
})
