import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A TCP relay before a store, which a test shuts to take the store away and opens to bring it back. */
export interface Gate {
  port: number
  /** Where connections are passed on to. */
  leadTo(port: number): void
  /** Drops every connection and refuses new ones. */
  close(): void
  open(): void
  stop(): Promise<void>
}

export async function startGate(): Promise<Gate> {
  let target = 0
  let shut = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (shut) {
      client.destroy()
      return
    }
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // A dropped connection is what the gate is for; the stores' clients report it.
      socket.on('error', () => socket.destroy())
    }
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => void (target = port),
    close: () => {
      shut = true
      for (const socket of sockets) socket.destroy()
    },
    open: () => void (shut = false),
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
