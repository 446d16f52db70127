import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Publisher } from '@pauta/platform/config/publisher'
import { readWholeRequest } from '@pauta/platform/input/read-bounded'
import { invokeHandler, LambdaTimeout, withinTimeout, type LambdaHandler } from '../lambda/lambda-runtime.ts'
import { matchesMediaType } from './media-types.ts'
import { installStreamingRuntime, invokeStreamingHandler, type StreamingHandler } from './response-stream.ts'
import { splitTarget, toRestEvent } from './rest-event.ts'
import { readResult, writeResult } from './rest-result.ts'
import { matchRoute, type RoutePattern } from './routes.ts'
import { DEFAULT_WAIT_SECONDS, makeEnvironments, type Environments } from '../lambda/environments.ts'
import { answerStarting, mustWait } from './starting.ts'

/** Limits of API Gateway (request) and Lambda (payload in either direction). */
const GATEWAY_MAX_BYTES = 10 * 1024 * 1024
const PAYLOAD_MAX_BYTES = 6 * 1024 * 1024
const GATEWAY_TIMEOUT_SECONDS = 29
const STREAM_TIMEOUT_SECONDS = 900
const CONCURRENCY = 10
/** Streams take minutes, so many may be open at once. The limit stops a client that opens streams in a loop. */
const STREAM_CONCURRENCY = 100
/** Seconds that a stop waits for requests in flight. */
const DRAIN_SECONDS = 5
const DRAIN_STEP_MS = 20
/**
 * Longer than the pauses of a client. Otherwise the server could close a connection just as a request arrives on it.
 */
const KEEP_ALIVE_MS = 60_000
/** A client sends its headers, and its whole request of at most 10 MB, within these times. */
const HEADERS_MS = 15_000
const REQUEST_MS = 60_000
/** The same values as in stacks/api.ts. */
const BINARY_MEDIA_TYPES = ['text/html']

interface CommonRoute extends RoutePattern {
  /** Time-out of the function. Default: 29 seconds, or 15 minutes for a stream. */
  timeoutSeconds?: number
  /** The site adds its headers where the answer has none. */
  isOnSite?: boolean
  /** Environments of the function, which is its maximum of concurrent requests. Default 10, or 100 for a stream. */
  concurrency?: number
}

interface BufferedRoute extends CommonRoute {
  handler: LambdaHandler
  streaming?: false
}

interface StreamingRoute extends CommonRoute {
  handler: StreamingHandler
  streaming: true
}

export type Route = BufferedRoute | StreamingRoute

/** API Gateway's own answers that are emulated here, by their API Gateway names. */
type GatewayAnswerType =
  | 'THROTTLED'
  | 'REQUEST_TOO_LARGE'
  | 'INTEGRATION_TIMEOUT'
  | 'DEFAULT_4XX'
  | 'DEFAULT_5XX'
type DescribeAnswer = (type: GatewayAnswerType) => { headers: Record<string, string>; body: string }

const nameAnswer: DescribeAnswer = (type) => ({ headers: {}, body: JSON.stringify({ message: type }) })

/** Serves the files of a site, and calls `next` for a path that the site lacks too. */
export type SiteHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** A site that shares its host with the API. */
export interface Site {
  serve: SiteHandler
  /** Headers of its pages. */
  headers: Readonly<Record<string, string>>
}

/** An issuer of logins, and the id of the site's client at that issuer. */
interface SiteLogin {
  issuer: string
  clientId: string
}

/** Makes the site of a publisher whose pages log people in at an issuer, and operators at the issuer of services. */
export type SiteMaker = (settings: SiteLogin & { operators: SiteLogin; publisher: Publisher }) => Site

/** One answered request, for measures. */
export interface Answered {
  /** Path of the route, or `site`. */
  route: string
  status: number
  seconds: number
}

export interface HttpFrontOptions {
  /** 0 takes a free port. */
  port: number
  /** Address to listen on. Default: this machine alone. */
  host?: string
  /** Whether a request is within the limits of its client. Default: every request is. */
  admit?: (request: IncomingMessage) => Promise<boolean>
  /** Returns the address of the client behind trusted proxies. Default: the address of the connection. */
  findAddress?: (request: IncomingMessage) => string
  /** Called after each answer. */
  onAnswer?: (answered: Answered) => void
  routes: readonly Route[]
  log: (error: unknown, what: string) => void
  /** Seconds that the gateway waits for an answer that is not a stream. Default 29. */
  gatewayTimeoutSeconds?: number
  /** Factor for all time limits of these options, for slow machines. Default 1. */
  patience?: number
  /** Seconds that a request waits for an environment. After that, its function counts as throttled. */
  slotWaitSeconds?: number
  binaryMediaTypes?: readonly string[]
  /** Returns the gateway's own answer. By default the body has the name of the answer. */
  describeAnswer?: DescribeAnswer
  /** Seconds that `stop` waits for requests in flight. Default 5. */
  drainSeconds?: number
  /** Whether the stores behind the routes are not ready yet. Default: they are. */
  isStarting?: () => boolean
  /** Answers GET requests for paths that no route has. Without it the gateway refuses them. */
  site?: Site | undefined
}

