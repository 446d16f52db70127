import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A relay before a store that counts what is asked of it, as it goes over the wire. */
export interface ReadCounter {
  port: number
  leadTo(port: number): void
  /** Requests since the last call. */
  take(): string[]
  stop(): Promise<void>
}

/** Gets the bytes that a client sends and names each request that they complete. */
type Watcher = (bytes: Buffer) => string[]

const REQUEST_LINE = /(GET|POST|PUT|PATCH|DELETE) (\/[^ ?]*)\S* HTTP\/1\.1\r\n/g
// Longer than any request line that we send, so that one cut in two by a packet is seen whole.
const REMEMBERED_CHARACTERS = 2048

/** HTTP request lines, as `POST /multi_search`. A body of JSON has no raw line break, so it holds none. */
function watchHttp(): Watcher {
  let rest = ''
  return (bytes) => {
    rest += bytes.toString('latin1')
    const seen: string[] = []
    let end = 0
    for (const match of rest.matchAll(REQUEST_LINE)) {
      seen.push(`${match[1]} ${match[2]}`)
      end = match.index + match[0].length
    }
    rest = rest.slice(Math.max(end, rest.length - REMEMBERED_CHARACTERS))
    return seen
  }
}

const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** Messages of the PostgreSQL protocol that run a statement: Query, and Execute of a prepared one. */
function watchPostgres(): Watcher {
  let buffer = Buffer.alloc(0)
  let started = false
  return (bytes) => {
    buffer = Buffer.concat([buffer, bytes])
    const seen: string[] = []
    for (;;) {
      // The first message of a connection has a length but no type.
      const header = started ? TYPE_BYTES : 0
      if (buffer.length < header + LENGTH_BYTES) return seen
      const length = buffer.readInt32BE(header)
      if (buffer.length < header + length) return seen
      const type = started ? String.fromCharCode(buffer[0] ?? 0) : ''
      if (type === 'Q') seen.push('Query')
      if (type === 'E') seen.push('Execute')
      buffer = buffer.subarray(header + length)
      started = true
    }
  }
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
      // The stores' clients report a dropped connection themselves.
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
