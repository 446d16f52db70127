// A process that speaks the HTTP protocol of text-embeddings-inference 1.9, with the command line of its container. The
// vectors are those of the hashing model. Each request is a line of JSON on the standard output.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { hashText } from '@pauta/core/embeddings/hashing'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    'model-id': text,
    revision: text,
    dtype: text,
    pooling: text,
    hostname: text,
    port: text,
    'tokenization-workers': text,
    'max-batch-tokens': text,
    'max-client-batch-size': text,
    'max-concurrent-requests': text,
    'json-output': { type: 'boolean' },
    /** An option that the real service lacks: the process answers like one that still loads its model. */
    loading: { type: 'boolean' },
  },
})
const maxBatch = Number(values['max-client-batch-size'] ?? 32)
const maxTokens = Number(values['max-batch-tokens'] ?? 16_384)

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const refusal = (error: string) => ({ error, error_type: 'Validation' })

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function embed(response: ServerResponse, body: unknown): void {
  const { inputs, truncate = false } = body as { inputs: string[]; truncate?: boolean }
  if (inputs.length === 0) return answer(response, 400, refusal('`inputs` cannot be empty'))
  if (inputs.length > maxBatch)
    return answer(response, 413, refusal(`batch size ${inputs.length} > maximum allowed ${maxBatch}`))
  // No tokenizer makes more than one token for each character.
  if (!truncate && inputs.some((input) => input.length > maxTokens))
    return answer(response, 413, refusal('`inputs` must have less tokens'))
  process.stdout.write(`${JSON.stringify({ inputs })}\n`)
  answer(
    response,
    200,
    inputs.map((input) => Array.from(hashText(input.slice(input.indexOf(':') + 1)))),
  )
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/health')
    return values.loading
      ? answer(response, 503, { error: 'unhealthy', error_type: 'unhealthy' })
      : void response.writeHead(200).end()
  if (request.method === 'POST' && request.url === '/embed') return embed(response, await readBody(request))
  response.writeHead(404).end()
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => answer(response, 422, { error: String(error) }))
})
server.listen(Number(values.port), '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
})