export interface HttpFront {
  url: string
  /** Refuses new requests, waits for those in flight, and closes the connections that take longer. */
  stop(): Promise<void>
}

type ServedRoute = Route & { environments: Environments }

/** A limit of the gateway or of Lambda was exceeded. Carries the gateway's answer. */
class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly type: GatewayAnswerType

  constructor(status: number, type: GatewayAnswerType) {
    super(type)
    this.status = status
    this.type = type
  }
}

/** Headers that the gateway sets on the answers of functions and on its own. */
const GATEWAY_HEADERS = new Set(['x-amzn-requestid', 'connection'])

/** Sends API Gateway's own answer. A stream that has begun can only be cut. */
function answerAsGateway(
  response: ServerResponse,
  { status, type }: { status: number; type: GatewayAnswerType },
  describe: DescribeAnswer,
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames()) if (!GATEWAY_HEADERS.has(name)) response.removeHeader(name)
  const { headers, body } = describe(type)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

/** Reads a body up to the gateway's limit. */
const readBody = (request: IncomingMessage): Promise<Buffer> =>
  readWholeRequest(request, GATEWAY_MAX_BYTES, () => new Refusal(413, 'REQUEST_TOO_LARGE'))

function isOverPayload(value: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(value) ?? '') > PAYLOAD_MAX_BYTES
}

/** Paths of the function that answers 404: here the site answers first. */
const FREE_PATHS = new Set(['/', '/{proxy+}'])

/** Serves HTTP requests for one set of routes. */
class Front {
  readonly #routes: readonly ServedRoute[]
  readonly #log: HttpFrontOptions['log']
  readonly #binaryMediaTypes: readonly string[]
  readonly #gatewayTimeoutSeconds: number
  readonly #patience: number
  readonly #describeAnswer: DescribeAnswer
  readonly #site: Site | undefined
  readonly #admit: NonNullable<HttpFrontOptions['admit']>
  readonly #findAddress: HttpFrontOptions['findAddress']

