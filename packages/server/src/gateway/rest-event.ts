import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { matchesMediaType } from './media-types.ts'

const STAGE = 'local'
const ACCOUNT = '000000000000'
/** Headers between client and API Gateway. A function never receives them. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Splits a request target into path and query. A URL parser would read a host from a target that starts with two
 * slashes.
 */
export function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  return { path: path || '/', query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)) }
}

function collect(pairs: Iterable<readonly [string, string]>): Record<string, string[]> {
  // Not collected in an object, which has fields such as `constructor` from the start.
  const all = Map.groupBy(pairs, ([name]) => name)
  return Object.fromEntries([...all].map(([name, same]) => [name, same.map(([, value]) => value)]))
}

/** Returns the headers as sent, without the connection's headers, with those that the gateway adds. */
function* headerPairs(request: IncomingMessage, sourceIp: string): Generator<[string, string]> {
  const { rawHeaders, headers } = request
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    const isOurs = /^x-forwarded-(for|port|proto)$/i.test(name)
    if (!isOurs && !CONNECTION_HEADERS.has(name.toLowerCase())) yield [name, rawHeaders[i + 1] ?? '']
  }
  const before = headers['x-forwarded-for']
  yield ['X-Forwarded-For', before === undefined ? sourceIp : `${String(before)}, ${sourceIp}`]
  yield ['X-Forwarded-Port', String(request.socket.localPort ?? 80)]
  yield ['X-Forwarded-Proto', 'http']
  if (headers['x-amzn-trace-id'] === undefined) {
    const time = Math.floor(Date.now() / 1000).toString(16)
    yield ['X-Amzn-Trace-Id', `Root=1-${time}-${randomBytes(12).toString('hex')}`]
  }
}

/** Returns the last value of each name, which API Gateway sends beside the lists. */
function lastOf(all: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values.at(-1) ?? '']))
}

const orNull = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null)

/** Formats a time as web servers log it: `21/Nov/2026:05:33:46 +0000`. */
function writeRequestTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ')
  return `${day}/${month}/${year}:${clock} +0000`
}

function makeRequestContext(request: IncomingMessage, path: string, resource: string, sourceIp: string) {
  const now = new Date()
  const host = request.headers.host ?? 'localhost'
  return {
    accountId: ACCOUNT,
    apiId: 'local',
    authorizer: null,
    domainName: host,
    domainPrefix: host.split(/[.:]/)[0] ?? host,
    extendedRequestId: randomBytes(12).toString('base64'),
    protocol: `HTTP/${request.httpVersion}`,
    httpMethod: request.method ?? 'GET',
    identity: {
      accessKey: null,
      accountId: null,
      apiKey: null,
      apiKeyId: null,
      caller: null,
      clientCert: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp,
      user: null,
      userAgent: request.headers['user-agent'] ?? null,
      userArn: null,
    },
    path: `/${STAGE}${path}`,
    requestId: randomUUID(),
    requestTime: writeRequestTime(now),
    requestTimeEpoch: now.getTime(),
    resourceId: 'local',
    resourcePath: resource,
    stage: STAGE,
  } satisfies APIGatewayProxyEvent['requestContext']
}

export interface RestEventOptions {
  /** Path of the route, such as `/graphql` or `/{proxy+}`. */
  resource: string
  /** Media types that are sent as base64, as set on the API. */
  binaryMediaTypes: readonly string[]
  /** Address of the client; without it, that of the connection. */
  clientAddress?: string | undefined
}

/**
 * Returns the event that API Gateway (REST API, Lambda proxy integration) makes of a request with its body. A body of
 * a non-binary media type is decoded as UTF-8, also when its bytes are not UTF-8.
 */
export function toRestEvent(
  request: IncomingMessage,
  body: Buffer,
  { resource, binaryMediaTypes, clientAddress }: RestEventOptions,
): APIGatewayProxyEvent {
  const { path, query } = splitTarget(request.url ?? '/')
  const connected = (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '')
  const sourceIp = clientAddress ?? connected
  const headers = collect(headerPairs(request, connected))
  const queryLists = collect(query)
  const isBinary = body.length > 0 && matchesMediaType(request.headers['content-type'], binaryMediaTypes)
  return {
    resource,
    path,
    httpMethod: request.method ?? 'GET',
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastOf(queryLists)),
    multiValueQueryStringParameters: orNull(queryLists),
    pathParameters: resource.endsWith('/{proxy+}') ? { proxy: path.slice(1) } : null,
    stageVariables: null,
    isBase64Encoded: isBinary,
    body: body.length === 0 ? null : body.toString(isBinary ? 'base64' : 'utf8'),
    requestContext: makeRequestContext(request, path, resource, sourceIp),
  }
}
