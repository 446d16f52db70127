import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeServer } from '@pauta/server/local-server'

/** A subscriber of feeds, which confirms its subscription and keeps what it gets. */
export interface HubReceiver {
  origin: string
  pushes: string[]
  stop(): Promise<void>
}

/** Starts a subscriber on a port of its own. */
export async function startHubReceiver(): Promise<HubReceiver> {
  const pushes: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'POST') pushes.push(body)
      const { searchParams } = new URL(request.url ?? '/', 'http://receiver')
      response.end(searchParams.get('hub.challenge') ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushes,
    stop: () => closeServer(server),
  }
}
