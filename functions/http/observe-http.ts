import { openObserver, type ObserverOptions, type Work } from '@pauta/platform/telemetry/observer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { findHeader } from './cors.ts'

const HTTP_SERVER_ERROR = 500

/** A function behind API Gateway that answers at once. */
export type HttpHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>

/** A request as logs and traces know it: by its route, never by its path and query, which hold tokens of links. */
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

/** A handler with one line of the log, and a trace where they are recorded, for each request but a browser's preflight. */
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
