import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const BUSY_MS = 50

/** A client of /stream/articles that is dropped and continues after its last event. */
export interface LiveClient {
  /** Positions of the events that it heard, in the order in which they came. */
  heard: string[]
  /** The last id, also of frames without data. */
  last: string
  /** Connections so far. */
  connections: number
}

interface LiveOptions {
  url: string
  client: LiveClient
  /** Ends the client. */
  signal: AbortSignal
  /** Returns after how many frames the connection is dropped. */
  drawFrames: () => number
}

/** A connection for each request: a dropped one serves no other. */
const agent = new Agent({ keepAlive: false })

/** Opens a connection. Throws when the server closes it before it answers. */
function connect(url: string, last: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: last === '' ? {} : { 'last-event-id': last } }, resolve).on('error', reject)
  })
}

/** Notes the frames of a text, and returns what is behind the last whole one. Stops when `isOver` returns true. */
function readFrames(text: string, client: LiveClient, isOver: () => boolean): string {
  let start = 0
  for (let end = text.indexOf('\n\n'); end >= 0 && !isOver(); end = text.indexOf('\n\n', start)) {
    const frame = text.slice(start, end)
    start = end + 2
    const id = /^id: (.+)$/m.exec(frame)?.[1]
    if (id === undefined) continue
    client.last = id
    if (/^data: /m.test(frame)) client.heard.push(id)
  }
  return text.slice(start)
}

/** Reads one connection up to a number of frames, or to its end. What is behind in the buffer is lost with it. */
async function readConnection({ url, client, signal, drawFrames }: LiveOptions): Promise<void> {
  client.connections++
  const response = await connect(url, client.last)
  const leave = () => response.destroy()
  signal.addEventListener('abort', leave)
  try {
    // The server still counts dropped connections until it writes to them.
    if (response.statusCode === 429 || response.statusCode === 503) return await delay(BUSY_MS)
    if (response.statusCode !== 200) throw new Error(`The stream answered ${String(response.statusCode)}`)
    let left = drawFrames()
    let text = ''
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
      text = readFrames(text + chunk, client, () => left-- <= 0)
      if (left <= 0) return
    }
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}

const CLOSED = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])
const isClosed = (error: unknown) =>
  error instanceof Error && 'code' in error && CLOSED.has(String(error.code))

/** Follows the stream until the signal aborts. Each connection is dropped after a drawn number of frames. */
export async function followLive(options: LiveOptions): Promise<void> {
  while (!options.signal.aborted) {
    try {
      await readConnection(options)
    } catch (error) {
      // The other side may close a connection. Clients of event streams then connect again.
      if (!options.signal.aborted && !isClosed(error)) throw error
      if (!options.signal.aborted) await delay(BUSY_MS)
    }
  }
}

export const newLiveClient = (): LiveClient => ({ heard: [], last: '', connections: 0 })
