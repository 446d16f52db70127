import type { APIGatewayProxyEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { readProtocolRequest } from './protocol-request.ts'

const options = { origins: ['https://pauta.example'], maxBytes: 100 }
const read = (event: Partial<APIGatewayProxyEvent>, others: Partial<typeof options> = {}) =>
  readProtocolRequest(
    { httpMethod: 'POST', headers: {}, isBase64Encoded: false, body: null, ...event } as APIGatewayProxyEvent,
    { ...options, ...others },
  )

describe('a message of the protocol', () => {
  it.each([
    ['{"id":1,"method":"tools/call","params":{"name":"a"}}', { id: 1, method: 'tools/call', name: 'a' }],
    ['{"id":"x","method":"ping","params":null}', { id: 'x', method: 'ping', name: undefined }],
    ['{"id":true,"method":2,"params":{"name":3}}', { id: null, method: undefined, name: undefined }],
    ['{"params":"a"}', { id: null, method: undefined, name: undefined }],
    ['null', undefined],
    ['1', undefined],
    ['no JSON', undefined],
  ])('%s has the head %j', (body, head) => {
    expect(read({ body })).toEqual({ head })
  })

  it('may be in base64', () => {
    const body = Buffer.from('{"id":1}').toString('base64')
    expect(read({ body, isBase64Encoded: true })).toMatchObject({ head: { id: 1 } })
  })

  it.each([
    ['a page of ours', { headers: { Origin: 'https://pauta.example' } }, options.origins],
    ['any page', { headers: { origin: 'https://other.example' } }, ['*']],
    ['a body of exactly the limit', { body: 'é'.repeat(50) }, options.origins],
  ])('from %s is read', (_, event, origins) => {
    expect(read(event, { origins })).toEqual({ head: undefined })
  })

  it.each([
    [403, { headers: { origin: 'https://other.example' } }, 'Páginas desta origem'],
    [405, { httpMethod: 'GET' }, 'chamado por POST'],
    [413, { body: `${'é'.repeat(50)}x` }, 'passa de 100 bytes'],
    [400, { body: '[]' }, 'sem listas'],
    [404, { body: '{"id":7,"method":"subscriptions/listen"}' }, 'não envia avisos'],
  ])('is refused with %i', (status, event, message) => {
    const answer = read(event)
    const refusal = 'refusal' in answer ? answer.refusal : undefined
    expect(refusal).toMatchObject({
      statusCode: status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    })
    expect(JSON.parse(refusal?.body ?? '')).toMatchObject({
      jsonrpc: '2.0',
      id: status === 404 ? 7 : null,
      error: { code: expect.any(Number) as number, message: expect.stringContaining(message) as string },
    })
    expect(refusal?.headers?.['allow']).toBe(status === 405 ? 'POST, OPTIONS' : undefined)
  })
})
