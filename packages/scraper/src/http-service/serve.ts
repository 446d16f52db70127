import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Db } from '@pauta/platform/database/database'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { readBounded } from '@pauta/platform/input/read-bounded'
import type { ScrapeRoute } from '../store/listed-sites.ts'
import { faultAnswer, summaryAnswer, type Answer } from './answers.ts'
import { makeIntegritySchema, verifyIntegrity } from '../integrity/integrity.ts'
import { openChecks, openWork, type ScrapeConfig } from '../runs/open-work.ts'
import { listFaults, scrapeBodySchema } from '../runs/requests.ts'
import { runScrape } from '../runs/run.ts'

/** Milliseconds of work. The jobs wait 14 minutes for an answer, and the last article may take two minutes more. */
const WORK_MS = 11 * 60_000
/** Largest body: 500 articles with three long addresses each. */
const BODY_MAX_BYTES = 6 * 1024 * 1024
/** A caller has this long for its request. Answers take as long as the work does. */
const REQUEST_TIMEOUT_MS = 30_000
/** Twenty runs of the jobs, and health checks. */
const CONNECTIONS_MAX = 64

export interface ScrapeServerOptions {
  config: ScrapeConfig
  db: Db
  logger: Logger
  /** Bearer token that callers must send, except for the health check. */
  token: string
  host: string
  /** 0 stands for a free one. */
  port: number
}

export interface ScrapeServer {
  url: string
  /** Accepts no further calls, and resolves when those that are under way are answered. */
  stop(): Promise<void>
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares digests, so that the time of the answer does not depend on the token. */
function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

/** Throws SyntaxError when the body is not JSON, and TooLargeError. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const tooLarge = (bytes: number) => new TooLargeError(`the body is larger than ${bytes} bytes`)
  return JSON.parse((await readBounded(request, BODY_MAX_BYTES, tooLarge)).toString('utf8'))
}

type Work = (body: unknown, options: ScrapeServerOptions) => Promise<Answer>

const scrape =
  (route: ScrapeRoute): Work =>
  async (body, { config, db, logger }) => {
    const checked = scrapeBodySchema.safeParse(body)
    if (!checked.success) return faultAnswer(422, ...listFaults(checked.error, body))
    const work = await openWork(config, { db, logger })
    return summaryAnswer(await runScrape(route, checked.data, { ...work, deadline: Date.now() + WORK_MS }))
  }

const verify: Work = async (body, { config, db }) => {
  const { hosts, probe } = await openChecks(config, db)
  const checked = makeIntegritySchema(hosts).safeParse(body)
  if (!checked.success) return faultAnswer(422, ...listFaults(checked.error, body))
  return { status: 200, body: await verifyIntegrity(checked.data.articles, probe) }
}

const ROUTES: Readonly<Record<string, Work>> = {
  '/scrape/agencies': scrape('agencies'),
  '/scrape/ebc': scrape('ebc'),
  '/verify/integrity': verify,
}

async function answer(request: IncomingMessage, options: ScrapeServerOptions): Promise<Answer> {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  if (path === '/health' && request.method === 'GET') return { status: 200, body: { status: 'ok' } }
  const work = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined
  if (!work) return faultAnswer(404, { type: 'path', loc: ['path'], msg: 'not found' })
  if (request.method !== 'POST')
    return faultAnswer(405, { type: 'method', loc: ['path'], msg: 'method not allowed' })
  if (!isAllowed(request, options.token))
    return faultAnswer(401, { type: 'key', loc: ['header', 'authorization'], msg: 'wrong key' })
  try {
    return await work(await readBody(request), options)
  } catch (error) {
    const msg = error instanceof Error ? error.message : String(error)
    if (error instanceof SyntaxError) return faultAnswer(422, { type: 'json_invalid', loc: ['body'], msg })
    if (error instanceof TooLargeError) return faultAnswer(413, { type: 'too_long', loc: ['body'], msg })
    options.logger.error({ error, path }, 'scraper: the request failed')
    return faultAnswer(500, { type: 'internal', loc: [], msg })
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    // The rest of a body that was too large is not read.
    ...(status === 413 && { connection: 'close' }),
  })
  response.end(JSON.stringify(body))
}

/** Returns the address of a server. A host of IPv6 stands in brackets. */
export const writeUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Serves the documented routes of the scraper to whoever keeps it apart from the stage. `GET /health` is open; every other
 * route needs the bearer token. Articles go to the queue `news-ingest`; the service writes only its own tables.
 */
export async function startScrapeServer(options: ScrapeServerOptions): Promise<ScrapeServer> {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: 5_000 },
    (request, response) =>
      void answer(request, options).then(
        (result) => send(response, result),
        // The caller has gone while its request was read.
        () => response.destroy(),
      ),
  )
  server.maxConnections = CONNECTIONS_MAX
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(options.port, options.host, listening.resolve)
  await listening.promise
  const { port } = server.address() as AddressInfo
  return {
    url: writeUrl(options.host, port),
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
