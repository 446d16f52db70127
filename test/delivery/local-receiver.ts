import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'
import { findOwnPort, untilNobodyIsAt } from '../kit/stack/own-port.ts'

export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Receiver {
  origin: string
  requests: ReceivedRequest[]
  /** The most requests that were open at once. */
  mostAtOnce(): number
  stop(): Promise<void>
}

/** After its stop no other process listens on its port, so that callers are refused. */
async function listen(server: Server, host: string): Promise<number> {
  const port = await findOwnPort()
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return port
}

/** A real HTTP server that records its requests. `answer` chooses the response, or leaves the request unanswered. */
export async function startReceiver(
  answer: (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>,
): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    most = Math.max(most, ++open)
    response.once('close', () => open--)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) }
      requests.push(received)
      void answer(response, received)
    })
  })
  const port = await listen(server, '127.0.0.1')
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    mostAtOnce: () => most,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await untilNobodyIsAt(port)
    },
  }
}

/** Listens on all addresses of the machine and counts connections. */
export async function startTrap(): Promise<{
  port: number
  connections(): number
  stop(): Promise<void>
}> {
  let connections = 0
  const server = createTcpServer((socket) => {
    connections++
    socket.destroy()
  })
  const port = await listen(server, '::')
  return {
    port,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Pools that can reach this receiver and otherwise only public addresses. */
export const agentsFor = (...receivers: Receiver[]) =>
  guardedAgents({ allowedOrigins: receivers.map(({ origin }) => origin) })

export const signal = () => new AbortController().signal
