import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readRetryAfter } from '@pauta/platform/outbound/retry-after'
import { readBounded } from '@pauta/platform/input/read-bounded'
import { ScrapeError } from '../errors.ts'
import { parseHtml } from '../html/page.ts'
import { refuseFaultyPage } from '../pages/page-faults.ts'
import { decodePage } from './decode-page.ts'

const FORBIDDEN = 403
/** The first bytes of every gzip file. */
const GZIP = [0x1f, 0x8b] as const
const gunzipWithin = promisify(gunzip)
const BROKEN = new Set([403, 404, 410])
const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])
const SLOWED = new Set([429, 503])

/** An HTTP answer with its decompressed body. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array }

/**
 * A failure after which the request may be repeated. `waitMilliseconds` is the delay that the server names, or null.
 */
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

/** Returns a body of at most `bytesMax` decompressed bytes. Throws ScrapeError `not_a_page` for a larger body. */
export async function readBody(response: Response, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () => new ScrapeError('not_a_page', `the page has over ${bytesMax} bytes`)
  const declared = Number(response.headers.get('content-length') ?? 0)
  if (declared > bytesMax) {
    await response.body?.cancel()
    throw tooLarge()
  }
  return unzip(await readBounded(response.body, bytesMax, tooLarge), bytesMax)
}

/** Files such as `sitemap.xml.gz` are compressed themselves, whatever their transfer is. */
async function unzip(bytes: Buffer, bytesMax: number): Promise<Uint8Array> {
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return bytes
  try {
    return await gunzipWithin(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new ScrapeError('not_a_page', `the file has over ${bytesMax} bytes`, { cause: error })
    throw new ScrapeError('network_error', 'the compressed file is damaged', { cause: error })
  }
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
 * Returns for 2xx and 304. Throws RetryableError for answers that may change soon, and ScrapeError for final ones:
 * `anti_bot` for challenges of any status and for an F5 refusal, `url_broken` for 403, 404 and 410, and `login_page`
 * for 401.
 */
export function checkStatus(answer: Answer, now: number): void {
  const { status, headers } = answer
  if ((status >= 200 && status < 300) || status === 304) return
  const isF5 = status === FORBIDDEN && /big-?ip/i.test(headers.get('server') ?? '')
  if (isF5 || isChallenge(answer)) throw new ScrapeError('anti_bot', `challenge with status ${status}`)
  if (RETRIED.has(status)) {
    const waitMilliseconds = readRetryAfter(headers.get('retry-after'), new Date(now)) ?? null
    throw new RetryableError(`status ${status}`, { waitMilliseconds, isSlowDown: SLOWED.has(status) })
  }
  if (BROKEN.has(status))
    throw new ScrapeError('url_broken', `status ${status}`, { isGone: status !== FORBIDDEN, status })
  throw new ScrapeError(status === 401 ? 'login_page' : 'unknown', `status ${status}`)
}
