import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { watchHttp, watchPostgres, type Watcher } from './wire-watchers.ts'

/** A relay before a store that counts the requests over the wire. */
export interface ReadCounter {
  port: number
  leadTo(port: number): void
  /** Requests since the last call. */
  take(): string[]
  stop(): Promise<void>
}

async function startCounter(watch: () => Watcher): Promise<ReadCounter> {
  let target = 0
  let requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    const watcher = watch()
    client.on('data', (bytes: Buffer) => requests.push(...watcher(bytes)))
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // The stores' clients report dropped connections themselves.
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
    take: () => {
      const taken = requests
      requests = []
      return taken
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

export const startIndexCounter = (): Promise<ReadCounter> => startCounter(watchHttp)
export const startDatabaseCounter = (): Promise<ReadCounter> => startCounter(watchPostgres)
