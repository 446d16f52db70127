import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { IncomingMessage } from 'node:http'

/** Largest reply in bytes. A reply contains a few counts and error texts. */
const REPLY_MAX_BYTES = 1024 * 1024
/** Milliseconds between keep-alive packets. The network drops connections that are idle for about six minutes. */
const KEEP_ALIVE_MS = 60_000

export interface HttpReply {
  status: number
  text: string
}

async function readReply(response: IncomingMessage): Promise<HttpReply> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > REPLY_MAX_BYTES) throw new Error(`the reply is larger than ${REPLY_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
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
