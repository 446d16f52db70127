// Receives releases: WEBHOOK_SECRET=whsec_… PORT=8090 npx node webhook-receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'

const TOLERANCE_SECONDS = 5 * 60
const key = Buffer.from((env['WEBHOOK_SECRET'] ?? '').replace(/^whsec_/, ''), 'base64')

/** Whether the body was signed with our secret a short time ago (https://www.standardwebhooks.com). */
function isGenuine(headers: Record<string, string | string[] | undefined>, body: string): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // After a change of the secret, the header may carry several signatures with a blank between them.
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}

/** Ids of handled messages. Store them in a database: the same id may come again after a restart. */
const handled = new Set<string>()

/** Handles one delivery and returns the status of the answer. */
async function receive(request: IncomingMessage): Promise<number> {
  const body = await text(request)
  if (!isGenuine(request.headers, body)) return 401
  const id = String(request.headers['webhook-id'])
  if (!handled.has(id)) {
    handled.add(id)
    const { data } = JSON.parse(body) as { data: { clippingName: string; articlesCount: number } }
    console.log(`${data.clippingName}: ${data.articlesCount} articles`)
  }
  // 2xx: done. 410: never send again. Anything else is tried again later.
  return 204
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  )
})
server.listen(Number(env['PORT'] ?? 8090), () => console.log('receiving'))
