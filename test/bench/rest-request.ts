import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'

const HTTP_OK = 200
const SHOWN_CHARACTERS = 500

/** Returns the event of a POST with a JSON body, as API Gateway sends it to a handler. */
export function restEvent(url: string, body: unknown): APIGatewayProxyEvent {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }
  return postEvent(new URL(url).pathname, headers, JSON.stringify(body))
}

/** Returns the event of a call of a tool over MCP. */
export function toolEvent(name: string, args: Record<string, unknown>): APIGatewayProxyEvent {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  return postEvent('/mcp', headers, JSON.stringify(message))
}

/** Throws for an answer that is not whole: a refusal takes less time than the work that a benchmark measures. */
export function assertAnswered({ statusCode, body }: APIGatewayProxyResult): void {
  if (statusCode !== HTTP_OK || body.includes('"errors":['))
    throw new Error(`The handler answered ${statusCode}: ${body.slice(0, SHOWN_CHARACTERS)}`)
}

/** Returns the event of a POST with its headers and its body. */
function postEvent(path: string, headers: Record<string, string>, body: string): APIGatewayProxyEvent {
  return {
    resource: path,
    path,
    httpMethod: 'POST',
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    isBase64Encoded: false,
    body,
    requestContext: {
      requestId: 'bench',
      stage: 'bench',
      identity: { sourceIp: '127.0.0.1' },
    } as APIGatewayProxyEvent['requestContext'],
  }
}
