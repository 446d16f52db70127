import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from './database.ts'

const PROXY = '127.0.0.1'
const SERVER = '127.0.0.2'

interface Listener {
  server: Server
  /** Bytes that clients sent, as Latin-1. */
  received: string
}

const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const PARSE_OF_UNNAMED = /P[^P]{4}\0select 1\0/

/** Accepts each session, and closes it at the first statement. */
async function listen(host: string, port: number): Promise<Listener> {
  const listener = { server: createServer(), received: '' }
  listener.server.on('connection', (socket: Socket) => {
    let messages = 0
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      listener.received += chunk.toString('latin1')
      messages += 1
      if (messages === 1) socket.write(AUTHENTICATED)
      else socket.destroy()
    })
  })
  listener.server.listen(port, host)
  await once(listener.server, 'listening')
  return listener
}

let proxy: Listener
let server: Listener
let config: Parameters<typeof connectDatabase>[0]

beforeAll(async () => {
  proxy = await listen(PROXY, 0)
  const { port } = proxy.server.address() as AddressInfo
  server = await listen(SERVER, port)
  const account = { username: 'pauta', password: 'segredo', database: 'pauta' }
  config = { ...account, host: PROXY, port, tls: 'off', directHost: SERVER }
})
afterAll(() => {
  proxy.server.close()
  server.server.close()
})

async function ask(options: Parameters<typeof connectDatabase>[1]): Promise<void> {
  proxy.received = ''
  server.received = ''
  const db = connectDatabase(config, options)
  await expect(db`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await db.end({ timeout: 1 })
}

describe('a database behind a proxy that shares its sessions', () => {
  it('gets no parameters of a session and no named statements', async () => {
    await ask({})
    expect(proxy.received).toContain('user\0pauta')
    expect(proxy.received).not.toContain('statement_timeout')
    expect(proxy.received).not.toContain('jit')
    expect(proxy.received).toMatch(PARSE_OF_UNNAMED)
    expect(server.received).toBe('')
  })

  it('is left out by work that has no time limit, which sets its own parameters', async () => {
    await ask({ statementTimeoutMs: 0 })
    expect(proxy.received).toBe('')
    expect(server.received).toContain('jit\0off')
    expect(server.received).not.toMatch(PARSE_OF_UNNAMED)
  })

  it('does not exist without a direct host', async () => {
    config = { ...config, directHost: '' }
    await ask({})
    expect(proxy.received).toContain('statement_timeout\x0010000')
    expect(proxy.received).not.toMatch(PARSE_OF_UNNAMED)
  })
})
