import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'
import { PublicError } from '@pauta/platform/errors'
import { httpModel, type HttpModelOptions } from './http.ts'

type Answer = (texts: string[], response: ServerResponse, request: IncomingMessage) => void

/** Texts of the received requests, and the answers to the next ones. The default answer is vectors. */
let asked: string[][]
let answers: Answer[]
let server: ReturnType<typeof createServer>
let url: string

// The first number identifies the text of the vector, so that tests can check the order.
const vectorOf = (text: string) =>
  Array.from({ length: EMBEDDING_DIMENSIONS }, (_, i) => (i === 0 ? Number(text) : 0))
const vectors: Answer = (texts, response) => {
  response.end(JSON.stringify({ embeddings: texts.map(vectorOf) }))
}
const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code).end('no')
const body =
  (text: string): Answer =>
  (_, response) =>
    response.end(text)
const drop: Answer = (_, response) => response.destroy()
const silence: Answer = () => {}

beforeEach(async () => {
  // Retries follow at once, except in the test that measures their delays.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  asked = []
  answers = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { texts } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { texts: string[] }
      asked.push(texts)
      const answer = answers.shift() ?? vectors
      answer(texts, response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const texts = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1))
const DEFAULTS = {
  protocol: 'texts',
  model: 'modelo-a',
  token: '',
  maxDistance: 1,
  queryPrefix: '',
  passagePrefix: '',
} as const
const model = (options: Partial<HttpModelOptions> = {}) => httpModel({ url, ...DEFAULTS, ...options })
const unavailable = { code: 'SERVICE_UNAVAILABLE', retryable: true, details: { dependency: 'embedding' } }

describe('the HTTP model', () => {
  it('sends batches of 32 and keeps the order', async () => {
    const answered = await model().embed(texts(70), 'passage')
    expect(asked.map((batch) => batch.length)).toEqual([32, 32, 6])
    expect(answered.map((vector) => vector[0])).toEqual(texts(70).map(Number))
    expect(answered[0]).toBeInstanceOf(Float32Array)
    expect(answered[0]).toHaveLength(EMBEDDING_DIMENSIONS)
  })

  it('sends no request for no texts, and has the name of its model', async () => {
    expect(await model().embed([], 'passage')).toEqual([])
    expect(asked).toEqual([])
    expect(model().name).toBe('modelo-a')
  })

  it('sends its token when one is configured', async () => {
    const seen: (string | undefined)[] = []
    const note: Answer = (list, response, request) => {
      seen.push(request.headers.authorization)
      vectors(list, response, request)
    }
    answers.push(note, note)
    await model({ token: 'segredo' }).embed(['1'], 'passage')
    await model().embed(['1'], 'passage')
    expect(seen).toEqual(['Bearer segredo', undefined])
  })

  it.each([
    ['429', status(429)],
    ['500', status(500)],
    ['503', status(503)],
    ['a dropped connection', drop],
    ['a broken body', body('{"embeddings": [[')],
    ['another shape', body('{"vectors": []}')],
    ['too few vectors', body('{"embeddings": []}')],
    ['a vector of zeros', body(JSON.stringify({ embeddings: [vectorOf('0')] }))],
  ])('retries after %s, and throws after three attempts', async (_, failure) => {
    answers.push(failure, failure)
    expect((await model().embed(['7'], 'passage'))[0]?.[0]).toBe(7)
    expect(asked).toHaveLength(3)
    answers.push(failure, failure, failure)
    await expect(model().embed(['7'], 'passage')).rejects.toMatchObject(unavailable)
    expect(asked).toHaveLength(6)
  })

  it('retries after a time-out', async () => {
    answers.push(silence)
    expect(await model({ timeoutMs: 1000 }).embed(['7'], 'passage')).toHaveLength(1)
    expect(asked).toHaveLength(2)
    answers.push(silence)
    await expect(model({ timeoutMs: 1000, attempts: 1 }).embed(['7'], 'passage')).rejects.toMatchObject(
      unavailable,
    )
  })

  it('throws SERVICE_UNAVAILABLE when the connection is refused', async () => {
    const dead = model({ url: 'http://127.0.0.1:1', attempts: 2 })
    await expect(dead.embed(['7'], 'passage')).rejects.toMatchObject(unavailable)
  })

  it.each([400, 401, 403, 404, 422])('does not retry a request refused with %i', async (code) => {
    answers.push(status(code))
    const failure: unknown = await model()
      .embed(['7'], 'passage')
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: `the embedding service answered ${code}` })
    // API callers may read the message of a PublicError.
    expect(failure).not.toBeInstanceOf(PublicError)
    expect(asked).toHaveLength(1)
  })

  it('throws at once for vectors of another size, and names the size', async () => {
    answers.push(body(JSON.stringify({ embeddings: [[1, 2, 3]] })))
    await expect(model().embed(['7'], 'passage')).rejects.toThrow(/vectors of 3 numbers.*768/)
    expect(asked).toHaveLength(1)
  })

  it('waits a random part of a doubling delay between attempts', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    vi.spyOn(Math, 'random').mockReturnValue(0.25)
    answers.push(status(500), status(500))
    await model().embed(['7'], 'passage')
    const delays = timers.mock.calls.map(([, delay]) => delay)
    expect(delays.filter((delay) => delay === 100 || delay === 200)).toEqual([100, 200])
  })

  it('stops reading an answer above the size limit', async () => {
    const endless: Answer = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('7'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }
    answers.push(endless)
    await expect(model({ attempts: 1 }).embed(['7'], 'passage')).rejects.toMatchObject({
      ...unavailable,
      cause: { message: expect.stringMatching(/more than \d+ bytes/) },
    })
  })

  it('throws when any batch fails', async () => {
    answers.push(vectors, status(400))
    await expect(model().embed(texts(40), 'passage')).rejects.toThrow('answered 400')
  })
})
