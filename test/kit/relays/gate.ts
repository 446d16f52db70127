import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Watcher } from './wire-watchers.ts'

/** A TCP relay before a store. A test closes it to make the store unreachable. */
export interface Gate {
  port: number
  /** Number of connections so far. */
  readonly connections: number
  /** The port to which connections are relayed. */
  readonly target: number
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

/** A gate that also counts the requests over the wire. */
export interface CountingGate extends Gate {
  /** Requests since the last call. */
  take(): string[]
}

export const startGate = (): Promise<Gate> => startCountingGate(() => () => [])

/** Starts a gate that passes the bytes of each client to a watcher of its own. */
export async function startCountingGate(watch: () => Watcher): Promise<CountingGate> {
  let target = 0
  let shut = false
  let held = false
  let connections = 0
  let requests: string[] = []
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
    const watcher = watch()
    client.on('data', (bytes: Buffer) => requests.push(...watcher(bytes)))
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
    get target() {
      return target
    },
    leadTo: (port) => void (target = port),
    take: () => {
      const taken = requests
      requests = []
      return taken
    },
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
