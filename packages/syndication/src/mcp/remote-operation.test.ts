import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executeRemotely } from './remote-operation.ts'

const OPERATION = { query: 'query ($id: ID!) { x(id: $id) }', variables: { id: '7' } }

let server: Server
let baseUrl: string
let answer: { status: number; body: string; headers: Record<string, string> }
let asked: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[]

beforeAll(async () => {
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request
    asked.push({ method, path, headers, body: await text(request) })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }
  server = createServer((request, response) => void reply(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  asked = []
  answer = { status: 200, body: '{"data":{"x":1}}', headers: {} }
})

const execute = (token?: string) => executeRemotely({ baseUrl, token })(OPERATION)

describe('an operation on a running service', () => {
  it.each([
    [undefined, undefined],
    ['abc', 'Bearer abc'],
  ])('is posted as JSON, with the token %j', async (token, authorization) => {
    expect(await execute(token)).toEqual({ data: { x: 1 } })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/graphql' })
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(OPERATION)
    const { accept, 'content-type': type, authorization: sent } = asked[0]?.headers ?? {}
    expect({ accept, type, sent }).toEqual({
      accept: 'application/json',
      type: 'application/json',
      sent: authorization,
    })
  })

  it('has the errors and the warnings of its answer, also beside another status', async () => {
    const body = {
      data: null,
      errors: [{ message: 'm', path: ['x', 0], extensions: { code: 'NOT_FOUND' } }],
      extensions: { warnings: ['w'] },
    }
    answer = { ...answer, status: 400, body: JSON.stringify(body) }
    expect(await execute()).toEqual(body)
  })

  it.each([
    ['that is no JSON', { status: 502, body: '<html>' }, /não respondeu: status 502 sem JSON/],
    ['that is not of the API', { body: '{"errors":[{}]}' }, /não respondeu: a resposta não é a da API/],
    ['that is too large', { body: JSON.stringify({ data: 'x'.repeat(17 * 1024 * 1024) }) }, /./],
  ])('fails after an answer %s', async (_, changes, message) => {
    Object.assign(answer, changes)
    await expect(execute()).rejects.toThrow(message)
  })

  it('sends its token to no other address', async () => {
    answer = { status: 307, body: '', headers: { location: `${baseUrl}/elsewhere` } }
    await expect(execute('abc')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(asked).toHaveLength(1)
  })
})
