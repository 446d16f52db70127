import * as z from 'zod'
import { parseJson } from '@pauta/platform/input/parse-json'
import { postAndWait } from '@pauta/platform/outbound/post-and-wait'
import { failureOf } from '../runs/failures.ts'

/** Milliseconds; below the 15 minutes of the job, so that the job can report the failure. */
const SCRAPE_TIMEOUT_MS = 14 * 60_000

const replySchema = z.object({
  status: z.enum(['completed', 'partial', 'failed']),
  articles_scraped: z.number().int().nonnegative(),
  articles_saved: z.number().int().nonnegative(),
  /** The number of agencies, or their keys. The service has returned both forms. */
  agencies_processed: z.union([z.number().int().nonnegative(), z.array(z.string())]),
  errors: z.array(z.object({ agency: z.string(), error: z.string() })).default([]),
  message: z.string().default(''),
})

/** The result of a scrape, with the documented names. */
type ScrapeReply = z.output<typeof replySchema>

const findReply = (text: string): ScrapeReply | undefined => replySchema.safeParse(parseJson(text)).data

function readReply(text: string, httpStatus: number): ScrapeReply {
  try {
    return replySchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`the scraper answered ${httpStatus} with "${text.slice(0, 200)}"`, { cause: error })
  }
}

/**
 * Requests a scrape. The scraper itself sends articles to the queue `news-ingest`. Throws unless the scrape is
 * complete: on an HTTP error, on 207 (partial), on a status other than `completed`, on an unreadable reply, and when no
 * reply comes within 14 minutes or before `signal` aborts. The error is an ExpectedFailure when all failed sites are at
 * fault themselves.
 */
export async function requestScrape(
  config: { url: string; token: string },
  request: { path: string; body: object; signal: AbortSignal },
): Promise<ScrapeReply> {
  const url = new URL(`${config.url.replace(/\/$/, '')}${request.path}`)
  const signal = AbortSignal.any([AbortSignal.timeout(SCRAPE_TIMEOUT_MS), request.signal])
  const { status, text } = await postAndWait(url, {
    body: JSON.stringify(request.body),
    headers: config.token === '' ? {} : { authorization: `Bearer ${config.token}` },
    signal,
  })
  if (status < 200 || status > 299) {
    const reply = findReply(text)
    const start = `the scraper answered ${status}`
    throw reply ? failureOf(reply, start) : new Error(`${start}: ${text.slice(0, 500)}`)
  }
  const reply = readReply(text, status)
  if (status === 207 || reply.status !== 'completed') throw failureOf(reply, `the scrape was ${reply.status}`)
  return reply
}
