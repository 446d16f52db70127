import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { OutboundAgents } from './outbound-agents.ts'
import { RefusedAddressError } from './public-lookup.ts'

/** The rest of a longer answer is not read. */
const ANSWER_MAX_BYTES = 64 * 1024

/**
 * The result of a request.
 *
 * - `answered`: a status arrived; `text` contains at most 64 KB of the body.
 * - `refused`: the guard refused the connection.
 * - `unreached`: the request failed before any byte was sent.
 * - `unanswered`: the request may have arrived, but no status came back.
 */
export type Answer =
  | Answered
  | { kind: 'refused'; reason: string }
  | { kind: 'unreached'; reason: string }
  | { kind: 'unanswered'; reason: string }

export interface Answered {
  kind: 'answered'
  status: number
  headers: IncomingMessage['headers']
  text: string
}

export interface PostOptions {
  headers: Record<string, string | number>
  body: string | Buffer
  agents: OutboundAgents
  /** Milliseconds for the whole exchange, including the body of the answer. */
  timeoutMs: number
  signal: AbortSignal
}

/** Returns the kind of a failure without the address that Node writes into its message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  if (error.name === 'AbortError') return 'no answer in time'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return `the request failed (${code})`
}

/** Reads up to ANSWER_MAX_BYTES. A status counts even when the body is too long, late or cut off. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      const room = ANSWER_MAX_BYTES - bytes
      chunks.push(chunk.subarray(0, room))
      bytes += Math.min(chunk.length, room)
      if (chunk.length >= room) break
    }
  } catch {
    // The status is the answer, and what came of the body is kept. Leaving the loop closes the connection.
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Sends one POST over the given pools. Follows no redirects and never retries. Never throws: the kind of the answer
 * shows whether the request may have arrived, and so whether sending again may duplicate it.
 */
export function postOnce(url: URL, options: PostOptions): Promise<Answer> {
  const { body, agents, timeoutMs } = options
  return new Promise((resolve) => {
    let left = false
    let answered = false
    const fail = (error: unknown) => {
      if (answered) return
      if (error instanceof RefusedAddressError) resolve({ kind: 'refused', reason: error.message })
      else resolve({ kind: left ? 'unanswered' : 'unreached', reason: reasonOf(error) })
    }
    try {
      const secure = url.protocol === 'https:'
      const request = (secure ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers: { ...options.headers, 'content-length': Buffer.byteLength(body) },
        agent: agents.agentFor(url),
        signal: AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]),
      })
      // Node writes the request as soon as the connection is open. From then on the request may have arrived.
      request.once('socket', (socket) => {
        const connected = () => (left = true)
        if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', connected)
        else if (!socket.destroyed) connected()
      })
      request.once('error', fail)
      request.once('response', (response) => {
        answered = true
        const { statusCode: status = 0, headers } = response
        void readText(response).then((text) => resolve({ kind: 'answered', status, headers, text }))
      })
      request.end(body)
    } catch (error) {
      fail(error)
    }
  })
}