  constructor(options: HttpFrontOptions) {
    this.#patience = options.patience ?? 1
    this.#routes = options.routes.map((route) => ({
      ...route,
      environments: makeEnvironments(
        route.concurrency ?? (route.streaming ? STREAM_CONCURRENCY : CONCURRENCY),
        (options.slotWaitSeconds ?? DEFAULT_WAIT_SECONDS) * this.#patience,
      ),
    }))
    this.#log = options.log
    this.#admit = options.admit ?? (async () => true)
    this.#findAddress = options.findAddress
    this.#site = options.site
    this.#describeAnswer = options.describeAnswer ?? nameAnswer
    this.#binaryMediaTypes = options.binaryMediaTypes ?? BINARY_MEDIA_TYPES
    this.#gatewayTimeoutSeconds = (options.gatewayTimeoutSeconds ?? GATEWAY_TIMEOUT_SECONDS) * this.#patience
  }

  /** Returns the route of a request. */
  match({ method = 'GET', url = '/' }: IncomingMessage) {
    return matchRoute(this.#routes, method, splitTarget(url).path)
  }

  /** Answers a request. `isNotInSite` is true for a path that the site lacks. */
  async serve(request: IncomingMessage, response: ServerResponse, isNotInSite = false): Promise<void> {
    const { method = 'GET', url = '/' } = request
    try {
      if (!isNotInSite && !(await this.#admit(request))) throw new Refusal(429, 'THROTTLED')
      const match = this.match(request)
      const isFree = match.kind === 'no-path' || (match.kind === 'found' && FREE_PATHS.has(match.route.path))
      if (isFree && this.#site && (method === 'GET' || method === 'HEAD') && !isNotInSite) {
        this.#site.serve(request, response, () => void this.serve(request, response, true))
        return
      }
      if (match.kind !== 'found') throw new Refusal(403, 'DEFAULT_4XX')
      const { route } = match
      const options = {
        resource: route.path,
        binaryMediaTypes: this.#binaryMediaTypes,
        clientAddress: this.#findAddress?.(request),
      }
      const event = toRestEvent(request, await readBody(request), options)
      response.setHeader('x-amzn-requestid', event.requestContext.requestId)
      if (route.isOnSite)
        for (const [name, value] of Object.entries(this.#site?.headers ?? {})) response.setHeader(name, value)
      if (isOverPayload(event)) throw new Refusal(413, 'REQUEST_TOO_LARGE')
      const freeEnvironment = await route.environments.take()
      if (!freeEnvironment) throw new Refusal(503, 'DEFAULT_5XX')
      if (response.destroyed) {
        freeEnvironment()
        return
      }
      await this.#invoke(route, event, response, freeEnvironment)
    } catch (error) {
      const hasClientGone = request.destroyed && !request.complete
      if (hasClientGone) response.destroy()
      else if (error instanceof Refusal) answerAsGateway(response, error, this.#describeAnswer)
      else this.#answerFailure(error, `${method} ${splitTarget(url).path} failed`, response)
    }
  }

  async #invoke(
    route: ServedRoute,
    event: APIGatewayProxyEvent,
    response: ServerResponse,
    freeEnvironment: () => void,
  ): Promise<void> {
    const name = route.path
    if (route.streaming) {
      const timeoutSeconds = route.timeoutSeconds ?? STREAM_TIMEOUT_SECONDS
      const streaming = invokeStreamingHandler(route.handler, event, response, { name, timeoutSeconds })
      await streaming.finally(freeEnvironment)
      return
    }
    const timeoutSeconds = (route.timeoutSeconds ?? GATEWAY_TIMEOUT_SECONDS) * this.#patience
    // The gateway stops waiting for a slow function. The environment stays in use until the function ends.
    const running = invokeHandler(route.handler, event, { name, timeoutSeconds }).finally(freeEnvironment)
    const value = await withinTimeout(running, { name, timeoutSeconds: this.#gatewayTimeoutSeconds })
    const result = readResult(value)
    if (isOverPayload(value))
      throw new Error(`The answer of ${name} is larger than ${PAYLOAD_MAX_BYTES} bytes`)
    const accept = event.multiValueHeaders['Accept'] ?? event.multiValueHeaders['accept']
    writeResult(response, result, matchesMediaType(accept?.[0], this.#binaryMediaTypes))
  }

  /**
   * A function that exceeded its own, shorter time-out has failed (502). A function that exceeded the gateway's is a
   * time-out (504).
   */
  #answerFailure(error: unknown, what: string, response: ServerResponse): void {
    this.#log(error, what)
    const isSlow = error instanceof LambdaTimeout && error.timeoutSeconds >= this.#gatewayTimeoutSeconds
    const answer = isSlow
      ? ({ status: 504, type: 'INTEGRATION_TIMEOUT' } as const)
      : ({ status: 502, type: 'DEFAULT_5XX' } as const)
    answerAsGateway(response, answer, this.#describeAnswer)
  }
}

/**
 * Serves Lambda handlers over HTTP, with API Gateway's events and Lambda's limits: 10 MB per request, 6 MB of payload
 * each way, 29 seconds (except streams), one request per environment. The environments of a function share one module
 * here, because there is one process. In the cloud each environment has its own module.
 */
export async function startHttpFront(options: HttpFrontOptions): Promise<HttpFront> {
  installStreamingRuntime()
  const front = new Front(options)
  const inFlight = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (!server.listening) endConnectionAfter(response)
    inFlight.add(response)
    const start = performance.now()
    response.once('close', () => {
      inFlight.delete(response)
      const match = front.match(request)
      const route = match.kind === 'found' ? match.route.path : 'site'
      options.onAnswer?.({ route, status: response.statusCode, seconds: (performance.now() - start) / 1000 })
    })
    if (options.isStarting?.() && mustWait(request)) {
      answerStarting(request, response)
      return
    }
    front.serve(request, response).catch((error: unknown) => {
      options.log(error, 'the HTTP front failed')
      response.destroy()
    })
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = REQUEST_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host ?? '127.0.0.1', resolve)
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => drain(server, inFlight, options.drainSeconds ?? DRAIN_SECONDS),
  }
}

/** Makes the client open another connection for its next request. */
function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/**
 * Refuses new connections and waits for requests in flight. A connection ends with its next answer, so that clients
 * with further requests do not keep it open. Closes every connection when all have ended or time is up.
 */
async function drain(server: Server, inFlight: ReadonlySet<ServerResponse>, seconds: number): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
  })
  for (const response of inFlight) endConnectionAfter(response)
  const deadline = AbortSignal.timeout(seconds * 1000)
  while (inFlight.size > 0 && !deadline.aborted) await delay(DRAIN_STEP_MS)
  server.closeAllConnections()
  await closed
}
