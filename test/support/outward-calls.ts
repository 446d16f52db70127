import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Stack } from '@pauta/local/stack-types'
import { watchAws, watchHttp, watchPostgres, type Watcher } from './wire-watchers.ts'

/** A place among the calls that workers make: their process is struck there. */
export interface KillPoint {
  /** Which call, from 1. */
  call: number
  /** Counts only calls of this name, as `aws SendMessageBatch`. */
  of?: string
  /** `before` it reaches the store, or `after` the store has done it and before the worker hears of it. */
  moment: 'before' | 'after'
}

/** Relays before the stores of a stack that see every call of a process on its way. */
export interface OutwardCalls {
  /** Variables of the stack by which functions reach its stores through the relays. */
  environment: Record<string, string>
  /** Address of queues and object storage behind their relay. */
  awsUrl: string
  /** Calls since the last `watch`, as `database Execute`; polls of queues are none. */
  list(): readonly string[]
  /** Ids of the events since the last `watch`, once for each queue that they were sent to. */
  listSent(): readonly string[]
  /** Begins to count anew. At the point, `strike` is called and nothing passes from then on, until the next `watch`. */
  watch(point?: KillPoint, strike?: () => void): void
  stop(): Promise<void>
}

/** A poll changes nothing and its number depends on time alone; connections are kept alive, so it is one of many. */
const UNCOUNTED = new Set(['aws ReceiveMessage'])
const EVENT_ID = /\\"id\\":\\"([^\\"]+)\\"/g

interface Watched {
  calls: string[]
  sent: string[]
  point: KillPoint | undefined
  strike: () => void
  struck: boolean
}

/** Notes calls; tells whether the point is among them. */
function note(watched: Watched, store: string, names: readonly string[]): boolean {
  const { point } = watched
  const count = () =>
    point?.of === undefined ? watched.calls.length : watched.calls.filter((call) => call === point.of).length
  const before = count()
  watched.calls.push(...names.map((name) => `${store} ${name}`).filter((call) => !UNCOUNTED.has(call)))
  return point !== undefined && before < point.call && count() >= point.call
}

function strike(watched: Watched): void {
  watched.struck = true
  watched.strike()
}

/** Passes bytes on between a worker and its store, up to the point. */
function relay(client: Socket, upstream: Socket, store: string, watcher: Watcher, watched: Watched): void {
  let isStruckByAnswer = false
  client.on('data', (bytes: Buffer) => {
    if (watched.struck) return
    if (store === 'aws')
      for (const [, id = ''] of bytes.toString('latin1').matchAll(EVENT_ID)) watched.sent.push(id)
    const isPoint = note(watched, store, watcher(bytes))
    if (isPoint && watched.point?.moment === 'before') {
      strike(watched)
      return
    }
    isStruckByAnswer ||= isPoint
    upstream.write(bytes)
  })
  upstream.on('data', (bytes: Buffer) => {
    if (watched.struck) return
    if (isStruckByAnswer) strike(watched)
    else client.write(bytes)
  })
}

async function startRelay(store: string, target: number, watch: () => Watcher, watched: Watched) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
      // Processes are killed here: their connections break.
      socket.on('error', () => socket.destroy())
    }
    relay(client, upstream, store, watch(), watched)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** The stack's variables with other ports for its stores. */
function throughRelays(
  environment: Record<string, string>,
  ports: { database: number; indexUrl: string; awsUrl: string },
): Record<string, string> {
  const resource = (name: string) =>
    JSON.parse(environment[`SST_RESOURCE_${name}`] ?? '{}') as Record<string, unknown>
  return {
    ...environment,
    SST_RESOURCE_Database: JSON.stringify({ ...resource('Database'), port: ports.database }),
    SST_RESOURCE_SearchIndex: JSON.stringify({ ...resource('SearchIndex'), url: ports.indexUrl }),
    AWS_ENDPOINT_URL_SQS: ports.awsUrl,
    AWS_ENDPOINT_URL_S3: ports.awsUrl,
  }
}

const portOf = (url: string) => Number(new URL(url).port)
const urlOf = (port: number) => `http://127.0.0.1:${port}`

/** Puts relays before the stores of a stack, for processes that are given their environment. */
export async function startOutwardCalls(stack: Stack): Promise<OutwardCalls> {
  const watched: Watched = { calls: [], sent: [], point: undefined, strike: () => {}, struck: false }
  const database = await startRelay('database', portOf(stack.databaseUrl), watchPostgres, watched)
  const index = await startRelay('index', portOf(stack.indexUrl), watchHttp, watched)
  const aws = await startRelay('aws', portOf(stack.awsUrl), watchAws, watched)
  const awsUrl = urlOf(aws.port)
  return {
    environment: throughRelays(stack.environment, {
      database: database.port,
      indexUrl: urlOf(index.port),
      awsUrl,
    }),
    awsUrl,
    list: () => watched.calls,
    listSent: () => watched.sent,
    watch: (point, onPoint = () => {}) => {
      Object.assign(watched, { calls: [], sent: [], point, strike: onPoint, struck: false })
    },
    stop: async () => {
      await Promise.all([database.stop(), index.stop(), aws.stop()])
    },
  }
}
