import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'

const STAGE = 'local'
const TEXT_TYPES = /^(text\/|application\/(.*\+)?(json|xml|javascript|x-www-form-urlencoded|graphql))/i

function collect(pairs: Iterable<readonly [string, string]>): Record<string, string[]> {
  const all: Record<string, string[]> = {}
  for (const [name, value] of pairs) (all[name] ??= []).push(value)
  return all
}

function* headerPairs(rawHeaders: readonly string[]): Generator<[string, string]> {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) yield [rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']
}

/** The last value of each name, as API Gateway gives beside the lists. */
function lastOf(all: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values.at(-1) ?? '']))
}

const orNull = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null)

/** The event that API Gateway (REST API, Lambda proxy) makes of a request whose body has been read. */
export function toRestEvent(request: IncomingMessage, body: Buffer, resource: string): APIGatewayProxyEvent {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway')
  const headers = collect(headerPairs(request.rawHeaders))
  const query = collect(searchParams)
  const binary = body.length > 0 && !TEXT_TYPES.test(request.headers['content-type'] ?? 'application/json')
  const httpMethod = request.method ?? 'GET'
  return {
    resource,
    path: pathname,
    httpMethod,
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastOf(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: resource.includes('{proxy+}') ? { proxy: pathname.slice(1) } : null,
    stageVariables: null,
    isBase64Encoded: binary,
    body: body.length === 0 ? null : body.toString(binary ? 'base64' : 'utf8'),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      authorizer: null,
      protocol: 'HTTP/1.1',
      httpMethod,
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
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        user: null,
        userAgent: request.headers['user-agent'] ?? null,
        userArn: null,
      },
      path: `/${STAGE}${pathname}`,
      requestId: randomUUID(),
      requestTimeEpoch: Date.now(),
      resourceId: 'local',
      resourcePath: resource,
      stage: STAGE,
    },
  }
}

/** Writes a proxy result to the client. Throws when it has no status, which API Gateway answers with 502. */
export function writeRestResult(result: APIGatewayProxyResult, response: ServerResponse): void {
  if (typeof result?.statusCode !== 'number') throw new Error('The handler returned no statusCode')
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, String(value))
  for (const [name, values] of Object.entries(result.multiValueHeaders ?? {})) {
    response.setHeader(name, values.map(String))
  }
  response.writeHead(result.statusCode)
  response.end(Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8'))
}
