import { handlers, startServerAndCreateLambdaHandler } from '@as-integrations/aws-lambda'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { clientNetwork } from '@pauta/platform/text/client-network'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context as LambdaContext } from 'aws-lambda'
import { addCacheHeaders, preconditionOf } from '../http/cache-headers.ts'
import { corsHeaders, findHeader, preflight } from '../http/cors.ts'
import { PLAYGROUND_HEADERS, PLAYGROUND_SHELL } from '../http/playground/playground-page.ts'
import { observeHttp } from '../http/observe-http.ts'
import { jsonResponse, textResponse } from '../http/responses.ts'
import { graphql } from './endpoint.ts'
import { limitAnswer } from './request/answer-size.ts'
import { openServices } from './open-services.ts'
import { makeContext, type Context } from './request/context.ts'
import { refuseRequest } from './limits/request-check.ts'
import { makeServer } from './server.ts'
import { withGate, type ConcurrencyGate } from './request/concurrency-gate.ts'
import { resolveViewer } from './request/viewer.ts'

const DATABASE_CONNECTIONS = 2

const config = loadConfigOf(graphql)
const { settings } = config
const { corsOrigins, logLevel, version } = settings
const logger = createLogger({ level: logLevel, fields: { function: 'graphql', version } })
const { services, verifiers } = openServices(config, { logger, databaseConnections: DATABASE_CONNECTIONS })

type Event = APIGatewayProxyEvent

function wantsPlayground(event: Event): boolean {
  return event.httpMethod === 'GET' && (findHeader(event, 'accept')?.includes('text/html') ?? false)
}

/**
 * Returns the welcome for a GET without any parameter: text for any media type, such as curl's default request, and
 * JSON for programs that ask for nothing else. Such a request contains no operation. Other requests without a query are
 * answered 400, as GraphQL over HTTP says.
 */
function welcome(event: Event): APIGatewayProxyResult | undefined {
  const hasParameters = Object.keys(event.queryStringParameters ?? {}).length > 0
  if (event.httpMethod !== 'GET' || hasParameters) return undefined
  const accept = findHeader(event, 'accept')?.trim().toLowerCase() ?? '*/*'
  if (accept === '*/*') return textResponse(200, WELCOME)
  return accept === 'application/json' ? jsonResponse(200, { message: WELCOME }) : undefined
}

const WELCOME = `Pauta: API GraphQL de notícias do governo federal.

Consulte por POST, com JSON:
  curl -H 'content-type: application/json' \\
    -d '{"query":"{ articles(limit: 3) { found articles { title url } } }"}' ENDEREÇO
ou por GET: ENDEREÇO?query={articles(limit:3){articles{title}}}

No navegador, este endereço abre o playground. Assinaturas: /graphql/stream.
`

const playground: APIGatewayProxyResult = {
  statusCode: 200,
  headers: PLAYGROUND_HEADERS,
  body: PLAYGROUND_SHELL,
}

/** An event with the gate of its request. A map by event would cost each garbage collection more. */
interface PreparedEvent extends Event {
  gate: ConcurrencyGate
}

/**
 * Works around two faults of the Lambda integration: it decodes query strings twice and compares media types
 * case-sensitively.
 */
function forIntegration(event: Event, gate: ConcurrencyGate): PreparedEvent {
  const { multiValueQueryStringParameters: parameters } = event
  const encoded =
    parameters &&
    Object.entries(parameters).map(([name, values]) => [name, values?.map(encodeURIComponent)] as const)
  const headers: Event['headers'] = {}
  for (const name in event.headers) {
    const value = event.headers[name]
    headers[name] = name.toLowerCase() === 'content-type' ? value?.toLowerCase() : value
  }
  return { ...event, headers, multiValueQueryStringParameters: encoded && Object.fromEntries(encoded), gate }
}

type IntegrationServer = Parameters<typeof startServerAndCreateLambdaHandler<never, Context>>[0]

const answer = startServerAndCreateLambdaHandler(
  // The integration is CommonJS and refers to Apollo's other declaration of the same class.
  makeServer({ logger }) as unknown as IntegrationServer,
  handlers.createAPIGatewayProxyEventRequestHandler(),
  {
    context: async ({ event }) =>
      makeContext(services, {
        viewer: await resolveViewer(findHeader(event, 'authorization'), verifiers),
        now: new Date(),
        clientNetwork: clientNetwork(event.requestContext.identity.sourceIp),
        gate: (event as PreparedEvent).gate,
      }),
  },
)

/** Executes the operation. Fields that have not started when the answer is ready never start. */
const execute = (event: Event, context: LambdaContext): Promise<APIGatewayProxyResult> =>
  withGate(async (gate) => {
    const result = await answer(forIntegration(event, gate), context, () => {})
    if (!result) throw new Error('The GraphQL server returned no answer')
    return result
  })

async function respond(event: Event, context: LambdaContext): Promise<APIGatewayProxyResult> {
  if (event.httpMethod === 'OPTIONS') return preflight(event, corsOrigins)
  if (wantsPlayground(event)) return playground
  return welcome(event) ?? limitAnswer(refuseRequest(event) ?? (await execute(event, context)))
}

/** Answers one GraphQL request from API Gateway. */
export const handler = observeHttp({ name: 'graphql', logger }, async (event, context) => {
  const result = addCacheHeaders(await respond(event, context), preconditionOf(event))
  return {
    ...result,
    headers: {
      ...corsHeaders(event, corsOrigins),
      ...result.headers,
      'x-request-id': event.requestContext.requestId,
    },
  }
})
