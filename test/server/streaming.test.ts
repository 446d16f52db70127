import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startHttpFront, type HttpFront, type Route } from '@pauta/server/gateway/http-front'
import { installStreamingRuntime, invokeStreamingHandler } from '@pauta/server/gateway/response-stream'
import { afterEach, expect, it } from 'vitest'

installStreamingRuntime()

let front: HttpFront | undefined
let logged: unknown[] = []

afterEach(async () => {
  await front?.stop()
  front = undefined
  logged = []
})

type Body = (stream: awslambda.HttpResponseStream, event: { body: string | null }) => Promise<void>

/** Serves one streaming function and gives its address. */
async function serve(
  body: Body,
  options: { timeoutSeconds?: number; concurrency?: number } = {},
): Promise<string> {
  const handler = awslambda.streamifyResponse<{ body: string | null }>((event, stream) => body(stream, event))
  const route: Route = {
    ...options,
    method: 'ANY',
    path: '/stream',
    handler: handler as never,
    streaming: true,
  }
  front = await startHttpFront({ port: 0, routes: [route], log: (error) => logged.push(error) })
  return `${front.url}/stream`
}

const begin = (
  stream: awslambda.HttpResponseStream,
  metadata: Record<string, unknown> = { statusCode: 200 },
) => awslambda.HttpResponseStream.from(stream, metadata)

it('sends status and headers with the first chunk, and each chunk as it is written', async () => {
  let go = () => {}
  const mayGo = new Promise<void>((resolve) => {
    go = resolve
  })
  const url = await serve(async (raw, event) => {
    const stream = begin(raw, {
      statusCode: 201,
      headers: { 'content-type': 'text/event-stream', 'x-one': '1' },
      multiValueHeaders: { 'x-two': ['a', 'b'] },
    })
    stream.write(`first ${event.body}`)
    await mayGo
    stream.end('second')
  })
  const response = await fetch(url, { method: 'POST', body: 'question' })
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('x-one')).toBe('1')
  expect(response.headers.get('x-two')).toBe('a, b')
  const pieces: string[] = []
  for await (const piece of response.body ?? []) {
    pieces.push(Buffer.from(piece).toString())
    go()
  }
  expect(pieces).toEqual(['first question', 'second'])
})

it('streams more than a buffered answer may contain, at the pace of its reader', async () => {
  const piece = 'x'.repeat(64 * 1024)
  const url = await serve(async (raw) => {
    const stream = begin(raw)
    for (let n = 0; n < 160; n += 1) if (!stream.write(piece)) await once(stream, 'drain')
    stream.end()
  })
  const text = await (await fetch(url)).text()
  expect(text).toHaveLength(160 * piece.length)
})

it('sends to a slow reader what is still on its way when the handler ends', async () => {
  const whole = 'x'.repeat(16 * 1024 * 1024)
  const ended = Promise.withResolvers<void>()
  // Its buffer takes the whole answer, of which the client has read nothing.
  const server = createServer({ highWaterMark: 2 * whole.length }, (_, response) => {
    const handler = awslambda.streamifyResponse(async (_event, stream) => void begin(stream).end(whole))
    ended.resolve(
      invokeStreamingHandler(handler as never, {}, response, { name: 'stream', timeoutSeconds: 60 }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
    client.end()
    const [response] = (await once(client, 'response')) as [IncomingMessage]
    await ended.promise
    expect(await text(response)).toHaveLength(whole.length)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

it('closes the stream of a client that disconnected, so that its handler frees the environment', async () => {
  const begun: number[] = []
  const url = await serve(
    async (raw, { body }) => {
      begun.push(Number(body))
      const stream = begin(raw)
      const closed = once(stream, 'close')
      stream.write('first')
      if (body === '3') stream.end()
      await closed
      stream.write('for nobody')
    },
    { concurrency: 1 },
  )
  const connect = (body: string) => {
    const client = request(url, { method: 'POST' }).on('error', () => {})
    client.end(body)
    return client
  }
  const first = connect('1')
  await once(first, 'response')
  // Leaves before it is its turn.
  const second = connect('2')
  await delay(50)
  second.destroy()
  await delay(50)
  first.destroy()
  expect(await (await fetch(url, { method: 'POST', body: '3' })).text()).toBe('first')
  expect(begun).toEqual([1, 3])
  expect(logged).toEqual([])
})

it('answers 502 when the handler fails before its first chunk, and aborts the stream after it', async () => {
  const early = await serve(async () => {
    throw new Error('early')
  })
  const response = await fetch(early)
  expect(response.status).toBe(502)
  expect(await response.json()).toEqual({ message: 'DEFAULT_5XX' })
  await front?.stop()
  const late = await serve(async (raw) => {
    begin(raw).write('first')
    await delay(20)
    throw new Error('late')
  })
  await expect((await fetch(late)).text()).rejects.toThrow('terminated')
  expect(logged.map(String)).toEqual(['Error: early', 'Error: late'])
})

it('answers 502 to a stream without its metadata', async () => {
  const url = await serve(async (stream) => {
    stream.end('text')
  })
  expect((await fetch(url)).status).toBe(502)
  expect(String(logged[0])).toContain('HttpResponseStream.from')
})

it('aborts a stream at the time-out of its function', async () => {
  const url = await serve(
    async (raw) => {
      begin(raw).write('first')
      await delay(5000)
    },
    { timeoutSeconds: 0.2 },
  )
  await expect((await fetch(url)).text()).rejects.toThrow('terminated')
  expect(String(logged[0])).toContain('still running after 0.2 s')
})
