import { endpoints } from '../functions/endpoints.ts'
import { describeGatewayAnswer, GATEWAY_ANSWERS } from '../functions/http/gateway-answers.ts'
import { listRoutes } from '../packages/platform/src/endpoints/define-endpoint.ts'
import { nameIn } from './domain.ts'
import { pascalCase } from './pascal-case.ts'
import type { FunctionArgsMaker } from './function-needs.ts'
import type { StageSettings } from './stages/stage-settings.ts'
import { listKnownOrigins } from './site.ts'

/** Smaller answers leave uncompressed: below 1 KB, compression saves less than a packet. */
const COMPRESSED_FROM_BYTES = 1024

/**
 * Access log. It counts requests and errors by path. It has no address and no user agent, which are data of people; the
 * firewall samples those of refused requests.
 */
const ACCESS_LOG = {
  requestTime: '$context.requestTime',
  requestId: '$context.requestId',
  httpMethod: '$context.httpMethod',
  resourcePath: '$context.resourcePath',
  status: '$context.status',
  responseLatency: '$context.responseLatency',
  responseLength: '$context.responseLength',
  functionResponseStatus: '$context.integration.status',
  integrationRequestId: '$context.integration.requestId',
  integrationLatency: '$context.integration.latency',
  integrationServiceStatus: '$context.integration.integrationStatus',
  errorType: '$context.error.responseType',
}

/** One API for every route. The API is regional, because an edge endpoint cuts idle streams after 30 seconds. */
export function makeGateway(settings: StageSettings): sst.aws.ApiGatewayV1 {
  const [origin] = listKnownOrigins(settings)
  let answers: aws.apigateway.Response[] = []
  const api = new sst.aws.ApiGatewayV1('Api', {
    endpoint: { type: 'regional' },
    // The address of API Gateway stays in service beside the name: links of mails sent before the name was set must keep
    // working. Both pass the firewall, which belongs to the stage of API Gateway.
    ...nameIn(settings.domain),
    accessLog: { retention: '1 month' },
    // The functions answer preflights themselves: the gateway's own answer would allow every origin.
    cors: false,
    // The function already compresses the playground's page.
    transform: {
      api: {
        binaryMediaTypes: ['text/html'],
        minimumCompressionSize: String(COMPRESSED_FROM_BYTES),
      },
      stage: (args) => {
        args.accessLogSettings = $output(args.accessLogSettings).apply((log) => {
          if (!log) throw new Error('SST makes no access log any more.')
          return { ...log, format: JSON.stringify(ACCESS_LOG) }
        })
      },
      // A deployment is a snapshot. SST renews a snapshot only for resources that SST itself made.
      deployment: (args, options) => {
        const wording = JSON.stringify(GATEWAY_ANSWERS.map((answer) => describeGatewayAnswer(answer, origin)))
        args.triggers = $output(args.triggers).apply((triggers) => ({ ...triggers, answers: wording }))
        options.dependsOn = answers
      },
    },
  })
  answers = makeAnswers(api, origin)
  return api
}

/**
 * The gateway's own error answers: in Portuguese, in the API's error format, and with CORS headers. Without those
 * headers a browser shows only a network error.
 */
function makeAnswers(api: sst.aws.ApiGatewayV1, origin: string | undefined): aws.apigateway.Response[] {
  return GATEWAY_ANSWERS.map((answer) => {
    const { headers, body } = describeGatewayAnswer(answer, origin)
    const parameters = Object.entries(headers).map(([header, value]) => [
      `gatewayresponse.header.${header}`,
      `'${value}'`,
    ])
    return new aws.apigateway.Response(
      pascalCase(`answer-${answer.type.toLowerCase().replaceAll('_', '-')}`),
      {
        restApiId: api.nodes.api.id,
        responseType: answer.type,
        ...(answer.status !== undefined && { statusCode: String(answer.status) }),
        responseParameters: Object.fromEntries(parameters) as Record<string, string>,
        responseTemplates: { 'application/json': body },
      },
    )
  })
}

/** Base of the API's addresses, without a slash at its end. */
export function baseUrlOf(
  api: sst.aws.ApiGatewayV1,
  { delivery, domain }: StageSettings,
): $util.Input<string> {
  if (delivery.apiUrl !== '') return delivery.apiUrl
  // SST has the name only after `deploy()`, which follows the functions that need this address.
  if (domain.kind !== 'none') return `https://${domain.name}`
  return api.url.apply((url) => url.replace(/\/$/, ''))
}

/** Connects the functions with their routes. */
export function makeApi(
  api: sst.aws.ApiGatewayV1,
  settings: StageSettings,
  functionArgs: FunctionArgsMaker,
): void {
  for (const endpoint of endpoints) {
    const name = pascalCase(endpoint.name)
    const { streaming = false, timeoutSeconds, concurrency: bound } = endpoint
    const concurrency = typeof bound === 'string' ? settings[bound] : bound
    const fn = new sst.aws.Function(name, functionArgs({ ...endpoint, concurrency }))
    listRoutes(endpoint).forEach(({ method, path }, position) =>
      api.route(`${method} ${path}`, fn.arn, {
        name: `${name}${position + 1}`,
        streaming,
        transform: { integration: { timeoutMilliseconds: timeoutSeconds * 1000 } },
      }),
    )
  }
  api.deploy()
  throttle(api, settings)
}

/**
 * Limits all callers of the stage together, never one address: a portal's server sends the calls of all its readers
 * from one address.
 */
function throttle(api: sst.aws.ApiGatewayV1, settings: StageSettings): aws.apigateway.MethodSettings {
  const { api: gateway, stage } = api.nodes
  if (!stage) throw new Error('The limits need a deployed API.')
  return new aws.apigateway.MethodSettings('ApiThrottle', {
    restApi: gateway.id,
    stageName: stage.stageName,
    methodPath: '*/*',
    settings: {
      throttlingRateLimit: settings.throttle.requestsPerSecond,
      throttlingBurstLimit: settings.throttle.burst,
      // The metrics of the whole stage are free, and the alarms use those. Metrics by method would be fifty paid series
      // more.
      metricsEnabled: false,
    },
  })
}
