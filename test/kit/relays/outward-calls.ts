import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Stack } from '@pauta/local/stack-types'
import { watchAws, watchHttp, watchPostgres, type Watcher } from './wire-watchers.ts'

/** A place among the outward calls of workers, at which their process is killed. */
export interface KillPoint {
  /** Number of the call, from 1. */
  call: number
  /** Counts only calls of this name, as `aws SendMessageBatch`. */
  of?: string
  /** `before` it reaches the store, or `after` the store did it and before the worker gets the answer. */
  moment: 'before' | 'after'
}

/** Relays before the stores of a stack that record every call of a process. */
export interface OutwardCalls {
  /** Variables of the stack by which functions reach its stores through the relays. */
  environment: Record<string, string>
  /** Address of queues and object storage behind their relay. */
  awsUrl: string
  /** Calls since the last `watch`, such as `database Execute`, without polls of queues. */
  list(): readonly string[]
  /** Ids of the events since the last `watch`, once for each target queue. */
  listSent(): readonly string[]
  /** Restarts the count. At the point it calls `strike` and relays nothing until the next `watch`. */
  watch(point?: KillPoint, strike?: () => void): void
  stop(): Promise<void>
}

/**
 * A poll changes nothing, and the number of polls depends on time only. Connections are reused, so polls share them.
 */
const UNCOUNTED = new Set(['aws ReceiveMessage'])
const EVENT_ID = /\\"id\\":\\"([^\\"]+)\\"/g

interface Watched {
  calls: string[]
  sent: string[]
  point: KillPoint | undefined
  strike: () => void
  struck: boolean
}

/** Records calls. Returns whether the point is among them. */
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

/** Relays bytes between a worker and its store, up to the point. */
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
      // Processes are killed here, which breaks their connections.
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
  ports: { database: number; indexUrl: string; awsUrl: string; sitesUrl: string | undefined },
): Record<string, string> {
  const resource = (name: string) =>
    JSON.parse(environment[`SST_RESOURCE_${name}`] ?? '{}') as Record<string, unknown>
  return {
    ...environment,
    SST_RESOURCE_Database: JSON.stringify({ ...resource('Database'), port: ports.database }),
    SST_RESOURCE_SearchIndex: JSON.stringify({ ...resource('SearchIndex'), url: ports.indexUrl }),
    ...(ports.sitesUrl !== undefined && {
      SST_RESOURCE_ScrapeService: JSON.stringify({
        ...resource('ScrapeService'),
        relay: { url: ports.sitesUrl },
      }),
    }),
    AWS_ENDPOINT_URL_SQS: ports.awsUrl,
    AWS_ENDPOINT_URL_S3: ports.awsUrl,
  }
}

const portOf = (url: string) => Number(new URL(url).port)
const urlOf = (port: number) => `http://127.0.0.1:${port}`

/** Starts relays before the stores of a stack, and before its news sites, for processes that get the environment. */
export async function startOutwardCalls(
  stack: Stack,
  { sitesUrl }: { sitesUrl?: string } = {},
): Promise<OutwardCalls> {
  const watched: Watched = { calls: [], sent: [], point: undefined, strike: () => {}, struck: false }
  const database = await startRelay('database', portOf(stack.databaseUrl), watchPostgres, watched)
  const index = await startRelay('index', portOf(stack.indexUrl), watchHttp, watched)
  const aws = await startRelay('aws', portOf(stack.awsUrl), watchAws, watched)
  const sites =
    sitesUrl === undefined ? undefined : await startRelay('sites', portOf(sitesUrl), watchHttp, watched)
  const awsUrl = urlOf(aws.port)
  return {
    environment: throughRelays(stack.environment, {
      database: database.port,
      indexUrl: urlOf(index.port),
      awsUrl,
      sitesUrl: sites && urlOf(sites.port),
    }),
    awsUrl,
    list: () => watched.calls,
    listSent: () => watched.sent,
    watch: (point, onPoint = () => {}) => {
      Object.assign(watched, { calls: [], sent: [], point, strike: onPoint, struck: false })
    },
    stop: async () => {
      await Promise.all([database.stop(), index.stop(), aws.stop(), sites?.stop()])
    },
  }
}
