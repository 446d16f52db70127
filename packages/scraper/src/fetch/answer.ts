import { ScrapeError } from '../model/errors.ts'
import { parseHtml } from '../html/page.ts'
import { refuseFaultyPage } from '../pages/page-faults.ts'
import { decodePage } from '../text/decode-page.ts'

const SECOND = 1_000
const FORBIDDEN = 403
const BROKEN = new Set([403, 404, 410])
const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])
const SLOWED = new Set([429, 503])

/** One HTTP answer, its body decompressed. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array }

/** An answer that may be asked for again. `waitMilliseconds` is what the server asked for, or null. */
export class RetryableError extends Error {
  readonly waitMilliseconds: number | null
  readonly isSlowDown: boolean

  constructor(
    message: string,
    options: { waitMilliseconds?: number | null; isSlowDown?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'RetryableError'
    this.waitMilliseconds = options.waitMilliseconds ?? null
    this.isSlowDown = options.isSlowDown ?? false
  }
}

/** Reads a body up to a limit of decompressed bytes. Throws ScrapeError `unknown` beyond it. */
export async function readBody(response: Response, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () => new ScrapeError('unknown', `the page has over ${bytesMax} bytes`)
  const declared = Number(response.headers.get('content-length') ?? 0)
  if (declared > bytesMax) {
    await response.body?.cancel()
    throw tooLarge()
  }
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream, and with it the download.
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > bytesMax) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Milliseconds of a `Retry-After` header, in seconds or as a date; null without a readable one. */
export function retryAfter(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

function isChallenge({ headers, bytes }: Answer): boolean {
  if (headers.get('cf-mitigated') === 'challenge') return true
  const html = decodePage(bytes, headers.get('content-type'))
  try {
    refuseFaultyPage({ html, page: parseHtml(html), isArticle: false, entries: [] })
    return false
  } catch (error) {
    return error instanceof ScrapeError && error.kind === 'anti_bot'
  }
}

/**
 * Passes 2xx and 304. Throws RetryableError for answers that may change soon, and ScrapeError for final ones:
 * `anti_bot` for challenges of any status and for an F5 refusal, `url_broken` for 403, 404 and 410, `login_page` for 401.
 */
export function checkStatus(answer: Answer, now: number): void {
  const { status, headers } = answer
  if ((status >= 200 && status < 300) || status === 304) return
  const isF5 = status === FORBIDDEN && /big-?ip/i.test(headers.get('server') ?? '')
  if (isF5 || isChallenge(answer)) throw new ScrapeError('anti_bot', `challenge with status ${status}`)
  if (RETRIED.has(status)) {
    const waitMilliseconds = retryAfter(headers, now)
    throw new RetryableError(`status ${status}`, { waitMilliseconds, isSlowDown: SLOWED.has(status) })
  }
  if (BROKEN.has(status))
    throw new ScrapeError('url_broken', `status ${status}`, { isGone: status !== FORBIDDEN, status })
  throw new ScrapeError(status === 401 ? 'login_page' : 'unknown', `status ${status}`)
}
