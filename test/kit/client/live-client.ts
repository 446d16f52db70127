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

/** Reads one connection up to a number of frames, or to its end. */
async function readConnection({ url, client, signal, drawFrames }: LiveOptions): Promise<void> {
  const dropping = new AbortController()
  const headers: Record<string, string> = client.last === '' ? {} : { 'last-event-id': client.last }
  client.connections++
  let left = drawFrames()
  let text = ''
  const response = await fetch(url, { headers, signal: AbortSignal.any([signal, dropping.signal]) })
  // The server still counts dropped connections until it writes to them.
  if (response.status === 429 || response.status === 503) {
    await response.body?.cancel()
    await delay(BUSY_MS)
    return
  }
  if (response.status !== 200) throw new Error(`The stream answered ${response.status}`)
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const frame = text.slice(0, end)
        text = text.slice(end + 2)
        const id = /^id: (.+)$/m.exec(frame)?.[1]
        if (id !== undefined) client.last = id
        if (id !== undefined && /^data: /m.test(frame)) client.heard.push(id)
        left--
        // What is behind in the buffer is lost with the connection.
        if (left <= 0) return
      }
    }
  } finally {
    dropping.abort()
  }
}

/** Follows the stream until the signal aborts. Each connection is dropped after a drawn number of frames. */
export async function followLive(options: LiveOptions): Promise<void> {
  while (!options.signal.aborted) {
    try {
      await readConnection(options)
    } catch (error) {
      // `fetch` throws it when the other side closes a connection. Clients of event streams then connect again.
      const isClosed = error instanceof TypeError && error.cause !== undefined
      if (!options.signal.aborted && !isClosed) throw error
      if (!options.signal.aborted) await delay(BUSY_MS)
    }
  }
}

export const newLiveClient = (): LiveClient => ({ heard: [], last: '', connections: 0 })
