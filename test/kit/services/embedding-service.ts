import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashText } from '@pauta/core/embeddings/hashing'

export interface EmbeddingService {
  url: string
  /** Texts of every request, in the order of their arrival. */
  requests: string[][]
  stop(): Promise<void>
}

async function readTexts(request: IncomingMessage): Promise<string[]> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return (JSON.parse(Buffer.concat(chunks).toString('utf8')) as { texts: string[] }).texts
}

/** A service on a free port that answers `{"texts"}` with vectors of the hashing model. */
export async function startEmbeddingService(): Promise<EmbeddingService> {
  const requests: string[][] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const texts = await readTexts(request)
    requests.push(texts)
    response.end(JSON.stringify({ embeddings: texts.map((text) => Array.from(hashText(text))) }))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/embed`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
