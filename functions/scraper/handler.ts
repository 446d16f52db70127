import { createHash, timingSafeEqual } from 'node:crypto'
import { sendArticle } from '@pauta/core/intake/send'
import { hostsOf, listNewsHosts, listSites, type ScrapeRoute } from '@pauta/scraper/store/listed-sites'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { findObservation } from '@pauta/platform/telemetry/observation'
import { openObserver } from '@pauta/platform/telemetry/observer'
import type { AgencyResult } from '@pauta/scraper/run/ports'
import type { Context, LambdaFunctionURLEvent } from 'aws-lambda'
import { faultAnswer, jsonAnswer, summaryAnswer, type Answer } from '@pauta/scraper/service/answers'
import { scraper } from './definition.ts'
import { makeIntegritySchema, verifyIntegrity } from '@pauta/scraper/service/integrity'
import { keepPage } from '@pauta/scraper/service/keep-page'
import { keepRaw } from '@pauta/scraper/service/keep-raw'
import { openFetcher, openProbe } from '@pauta/scraper/service/open-fetcher'
import { listFaults, scrapeBodySchema } from '@pauta/scraper/service/requests'
import { runScrape } from '@pauta/scraper/service/run'
import { openFetchMemory } from '@pauta/scraper/store/ports'

/** Seconds of work. The jobs wait 14 minutes for an answer, and the last article may take two minutes more. */
const WORK_SECONDS = 11 * 60
/** Milliseconds before the function's time-out that are reserved for the last article and the answer. */
const STOP_MARGIN_MS = 150_000
const SERVER_ERROR = 500

const config = loadConfigOf(scraper)
const { settings, scrapeService } = config
const logger = createLogger({
  level: settings.logLevel,
  fields: { function: 'scraper', version: settings.version },
})
const observer = openObserver({ name: 'scraper', logger })
const db = connectDatabase(config.database)
const sending = {
  queues: connectQueues(),
  storage: connectStorage(config.storage),
  queueUrl: config.newsIngestQueue.url,
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares digests, so that the time of the answer does not depend on the key. */
function isAllowed({ headers }: LambdaFunctionURLEvent): boolean {
  const given = /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(scrapeService.key))
}

/** Throws SyntaxError when the body is not JSON. */
function parseBody({ body, isBase64Encoded }: LambdaFunctionURLEvent): unknown {
  return JSON.parse(isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? ''))
}

function logResult(result: AgencyResult): void {
  // The calling job logs the fault of a site as a warning. An unknown error is a fault of this code.
  if (result.errorKind === 'unknown') logger.warn({ ...result }, 'scraper: agency')
  else logger.info({ ...result }, 'scraper: agency')
}

async function scrape(route: ScrapeRoute, event: LambdaFunctionURLEvent, context: Context): Promise<Answer> {
  const body = parseBody(event)
  const checked = scrapeBodySchema.safeParse(body)
  if (!checked.success) return faultAnswer(422, ...listFaults(checked.error, body))
  const remaining = Math.min(context.getRemainingTimeInMillis() - STOP_MARGIN_MS, WORK_SECONDS * 1000)
  const fetcher = openFetcher(config, openFetchMemory(db), await listNewsHosts(db))
  const summary = await runScrape(route, checked.data, {
    db,
    fetcher,
    send: (message) => sendArticle(message, sending),
    keepRaw: (page) => keepRaw({ db, storage: sending.storage }, page, logger),
    keepPage: (agencyKey, kind, page) => keepPage(sending.storage, { agencyKey, kind, page, logger }),
    now: () => new Date(),
    deadline: Date.now() + remaining,
    onResult: logResult,
  })
  const { agencies } = checked.data
  const fields = { agencies, fetches: fetcher.counts, waitedMilliseconds: fetcher.waits() }
  Object.assign(findObservation()?.fields ?? {}, fields)
  return summaryAnswer(summary)
}

async function verify(event: LambdaFunctionURLEvent): Promise<Answer> {
  const body = parseBody(event)
  // News of paused sites are checked too.
  const hosts = hostsOf(await listSites(db))
  const checked = makeIntegritySchema(hosts).safeParse(body)
  if (!checked.success) return faultAnswer(422, ...listFaults(checked.error, body))
  const probe = openProbe(config, openFetchMemory(db), hosts)
  return jsonAnswer(200, await verifyIntegrity(checked.data.articles, probe))
}

const ROUTES: Record<string, (event: LambdaFunctionURLEvent, context: Context) => Promise<Answer>> = {
  'POST /scrape/agencies': (event, context) => scrape('agencies', event, context),
  'POST /scrape/ebc': (event, context) => scrape('ebc', event, context),
  'POST /verify/integrity': verify,
}
const PATHS = new Set(Object.keys(ROUTES).map((route) => route.split(' ')[1]))

async function answer(route: string, event: LambdaFunctionURLEvent, context: Context): Promise<Answer> {
  if (route === 'GET /health') return jsonAnswer(200, { status: 'ok' })
  const work = ROUTES[route]
  if (!work) {
    const isKnown = PATHS.has(event.rawPath)
    const msg = isKnown ? 'method not allowed' : 'not found'
    return faultAnswer(isKnown ? 405 : 404, { type: isKnown ? 'method' : 'path', loc: ['path'], msg })
  }
  if (!isAllowed(event))
    return faultAnswer(401, { type: 'key', loc: ['header', 'authorization'], msg: 'wrong key' })
  try {
    return await work(event, context)
  } catch (error) {
    if (error instanceof SyntaxError)
      return faultAnswer(422, { type: 'json_invalid', loc: ['body'], msg: error.message })
    logger.error({ error, route }, 'scraper: the request failed')
    const msg = error instanceof Error ? error.message : String(error)
    return faultAnswer(SERVER_ERROR, { type: 'internal', loc: [], msg })
  }
}

/**
 * The scraper service behind a function URL. `GET /health` is open; every other route needs the stage's internal key
 * as a bearer token. Articles go to the queue `news-ingest`; the service writes only its own tables.
 */
export const handler = async (event: LambdaFunctionURLEvent, context: Context): Promise<Answer> => {
  const { requestId, http } = event.requestContext
  const route = `${http.method} ${event.rawPath}`
  return await observer(requestId, async (observation) => {
    const result = await answer(route, event, context)
    Object.assign(observation.fields, { route, status: result.statusCode })
    return result
  })
}
