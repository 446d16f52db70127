import * as z from 'zod'
import { ExpectedFailure } from '@pauta/platform/errors'
import { HOUR_MS, localDay } from '@pauta/platform/time/time'
import { parseJson } from '@pauta/platform/input/parse-json'
import { postAndWait } from '@pauta/platform/outbound/post-and-wait'

/** Milliseconds; below the 15 minutes of the job, so that the job can report the failure. */
const SCRAPE_TIMEOUT_MS = 14 * 60_000
const ERRORS_SHOWN = 5

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
export type ScrapeReply = z.output<typeof replySchema>

/** Returns the request for the news of the last hour, in local days. */
export function scrapeRequest(agencies: readonly string[], at: Date) {
  return {
    start_date: localDay(new Date(at.getTime() - HOUR_MS)),
    end_date: localDay(at),
    agencies,
    allow_update: false,
    sequential: true,
  }
}

/** Kinds of error that are a fault of a site. Status, metrics and alarms count them. */
const SITE_FAULTS: ReadonlySet<string> = new Set([
  'anti_bot',
  'html_changed',
  'url_broken',
  'network_error',
  'empty_content',
  'not_json',
  'login_page',
  'incomplete',
  'robots_disallowed',
  'host_paused',
  // No fault, but nothing to repair either: another run reads the site, or the next one continues.
  'busy',
  'deadline',
  'not_a_page',
  'wrong_page',
  'unknown',
])

const isSiteFault = ({ error }: ScrapeReply['errors'][number]) =>
  SITE_FAULTS.has(/^\w+(?=: )/.exec(error)?.[0] ?? '')

/** Whether all errors of a scrape are faults of the sites themselves. */
export const areSiteFaults = (errors: readonly ScrapeReply['errors'][number][]) => errors.every(isSiteFault)

/** Returns the error of a scrape that is not complete: an ExpectedFailure when every site that failed is at fault itself. */
export function failureOf(
  reply: Pick<ScrapeReply, 'message'> & { errors: readonly ScrapeReply['errors'][number][] },
  start: string,
): Error {
  const errors = reply.errors.slice(0, ERRORS_SHOWN).map(({ agency, error }) => `${agency}: ${error}`)
  const message = [start, reply.message, ...errors].filter(Boolean).join('; ')
  const isExpected = reply.errors.length > 0 && areSiteFaults(reply.errors)
  return isExpected ? new ExpectedFailure(message) : new Error(message)
}

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
