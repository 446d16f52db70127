import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustedAgents, type OutboundAgents } from './outbound-agents.ts'
import { postOnce, type PostOptions } from './post.ts'
import { RefusedAddressError } from './public-lookup.ts'

const KILOBYTES_64 = 64 * 1024

let server: Server
let url: URL
let agents: OutboundAgents
let answer: (response: ServerResponse, request: IncomingMessage) => void
beforeAll(async () => {
  server = createServer((request, response) => answer(response, request)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a`)
  agents = trustedAgents()
})
afterAll(() => {
  agents.close()
  server.closeAllConnections()
  server.close()
})

const post = (options: Partial<PostOptions> = {}, target = url) =>
  postOnce(target, {
    headers: {},
    body: '',
    agents,
    timeoutMs: 600_000,
    signal: new AbortController().signal,
    ...options,
  })

describe('an answer', () => {
  it('has the status, the headers and the text', async () => {
    let asked: unknown
    const brew = async (response: ServerResponse, request: IncomingMessage) => {
      const { method, headers } = request
      asked = [method, await text(request), headers['x-a'], headers['content-length']]
      response.writeHead(418, { 'x-b': '2' }).end('chá')
    }
    answer = (response, request) => void brew(response, request)
    const given = await post({ headers: { 'x-a': '1' }, body: 'ação' })
    expect(given).toMatchObject({ kind: 'answered', status: 418, headers: { 'x-b': '2' }, text: 'chá' })
    expect(asked).toEqual(['POST', 'ação', '1', '6'])
  })

  it.each([KILOBYTES_64, KILOBYTES_64 + 1])(
    'of %i bytes is read up to 64 KB, without its end',
    async (size) => {
      answer = (response) => void response.write('x'.repeat(size))
      const given = await post()
      expect(given.kind === 'answered' && given.text.length).toBe(KILOBYTES_64)
    },
  )

  it('counts although its text is cut off', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': 9 })
      response.write('abc', () => response.destroy())
    }
    expect(await post()).toMatchObject({ kind: 'answered', status: 200, text: 'abc' })
  })
})

describe('a request without an answer', () => {
  const reset = () => {
    answer = (response) => response.destroy()
  }

  it('may have arrived when its connection was open', async () => {
    reset()
    expect(await post()).toEqual({ kind: 'unanswered', reason: 'the request failed (ECONNRESET)' })
  })

  it('may have arrived when the time is over', async () => {
    answer = () => {}
    expect(await post({ timeoutMs: 200 })).toEqual({ kind: 'unanswered', reason: 'no answer in time' })
  })

  it('may have arrived when it is ended', async () => {
    const stop = new AbortController()
    answer = () => stop.abort()
    expect(await post({ signal: stop.signal })).toEqual({ kind: 'unanswered', reason: 'no answer in time' })
  })

  it('has not arrived when nothing listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const target = new URL(`http://127.0.0.1:${(closed.address() as AddressInfo).port}/`)
    closed.close()
    await once(closed, 'close')
    expect(await post({}, target)).toEqual({ kind: 'unreached', reason: 'the request failed (ECONNREFUSED)' })
  })

  it.each<[string, unknown, object]>([
    ['a refused address', new RefusedAddressError('private'), { kind: 'refused', reason: 'private' }],
    [
      'an error without a code',
      new TypeError('x'),
      { kind: 'unreached', reason: 'the request failed (TypeError)' },
    ],
    [
      'an error with a code that is no text',
      Object.assign(new Error('x'), { code: 7 }),
      { kind: 'unreached', reason: 'the request failed (Error)' },
    ],
    ['what is no error', 'x', { kind: 'unreached', reason: 'the request failed' }],
  ])('has not left at %s of its pool', async (_, problem, expected) => {
    const agentFor = () => {
      throw problem
    }
    expect(await post({ agents: { agentFor, close: () => {} } })).toEqual(expected)
  })
})
