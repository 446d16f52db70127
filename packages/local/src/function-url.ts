import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIGatewayProxyStructuredResultV2, LambdaFunctionURLEvent } from 'aws-lambda'
import { invokeHandler, type LambdaHandler } from './lambda-runtime.ts'
import { splitTarget } from './rest-event.ts'

/** Lambda's limit for a request of a function URL. */
const PAYLOAD_MAX_BYTES = 6 * 1024 * 1024

export interface FunctionUrlOptions {
  name: string
  handler: LambdaHandler
  timeoutSeconds: number
  log: (error: unknown, what: string) => void
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= PAYLOAD_MAX_BYTES) chunks.push(chunk)
  }
  return size > PAYLOAD_MAX_BYTES ? undefined : Buffer.concat(chunks).toString('utf8')
}

function toEvent(request: IncomingMessage, body: string): LambdaFunctionURLEvent {
  const { path, query } = splitTarget(request.url ?? '/')
  const method = request.method ?? 'GET'
  const host = request.headers.host ?? 'localhost'
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
  const now = new Date()
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query.toString(),
    headers: Object.fromEntries(headers),
    requestContext: {
      accountId: 'anonymous',
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split(/[.:]/)[0] ?? host,
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    isBase64Encoded: false,
    ...(body !== '' && { body }),
  }
}

function answer(
  response: ServerResponse,
  { statusCode = 200, headers = {}, body = '' }: APIGatewayProxyStructuredResultV2,
) {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)])
  response.writeHead(statusCode, Object.fromEntries(pairs) as Record<string, string>)
  response.end(body)
}

/**
 * Serves one handler with the events of a Lambda function URL (payload version 2.0). Unlike API Gateway it waits as
 * long as the function works.
 */
export async function startFunctionUrl({ name, handler, timeoutSeconds, log }: FunctionUrlOptions) {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request)
    if (body === undefined) return answer(response, { statusCode: 413 })
    const result = await invokeHandler(handler, toEvent(request, body), { name, timeoutSeconds })
    answer(response, result as APIGatewayProxyStructuredResultV2)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      log(error, `${name} failed`)
      // What Lambda answers when a function fails.
      if (response.headersSent) response.destroy()
      else answer(response, { statusCode: 502, body: 'Internal Server Error' })
    })
  })
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
