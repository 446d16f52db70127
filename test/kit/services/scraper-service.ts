import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connectQueues } from '@pauta/platform/queues/queues'

const HOST = '127.0.0.1'
const MAX_BODY_BYTES = 64 * 1024
const REQUESTS_KEPT = 200
/** Longer than any client waits. */
const SLOW_SECONDS = 120

/** The behaviour of the sites: normal, too slow, with failures of some, or with failures of all. */
type ScraperMode = 'normal' | 'slow' | 'partial' | 'failing'

export interface ScraperOptions {
  /** Returns the current news of the sites of these agencies, as messages for the news queue. */
  listNews: (agencies: readonly string[]) => readonly unknown[]
  /** Bearer token that callers must send. No token is needed when it is undefined. */
  token?: string
}

/** A received request. */
interface ScrapeRequest {
  path: string
  authorization: string | undefined
  body: {
    start_date: string
    end_date: string
    agencies: string[]
    allow_update: boolean
    sequential: boolean
  }
}

/** Emulates the documented scraper service, for stages whose settings name one by its URL. */
export interface Scraper {
  url: string
  setMode(mode: ScraperMode): void
  /** Names the queue of the stack that the service sends news to. */
  sendTo(queueUrl: string): void
  /** The latest requests, oldest first. */
  requests: readonly ScrapeRequest[]
  stop(): Promise<void>
}

interface Reply {
  http: number
  body: Record<string, unknown>
}

const refusal = (http: number, message: string): Reply => ({ http, body: { detail: message } })

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Error('the body is too long')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function isScrapeBody(value: unknown): value is ScrapeRequest['body'] {
  const body = value as Partial<ScrapeRequest['body']> | null
  const dates = [body?.start_date, body?.end_date]
  return (
    dates.every((date) => typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date)) &&
    Array.isArray(body?.agencies) &&
    body.agencies.length > 0 &&
    body.agencies.every((key) => typeof key === 'string')
  )
}

/** Reads the sites and sends their news. The reply has the shape of the real service. */
async function scrape(
  agencies: readonly string[],
  mode: ScraperMode,
  { listNews, queueUrl }: { listNews: ScraperOptions['listNews']; queueUrl: string },
): Promise<Reply> {
  const broken = mode === 'failing' ? agencies : mode === 'partial' ? agencies.slice(-1) : []
  const read = agencies.filter((agency) => !broken.includes(agency))
  const news = read.length > 0 ? listNews(read) : []
  await connectQueues().send(
    queueUrl,
    news.map((article) => JSON.stringify(article)),
  )
  const status = mode === 'failing' ? 'failed' : mode === 'partial' ? 'partial' : 'completed'
  return {
    http: { completed: 200, partial: 207, failed: 500 }[status],
    body: {
      status,
      articles_scraped: news.length,
      articles_saved: news.length,
      agencies_processed: read.length,
      errors: broken.map((agency) => ({ agency, error: 'the site did not answer' })),
      message: `${read.length} of ${agencies.length} agencies read`,
    },
  }
}

/** Starts the emulator: `POST /scrape/agencies` and `POST /scrape/ebc`, with the documented requests and replies. */
export async function startScraper(options: ScraperOptions): Promise<Scraper> {
  const requests: ScrapeRequest[] = []
  const stopping = new AbortController()
  let mode: ScraperMode = 'normal'
  let queueUrl = ''

  async function reply(request: IncomingMessage): Promise<Reply> {
    const path = request.url ?? '/'
    const { authorization } = request.headers
    if (request.method !== 'POST' || !/^\/scrape\/(agencies|ebc)$/.test(path))
      return refusal(404, 'Not Found')
    if (options.token !== undefined && authorization !== `Bearer ${options.token}`)
      return refusal(401, 'Unauthorized')
    const body = await readBody(request)
    if (!isScrapeBody(body)) return refusal(422, 'start_date, end_date and agencies are required')
    requests.push({ path, authorization, body })
    requests.splice(0, requests.length - REQUESTS_KEPT)
    if (mode === 'slow') await delay(SLOW_SECONDS * 1000, undefined, { signal: stopping.signal })
    return await scrape(body.agencies, mode, { listNews: options.listNews, queueUrl })
  }

  const answer = (response: ServerResponse, { http, body }: Reply) => {
    response.writeHead(http, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    reply(request).then(
      (result) => answer(response, result),
      (error: unknown) => answer(response, refusal(500, String(error))),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, HOST, resolve)
  })
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    setMode: (next) => void (mode = next),
    sendTo: (url) => void (queueUrl = url),
    requests,
    stop: () =>
      new Promise((resolve) => {
        stopping.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
