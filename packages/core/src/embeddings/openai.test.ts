import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'
import { httpModel, type HttpModelOptions } from './http.ts'

interface Asked {
  path: string | undefined
  authorization: string | undefined
  body: { model: string; input: string[]; encoding_format: string; dimensions?: number }
}

/** The received requests, and the statuses of the next answers. The default answer is vectors. */
let asked: Asked[]
let statuses: number[]
let size: number
let server: ReturnType<typeof createServer>
let url: string

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked['body']
  asked.push({ path: request.url, authorization: request.headers.authorization, body })
  const status = statuses.shift()
  if (status !== undefined) {
    response.writeHead(status).end('{"error":{"message":"no"}}')
    return
  }
  const data = body.input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from({ length: size }, (_, place) => (place === 0 ? text.length : 0)),
  }))
  // The protocol guarantees an index with each vector, but no order.
  response.end(JSON.stringify({ object: 'list', data: data.reverse(), model: body.model }))
}

beforeEach(async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  asked = []
  statuses = []
  size = EMBEDDING_DIMENSIONS
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterEach(async () => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const model = (options: Partial<HttpModelOptions> = {}) =>
  httpModel({
    protocol: 'openai',
    url,
    model: 'intfloat/multilingual-e5-base',
    token: '',
    maxDistance: 0.2,
    queryPrefix: 'query: ',
    passagePrefix: 'passage: ',
    ...options,
  })

describe('the OpenAI protocol', () => {
  it('requests floats of the model, with the prefix of the purpose', async () => {
    const [vector] = await model().embed(['gripe'], 'query')
    await model({ token: 'segredo' }).embed(['Vacina'], 'passage')
    expect(vector?.[0]).toBe('query: gripe'.length)
    expect(asked).toEqual([
      {
        path: '/v1/embeddings',
        authorization: undefined,
        body: { model: 'intfloat/multilingual-e5-base', input: ['query: gripe'], encoding_format: 'float' },
      },
      {
        path: '/v1/embeddings',
        authorization: 'Bearer segredo',
        body: {
          model: 'intfloat/multilingual-e5-base',
          input: ['passage: Vacina'],
          encoding_format: 'float',
        },
      },
    ])
  })

  it('accepts the base URL or the whole address', async () => {
    await model({ url: `${url}/` }).embed(['a'], 'query')
    await model({ url: `${url}/embeddings` }).embed(['a'], 'query')
    expect(asked.map(({ path }) => path)).toEqual(['/v1/embeddings', '/v1/embeddings'])
  })

  it('sends batches of 32 and returns the vectors in the order of the texts', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => 'a'.repeat(i + 1))
    const vectors = await model({ passagePrefix: '' }).embed(texts, 'passage')
    expect(asked.map(({ body }) => body.input.length)).toEqual([32, 8])
    expect(vectors.map((vector) => vector[0])).toEqual(texts.map((text) => text.length))
  })

  it('requests 768 dimensions when `dimensions` is set', async () => {
    await model({ dimensions: EMBEDDING_DIMENSIONS }).embed(['a'], 'query')
    expect(asked[0]?.body.dimensions).toBe(768)
  })

  it('throws at once for vectors of another size, with the reason', async () => {
    size = 1024
    await expect(model().embed(['a'], 'query')).rejects.toThrow(/vectors of 1024 numbers.*768 dimensions/)
    expect(asked).toHaveLength(1)
  })

  it('retries after a temporary failure and not after a refusal', async () => {
    statuses = [503, 429]
    expect(await model().embed(['a'], 'query')).toHaveLength(1)
    expect(asked).toHaveLength(3)
    statuses = [400]
    await expect(model().embed(['a'], 'query')).rejects.toThrow('answered 400')
    expect(asked).toHaveLength(4)
  })
})
