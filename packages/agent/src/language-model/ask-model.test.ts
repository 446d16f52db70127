import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { askModel } from './ask-model.ts'
import type { ModelRequest } from './language-model.ts'

const request = (signal = new AbortController().signal): ModelRequest => ({
  instructions: 'Responda.',
  messages: [{ role: 'user', text: 'Oi' }],
  tools: [],
  maxOutputTokens: 10,
  timeoutMs: 5000,
  signal,
})

afterEach(() => void vi.unstubAllEnvs())

it('ends with the reason of a caller that no longer waits, and not as an unavailable model', async () => {
  const reason = new Error('the run was stopped')
  await expect(askModel({} as never, request(AbortSignal.abort(reason)))).rejects.toBe(reason)
})

it.each([
  ['', 'AWS_REGION'],
  ['sa-east-1', 'AWS_ACCESS_KEY_ID'],
])('with the region “%s” looks for %s in the environment', async (region, missing) => {
  for (const name of ['AWS_REGION', 'AWS_BEARER_TOKEN_BEDROCK', 'AWS_ACCESS_KEY_ID'])
    vi.stubEnv(name, undefined)
  const asking = askModel({ kind: 'bedrock', region, model: 'm' } as never, request())
  await expect(asking).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    cause: { message: expect.stringContaining(missing) },
  })
})

describe('a service', () => {
  const asked: (string | undefined)[] = []
  let answer: [status: number, body: string] = [200, '']
  let server: Server
  beforeAll(async () => {
    server = createServer((message, response) => {
      asked.push(message.headers.authorization)
      const headers = { 'content-type': 'application/json', 'retry-after': '0' }
      response.writeHead(answer[0], headers).end(answer[1])
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void server.close())

  const ask = async (status: number, body: string, token = '') => {
    asked.splice(0)
    answer = [status, body]
    const { port } = server.address() as AddressInfo
    const config = { kind: 'openai-compatible', url: `http://127.0.0.1:${port}/`, model: 'm', token } as const
    return await askModel(config as never, request())
  }

  it.each([
    ['', undefined],
    ['chave', 'Bearer chave'],
  ])('with the token “%s” gets the header %s', async (token, header) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: ' Oi. ' }, finish_reason: 'stop' }]
    const body = JSON.stringify({ id: 'x', created: 1, model: 'm', choices })
    expect(await ask(200, body, token)).toEqual({ text: 'Oi.', calls: [], tokens: 0 })
    expect(asked).toEqual([header])
  })

  it.each([
    ['that refuses is asked once', 400, '{"error":{"message":"no"}}', 1],
    ['that refuses for now is asked three times more', 429, '{"error":{"message":"slow down"}}', 4],
    ['that answers what is no answer is asked once more', 200, '[]', 2],
  ])('%s', async (_, status, body, times) => {
    await expect(ask(status, body)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(asked).toHaveLength(times)
  })
})
