import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { invokeHandler, LambdaTimeout, makeSlots, type LambdaHandler, type Slots } from './lambda-runtime.ts'
import { toRestEvent, writeRestResult } from './rest-event.ts'

/** What API Gateway takes of a request and Lambda of a payload in either direction. */
const GATEWAY_MAX_BYTES = 10 * 1024 * 1024
const PAYLOAD_MAX_BYTES = 6 * 1024 * 1024
const TIMEOUT_SECONDS = 29
const CONCURRENCY = 10

export interface Route {
  /** An HTTP method or ANY. */
  method: string
  /** A path, or `/{proxy+}` for every other one. */
  path: string
  handler: LambdaHandler
  timeoutSeconds?: number
  /** Environments of the function: requests that it serves at once. */
  concurrency?: number
}

export interface HttpFrontOptions {
  /** 0 takes a free port. */
  port: number
  routes: readonly Route[]
  log: (error: unknown, what: string) => void
}

export interface HttpFront {
  url: string
  stop(): Promise<void>
}

class PayloadTooLarge extends Error {
  override readonly name = 'PayloadTooLarge'
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > GATEWAY_MAX_BYTES)
      throw new PayloadTooLarge(`The request is larger than ${GATEWAY_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** API Gateway's own answers. */
function answerMessage(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ message }))
}

function assertPayload(value: unknown): void {
  if (Buffer.byteLength(JSON.stringify(value)) > PAYLOAD_MAX_BYTES) {
    throw new PayloadTooLarge(`The payload is larger than ${PAYLOAD_MAX_BYTES} bytes`)
  }
}

async function serve(
  route: Route,
  slots: Slots,
  request: IncomingMessage,
  response: ServerResponse,
  log: HttpFrontOptions['log'],
): Promise<void> {
  let event
  try {
    event = toRestEvent(request, await readBody(request), route.path)
    assertPayload(event)
  } catch (error) {
    if (!(error instanceof PayloadTooLarge)) throw error
    answerMessage(response, 413, 'Request Too Long')
    return
  }
  const release = await slots.take()
  if (!release) {
    answerMessage(response, 503, 'Service Unavailable')
    return
  }
  try {
    const timeoutSeconds = route.timeoutSeconds ?? TIMEOUT_SECONDS
    const result = await invokeHandler(route.handler, event, { name: route.path, timeoutSeconds })
    assertPayload(result)
    writeRestResult(result as APIGatewayProxyResult, response)
  } catch (error) {
    log(error, `${event.httpMethod} ${event.path} failed`)
    if (error instanceof LambdaTimeout) answerMessage(response, 504, 'Endpoint request timed out')
    else answerMessage(response, 502, 'Internal server error')
  } finally {
    release()
  }
}

function findRoute<R extends Route>(routes: readonly R[], request: IncomingMessage): R | undefined {
  const { pathname } = new URL(request.url ?? '/', 'http://gateway')
  const exact = routes.filter((route) => route.path === pathname)
  const suits = (route: Route) => route.method === 'ANY' || route.method === request.method
  return exact.find(suits) ?? routes.find((route) => route.path === '/{proxy+}' && suits(route))
}

/**
 * HTTP before Lambda handlers, with API Gateway's events and Lambda's limits: 10 MB of request, 6 MB of payload each
 * way, 29 seconds, one request per environment. The environments of a function share one module here, as the process
 * is one; in the cloud each has its own.
 */
export async function startHttpFront({ port, routes, log }: HttpFrontOptions): Promise<HttpFront> {
  const served = routes.map((route) => ({ ...route, slots: makeSlots(route.concurrency ?? CONCURRENCY) }))
  const server = createServer((request, response) => {
    const route = findRoute(served, request)
    if (!route) {
      answerMessage(response, 403, 'Missing Authentication Token')
      return
    }
    serve(route, route.slots, request, response, log).catch((error: unknown) => {
      log(error, 'the HTTP front failed')
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
