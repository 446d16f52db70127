import { openObserver, type ObserverOptions } from '@pauta/platform/telemetry/observer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'

/** A function behind API Gateway with a buffered answer. */
export type HttpHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>

/** Describes a request for logs by its route. Path and query are left out, because they contain link tokens. */
export function describeRequest({ httpMethod, resource }: APIGatewayProxyEvent) {
  return { method: httpMethod, route: resource }
}

/** Wraps a handler: one log line for each request. Preflight requests are left out. */
export function observeHttp(options: ObserverOptions, handler: HttpHandler): HttpHandler {
  const observer = openObserver(options)
  return async (event, context) => {
    if (event.httpMethod === 'OPTIONS') return await handler(event, context)
    return await observer(event.requestContext.requestId, async ({ fields }) => {
      Object.assign(fields, describeRequest(event))
      const result = await handler(event, context)
      fields['status'] = result.statusCode
      return result
    })
  }
}
