import type { APIGatewayProxyEvent } from 'aws-lambda'

/** The event of a POST with a JSON body, as API Gateway hands it to a handler. */
export function restEvent(url: string, body: unknown): APIGatewayProxyEvent {
  const { pathname } = new URL(url)
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }
  return {
    resource: pathname,
    path: pathname,
    httpMethod: 'POST',
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    isBase64Encoded: false,
    body: JSON.stringify(body),
    requestContext: { requestId: 'bench', stage: 'bench' } as APIGatewayProxyEvent['requestContext'],
  }
}
