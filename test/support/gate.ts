import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A TCP relay before a store. A test closes it to make the store unreachable. */
export interface Gate {
  port: number
  /** Number of connections so far. */
  readonly connections: number
  /** Sets the port to which connections are relayed. */
  leadTo(port: number): void
  /** Drops every connection and refuses new ones. */
  close(): void
  /** Drops every connection, optionally by a reset, and accepts new ones. */
  drop(how?: 'reset'): void
  /** Buffers the bytes of clients until the gate opens; connections stay. */
  hold(): void
  /** Leaves existing connections without an answering side, like a host that vanishes. */
  strand(): void
  open(): void
  stop(): Promise<void>
}

export async function startGate(): Promise<Gate> {
  let target = 0
  let shut = false
  let held = false
  let connections = 0
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  const upstreams = new Set<Socket>()
  const server = createServer((client) => {
    connections++
    if (shut) {
      client.destroy()
      return
    }
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // The gate drops connections on purpose. The clients of the stores report the errors.
      socket.on('error', () => socket.destroy())
    }
    client.pipe(upstream).pipe(client)
    if (held) client.pause()
    clients.add(client)
    upstreams.add(upstream)
    client.on('close', () => {
      clients.delete(client)
      upstreams.delete(upstream)
      upstream.destroy()
    })
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    leadTo: (port) => void (target = port),
    close: () => {
      shut = true
      for (const socket of sockets) socket.destroy()
    },
    drop: (how) => {
      for (const client of clients) {
        if (how === 'reset') client.resetAndDestroy()
        else client.destroy()
      }
    },
    hold: () => {
      held = true
      for (const client of clients) client.pause()
    },
    strand: () => {
      for (const client of clients) {
        client.unpipe()
        client.resume()
      }
      clients.clear()
      for (const upstream of upstreams) upstream.unpipe()
      upstreams.clear()
    },
    open: () => {
      shut = false
      held = false
      for (const client of clients) client.resume()
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
