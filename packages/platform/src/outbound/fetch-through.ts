import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { OutboundAgents } from './outbound-agents.ts'

/** Statuses whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const

const isKnown = (coding: string): coding is keyof typeof DECODERS => Object.hasOwn(DECODERS, coding)

/** Returns the body without its compression. A body that is cut within its compression ends with an error. */
function decode(message: IncomingMessage): Readable {
  const coding = message.headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (!isKnown(coding)) return message
  // An error of either stream also ends the other one, so the reader sees it.
  return pipeline(message, DECODERS[coding](), () => {})
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0 } = message
  const init = { status, headers: headersOf(message) }
  if (!WITHOUT_BODY.has(status)) return new Response(Readable.toWeb(decode(message)) as ReadableStream, init)
  message.resume()
  return new Response(null, init)
}

/**
 * Returns a `fetch` for GET requests over the given pools, whose guard decides which addresses may be reached; the
 * `fetch` of Node takes no pools. It never follows redirects. Rejects with RefusedAddressError for a refused address, and
 * otherwise as `fetch` does.
 */
export function fetchThrough(
  agents: OutboundAgents,
): (address: string, init: RequestInit) => Promise<Response> {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const url = new URL(address)
      const headers = new Headers(init.headers)
      headers.set('accept-encoding', 'gzip, deflate, br')
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        headers: Object.fromEntries(headers),
        agent: agents.agentFor(url),
        ...(init.signal && { signal: init.signal }),
      })
      request.once('error', (error) => reject(init.signal?.aborted ? (init.signal.reason as Error) : error))
      request.once('response', (message) => {
        try {
          resolve(toResponse(message))
        } catch (error) {
          message.destroy()
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
      request.end()
    })
}
