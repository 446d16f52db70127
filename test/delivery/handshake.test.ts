import { createServer, type AddressInfo, type Server } from 'node:net'
import { trustedAgents } from '@pauta/platform/outbound/outbound-agents'
import { postOnce } from '@pauta/platform/outbound/post'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { patient } from '../kit/runner/patience.ts'

let server: Server
let connections = 0

beforeAll(async () => {
  // Accepts connections and closes each at the first bytes of the TLS handshake.
  server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.once('data', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

it('a failed TLS handshake counts as a receiver that was not reached, so that sending again is no duplicate', async () => {
  const agents = trustedAgents()
  const { port } = server.address() as AddressInfo
  const answer = await postOnce(new URL(`https://127.0.0.1:${port}/`), {
    headers: {},
    body: '{}',
    agents,
    timeoutMs: patient(5000),
    signal: new AbortController().signal,
  })
  agents.close()
  expect(connections).toBe(1)
  expect(answer).toMatchObject({ kind: 'unreached' })
})
