import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { findObservation } from '@pauta/platform/telemetry/observation'
import { makeMcpEndpoint, REQUEST_MAX_BYTES } from '@pauta/syndication/mcp/serve-http'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { NO_STORE } from '../http/cache-headers.ts'
import { corsHeaders, preflight } from '../http/cors.ts'
import { observeHttp } from '../http/observe-http.ts'
import { mcp } from './endpoint.ts'
import { openExecutors } from './execute-operation.ts'
import { readBody, readProtocolRequest, type MessageHead } from './protocol-request.ts'

/** Limit of names in the log. */
const NAME_MAX_CHARACTERS = 100

const config = loadConfigOf(mcp)
const { settings, delivery } = config
const { corsOrigins, logLevel, version } = settings
const logger = createLogger({ level: logLevel, fields: { function: 'mcp', version } })
const origins = [...corsOrigins, new URL(delivery.apiUrl).origin]

const answer = makeMcpEndpoint({
  executeFor: openExecutors(config, logger),
  baseUrl: delivery.apiUrl,
  version,
  onFault: (error, tool) => logger.error({ error, tool }, 'a tool failed'),
  onRefusal: (error) => logger.debug({ error }, 'the transport refused a message'),
})

/** Records which tool, resource or prompt was used, but never its arguments, which contain what people search for. */
function recordMessage(head: MessageHead | undefined): void {
  const observation = findObservation()
  if (!observation || !head) return
  observation.fields['mcpMethod'] = head.method?.slice(0, NAME_MAX_CHARACTERS)
  observation.fields['mcpName'] = head.name?.slice(0, NAME_MAX_CHARACTERS)
}

/** Headers that the transport reads. Other headers may have characters that a Request refuses. */
const READ_HEADERS = /^(accept|authorization|content-type|mcp-[a-z0-9-]+)$/i
const NOT_ASCII = /\P{ASCII}/u

/** Returns the request as the transport reads it. The address has no meaning for the transport. */
function toRequest(event: APIGatewayProxyEvent): Request {
  const headers = Object.entries(event.headers ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined || !READ_HEADERS.test(name) || NOT_ASCII.test(value) ? [] : [[name, value]],
  )
  return new Request('http://mcp.invalid/mcp', { method: 'POST', headers, body: readBody(event) })
}

async function toResult(response: Response): Promise<APIGatewayProxyResult> {
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

async function respond(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const read = readProtocolRequest(event, { origins, maxBytes: REQUEST_MAX_BYTES })
  if ('refusal' in read) return read.refusal
  recordMessage(read.head)
  return await toResult(await answer(toRequest(event)))
}

/** Answers one message of the Model Context Protocol from API Gateway. */
export const handler = observeHttp({ name: 'mcp', logger }, async (event) => {
  if (event.httpMethod === 'OPTIONS') return preflight(event, corsOrigins)
  const result = await respond(event)
  return {
    ...result,
    headers: {
      ...corsHeaders(event, corsOrigins),
      ...result.headers,
      'cache-control': NO_STORE,
      'x-content-type-options': 'nosniff',
      'x-request-id': event.requestContext.requestId,
    },
  }
})
