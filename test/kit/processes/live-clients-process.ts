// A separate process for clients of the stream of articles. live-processes.ts starts it. Each line of input is an order,
// each line of output the answer to it.
import { createInterface } from 'node:readline'
import { followLive, newLiveClient, type LiveClient } from '../client/live-client.ts'
import { seeded } from '../runner/seeded.ts'

/** Starts clients, each with a query of its own, which are dropped after a drawn number of frames. */
interface StartOrder {
  do: 'start'
  url: string
  queries: string[]
  /** Position of the last event that all have; empty for the end of the log. */
  after: string
  seed: number
  /** Most frames of a connection; null lets connections last. */
  framesMax: number | null
}

/** Waits until each client has read up to a position, or until each is connected. */
interface AwaitOrder {
  do: 'await'
  position?: string
  connected?: true
}

export type ClientsOrder = StartOrder | AwaitOrder | { do: 'stop' }

/** What the clients of one query heard. Lists that are equal are told once. */
export interface HeardLists {
  connections: number
  lists: { query: string; heard: string[] }[]
}

const POLL_MS = 20
let running: { query: string; client: LiveClient }[] = []
let ending = new AbortController()
let following: Promise<void>[] = []

function start({ url, queries, after, seed, framesMax }: StartOrder): void {
  const random = seeded(seed)
  ending = new AbortController()
  running = queries.map((query) => ({ query, client: { ...newLiveClient(), last: after } }))
  following = running.map(({ query, client }) =>
    followLive({
      url: `${url}${query}`,
      client,
      signal: ending.signal,
      drawFrames: () => (framesMax === null ? Infinity : 1 + Math.floor(random() * framesMax)),
    }),
  )
}

async function until(isDone: () => boolean): Promise<void> {
  const failure = Promise.all(following)
  while (!isDone())
    await Promise.race([failure, new Promise<void>((resolve) => setTimeout(resolve, POLL_MS))])
}

async function stop(): Promise<HeardLists> {
  ending.abort()
  await Promise.all(following)
  const lists = new Map(
    running.map(({ query, client: { heard } }) => [`${query} ${heard.join()}`, { query, heard }]),
  )
  return {
    connections: running.reduce((sum, { client }) => sum + client.connections, 0),
    lists: [...lists.values()],
  }
}

async function obey(order: ClientsOrder): Promise<HeardLists | null> {
  if (order.do === 'stop') return await stop()
  if (order.do === 'start') start(order)
  else
    await until(() =>
      running.every(({ client }) =>
        order.position === undefined ? client.last !== '' : client.last === order.position,
      ),
    )
  return null
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await obey(JSON.parse(line) as ClientsOrder))}\n`)
process.exit()
