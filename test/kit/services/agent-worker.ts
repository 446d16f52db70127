import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the worker got. */
interface WorkerRequest {
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

export interface AgentWorker {
  url: string
  requests: WorkerRequest[]
  /** Number of connections that the client closed before the answer was complete. */
  abandoned: () => number
  /** Sets the answer to the next requests. */
  answerWith(script: (response: ServerResponse) => Promise<void> | void): void
  stop(): Promise<void>
}

/** Starts an external worker that generates recortes by a script. */
export async function startAgentWorker(): Promise<AgentWorker> {
  const requests: WorkerRequest[] = []
  let abandoned = 0
  let script: (response: ServerResponse) => Promise<void> | void = (response) => void response.end()
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { url: path = '', headers } = request
    requests.push({ path, headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
    response.once('close', () => {
      if (!response.writableFinished) abandoned++
    })
    await script(response)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    abandoned: () => abandoned,
    answerWith: (next) => {
      script = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
