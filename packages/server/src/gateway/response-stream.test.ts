import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installStreamingRuntime, invokeStreamingHandler, type StreamingHandler } from './response-stream.ts'

let server: Server
let handler: StreamingHandler
let ended: PromiseWithResolvers<string>

beforeAll(async () => {
  installStreamingRuntime()
  server = createServer((_, response) => {
    const options = { name: 'stream', timeoutSeconds: 0.05 }
    invokeStreamingHandler(handler, {}, response, options).then(
      () => ended.resolve('done'),
      (error: Error) => {
        ended.resolve(error.name)
        if (!response.headersSent) response.writeHead(502).end()
      },
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

const begin = (stream: Parameters<StreamingHandler>[1]) => {
  stream.setMetadata({ statusCode: 201, headers: { 'content-type': 'text/event-stream' } })
  return stream
}

/** Returns what a client gets of a handler, and how the call of the handler ended. */
async function call(given: StreamingHandler) {
  handler = given
  ended = Promise.withResolvers()
  const asked = request({ port: (server.address() as AddressInfo).port, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const body = await text(response).catch(() => 'cut')
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    body,
    ended: await ended.promise,
  }
}

describe('the stream of a handler', () => {
  const whole = { status: 201, type: 'text/event-stream' }

  it('ends with its handler', async () => {
    const answer = await call(async (_, stream) => void begin(stream).end('a'))
    expect(answer).toEqual({ ...whole, body: 'a', ended: 'done' })
  })

  it('is cut at the time-out of a handler that writes no more', async () => {
    const answer = await call(async (_, stream) => void begin(stream).write('a'))
    expect(answer).toEqual({ ...whole, body: 'cut', ended: 'LambdaTimeout' })
  })

  it('is cut with a handler that fails', async () => {
    const answer = await call(async (_, stream) => {
      await new Promise((resolve) => begin(stream).write('a', resolve))
      throw new TypeError('no')
    })
    expect(answer).toEqual({ ...whole, body: 'cut', ended: 'TypeError' })
  })

  it('may be cut by its handler', async () => {
    const answer = await call(async (_, stream) => {
      await new Promise((resolve) => begin(stream).write('a', resolve))
      stream.destroy()
    })
    expect(answer).toEqual({ ...whole, body: 'cut', ended: 'done' })
  })

  it('fails with the error by which its handler cuts it', async () => {
    const answer = await call(async (_, stream) => {
      await new Promise((resolve) => begin(stream).write('a', resolve))
      stream.destroy(Object.assign(new RangeError('no'), { code: 'ERR_OUT_OF_RANGE' }))
    })
    expect(answer).toEqual({ ...whole, body: 'cut', ended: 'RangeError' })
  })

  it.each<[string, string, StreamingHandler]>([
    ['writes', 'MalformedResult', async (_, stream) => void stream.write('a')],
    ['ends', 'MalformedResult', async (_, stream) => void stream.end()],
    ['is late', 'LambdaTimeout', async () => undefined],
  ])('leaves the answer to its server when the handler %s before it begins', async (_, error, given) => {
    expect(await call(given)).toEqual({ status: 502, type: undefined, body: '', ended: error })
  })
})
