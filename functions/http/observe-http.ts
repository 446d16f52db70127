import { openObserver, type ObserverOptions, type Work } from '@pauta/platform/telemetry/observer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { findHeader } from './cors.ts'

const HTTP_SERVER_ERROR = 500

/** A function behind API Gateway with a buffered answer. */
export type HttpHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>

/**
 * Describes a request for logs and traces by its route. Path and query are left out, because they contain link tokens.
 */
export function describeRequest(
  event: APIGatewayProxyEvent,
): Pick<Work<unknown>, 'requestId' | 'span'> & { fields: { method: string; route: string } } {
  const { httpMethod: method, resource: route } = event
  return {
    requestId: event.requestContext.requestId,
    fields: { method, route },
    span: {
      name: `${method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route },
      parent: findHeader(event, 'traceparent'),
    },
  }
}

/**
 * Wraps a handler: one log line for each request, and a trace where traces are recorded. Preflight requests are left
 * out.
 */
export function observeHttp(options: ObserverOptions, handler: HttpHandler): HttpHandler {
  const observer = openObserver(options)
  return async (event, context) => {
    if (event.httpMethod === 'OPTIONS') return await handler(event, context)
    const { fields, ...request } = describeRequest(event)
    const describe = ({ statusCode }: APIGatewayProxyResult) => ({
      attributes: { 'http.response.status_code': statusCode },
      ...(statusCode >= HTTP_SERVER_ERROR && { error: String(statusCode) }),
    })
    return await observer.run({ ...request, describe }, async (observation) => {
      Object.assign(observation.fields, fields)
      const result = await handler(event, context)
      observation.fields['status'] = result.statusCode
      return result
    })
  }
}
