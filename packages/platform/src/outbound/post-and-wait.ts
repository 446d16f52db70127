import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { readBounded } from '../input/read-bounded.ts'

/** Largest reply in bytes. A reply contains a few counts and error texts. */
const REPLY_MAX_BYTES = 1024 * 1024
/** Milliseconds between keep-alive packets. The network drops connections that are idle for about six minutes. */
const KEEP_ALIVE_MS = 60_000

export interface HttpReply {
  status: number
  text: string
}

async function readReply(response: IncomingMessage): Promise<HttpReply> {
  const body = await readBounded(response, REPLY_MAX_BYTES)
  return { status: response.statusCode ?? 0, text: body.toString('utf8') }
}

/**
 * Posts JSON and waits for the reply until `signal` aborts. `fetch` cannot do this, because it fails after five minutes
 * without a header. Follows no redirects. Throws when no reply comes, or a reply above 1 MB.
 */
export async function postAndWait(
  url: URL,
  options: { body: string; headers: Record<string, string>; signal: AbortSignal },
): Promise<HttpReply> {
  const { body, headers, signal } = options
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
      signal,
    })
    request.once('response', resolve)
    request.once('error', reject)
    request.once('socket', (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS))
    request.end(body)
  })
  return await readReply(response)
}
