import { RefusedAddressError } from '@pauta/platform/outbound/public-lookup'
import { ScrapeError } from '../errors.ts'
import { firstSegment } from '../addresses/address.ts'
import { decodePage } from './decode-page.ts'
import { checkStatus, readBody, RetryableError, type Answer } from './answer.ts'
import { CircuitBreaker, HOST_FAILURES, SITE_FAILURES } from './circuit-breaker.ts'
import { HostLane } from './host-lane.ts'
import { leastPause } from './news-hosts.ts'
import type { Clock, FetchMemory, Validators } from './ports.ts'
import { followRedirect } from './redirects.ts'
import { RobotsGate } from './robots.ts'

const SECOND = 1_000
/** The first retry waits for so many pauses between two requests to a host, and each further one three times as long. */
const RETRY_PAUSES = 2
const RETRY_GROWTH = 3
/** After a longer `Retry-After` the request fails without a further try. */
const RETRY_AFTER_MAX_MILLISECONDS = 60 * SECOND
const REDIRECTS_MAX = 5
const TRIES_MAX = 3
/** Time for the statements of the store before and after a request, which has a time-out of its own. */
const HOLD_MARGIN_MILLISECONDS = 10 * SECOND
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The kind of document that a request accepts. Classic gov.br pages answer 401 to `Accept: application/json`. */
export type Wanted = 'html' | 'json' | 'feed'
const ACCEPT: Record<Wanted, string> = {
  html: 'text/html,application/xhtml+xml',
  json: 'application/json',
  feed: 'application/rss+xml,application/atom+xml,application/xml;q=0.9,text/xml;q=0.8,*/*;q=0.1',
}

export type FetchedPage = {
  readonly url: string
  /** Address after redirects. */
  readonly finalUrl: string
  readonly text: string
  /** The answer, from which the text was decoded. */
  readonly answer: Answer
  readonly validators: Validators
}

/** Counts since the start of the fetcher. */
type FetchCounts = { requests: number; unchanged: number; bytes: number; retries: number }

export type FetcherOptions = {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>
  readonly clock: Clock
  readonly memory: FetchMemory
  /** Name, version and contact address of the scraper: `Pauta/1.0 (+https://…; contato@…)`. */
  readonly userAgent: string
  /** Hosts that requests and redirects may reach, with the port unless it is the default. */
  readonly allowedHosts: ReadonlySet<string>
  /**
   * Milliseconds between two requests to a host. A longer delay in robots.txt wins. The pauses before retries grow with it.
   * Default 1,000.
   */
  readonly delayMilliseconds?: number
  readonly timeoutMilliseconds?: number
  readonly bytesMax?: number
}

export type Fetcher = {
  /**
   * Fetches a page by the rules of `createFetcher`. Returns null when `conditional` is set and the page did not change
   * since `remember`. Throws ScrapeError only.
   */
  fetchPage(address: string, wanted: Wanted, options?: { conditional?: boolean }): Promise<FetchedPage | null>
  /** Stores the validators of a page. Call it after everything on the page was sent. */
  remember(page: FetchedPage): Promise<void>
  readonly counts: FetchCounts
  /** Returns the milliseconds that requests waited, by host. */
  waits(): Record<string, number>
}

/** Returns the first word of the user agent, which is our name in robots.txt. Throws when there is no contact. */
function productOf(userAgent: string): string {
  if (!/^[\w.-]+\/\S+ .*\+?(https?:\/\/|@)/.test(userAgent) || /[^\u0020-\u007E]/.test(userAgent)) {
    throw new Error('a user agent needs name/version and a contact address, in ASCII')
  }
  return userAgent.split('/')[0] ?? userAgent
}

class PoliteFetcher implements Fetcher {
  readonly #options: Required<FetcherOptions>
  readonly #robots: RobotsGate
  readonly #lanes = new Map<string, HostLane>()
  readonly #breakers = new Map<string, CircuitBreaker>()
  readonly counts: FetchCounts = { requests: 0, unchanged: 0, bytes: 0, retries: 0 }

  constructor(options: FetcherOptions) {
    this.#options = {
      delayMilliseconds: SECOND,
      timeoutMilliseconds: 20 * SECOND,
      bytesMax: 5 * 1024 * 1024,
      ...options,
    }
    const { memory, clock, userAgent } = options
    this.#robots = new RobotsGate({
      memory,
      clock,
      agent: productOf(userAgent),
      read: (at) => this.#readRobots(at),
    })
  }

  waits(): Record<string, number> {
    return Object.fromEntries([...this.#lanes].map(([host, lane]) => [host, lane.waited]))
  }

  async remember({ url, validators }: FetchedPage): Promise<void> {
    if (validators.etag === null && validators.lastModified === null) return
    await this.#options.memory.saveValidators(url, validators)
  }

  async fetchPage(
    address: string,
    wanted: Wanted,
    { conditional = false } = {},
  ): Promise<FetchedPage | null> {
    if (!URL.canParse(address)) throw new ScrapeError('url_broken', `not an address: ${address}`)
    const kept = conditional ? await this.#options.memory.findValidators(address) : null
    const headers: Record<string, string> = { accept: ACCEPT[wanted] }
    if (kept?.etag) headers['if-none-match'] = kept.etag
    if (kept?.lastModified) headers['if-modified-since'] = kept.lastModified
    const { answer, finalUrl } = await this.#guarded(address, () => this.#follow(address, headers, true))
    if (answer.status === 304) {
      this.counts.unchanged += 1
      if (kept !== null) return null
      throw new ScrapeError('unknown', 'status 304 without a condition')
    }
    refuseFile(wanted, answer.headers.get('content-type'))
    return {
      url: address,
      finalUrl,
      text: decodePage(answer.bytes, answer.headers.get('content-type')),
      answer,
      validators: { etag: answer.headers.get('etag'), lastModified: answer.headers.get('last-modified') },
    }
  }

  /** Throws ScrapeError for an address outside the allowed hosts, and for one that robots.txt disallows. */
  async #ensureAllowed(address: string): Promise<void> {
    const { host } = new URL(address)
    if (!this.#options.allowedHosts.has(host)) {
      throw new ScrapeError('url_broken', `not an address of a news site: ${address}`)
    }
    const rules = await this.#robots.rulesFor(address)
    this.#laneOf(host).require(rules.crawlDelayMilliseconds)
    if (!rules.isAllowed) throw new ScrapeError('robots_disallowed', `robots.txt disallows ${address}`)
  }

  async #readRobots(address: string): Promise<string | null> {
    try {
      const { answer } = await this.#follow(address, { accept: 'text/plain,*/*;q=0.5' }, false)
      return decodePage(answer.bytes, answer.headers.get('content-type'))
    } catch (error) {
      if (error instanceof ScrapeError && error.kind !== 'network_error') return null
      throw error
    }
  }

  /** Sends a request unless the site or its host is paused, and counts its failure or success for both. */
  async #guarded<Value>(address: string, request: () => Promise<Value>): Promise<Value> {
    const site = siteOf(address)
    const { host } = new URL(address)
    const breakers = [
      { name: site, breaker: await this.#breakerOf(site, SITE_FAILURES) },
      { name: host, breaker: await this.#breakerOf(host, HOST_FAILURES) },
    ]
    const { memory } = this.#options
    for (const { name, breaker } of breakers) {
      const seconds = Math.ceil(breaker.remaining / SECOND)
      if (seconds > 0)
        throw new ScrapeError('host_paused', `${name} is paused for ${seconds} s after failures`)
    }
    try {
      const value = await request()
      for (const { name, breaker } of breakers)
        if (breaker.succeeded()) await memory.saveBreaker(name, breaker.state)
      return value
    } catch (error) {
      const isSiteFault = error instanceof ScrapeError && ['network_error', 'anti_bot'].includes(error.kind)
      for (const { name, breaker } of isSiteFault ? breakers : []) {
        breaker.failed()
        await memory.saveBreaker(name, breaker.state)
      }
      throw error
    }
  }

  async #follow(
    address: string,
    headers: Record<string, string>,
    asksRobots: boolean,
  ): Promise<{ answer: Answer; finalUrl: string }> {
    let url = address
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      if (asksRobots) await this.#ensureAllowed(url)
      const answer = await this.#requestWithRetries(url, headers)
      if (!REDIRECTS.has(answer.status)) return { answer, finalUrl: url }
      url = followRedirect(url, answer.headers.get('location'), this.#options.allowedHosts)
    }
    throw new ScrapeError('url_broken', `more than ${REDIRECTS_MAX} redirects`)
  }

  async #requestWithRetries(url: string, headers: Record<string, string>): Promise<Answer> {
    const { clock, delayMilliseconds } = this.#options
    const lane = this.#laneOf(new URL(url).host)
    for (let tries = 1; ; tries += 1) {
      try {
        return await lane.run(() => this.#request(url, headers))
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error
        const asked = error.waitMilliseconds
        if (error.isSlowDown) await lane.slowDown(asked ?? 0)
        if (tries >= TRIES_MAX || (asked ?? 0) > RETRY_AFTER_MAX_MILLISECONDS) {
          throw new ScrapeError('network_error', `${error.message} after ${tries} tries`, { cause: error })
        }
        const pause = delayMilliseconds * RETRY_PAUSES * RETRY_GROWTH ** (tries - 1)
        this.counts.retries += 1
        await clock.sleep(Math.max(asked ?? 0, pause * (0.5 + clock.random())))
      }
    }
  }

  async #request(url: string, headers: Record<string, string>): Promise<Answer> {
    const { clock, timeoutMilliseconds, bytesMax, userAgent } = this.#options
    this.counts.requests += 1
    const init = {
      headers: { ...headers, 'user-agent': userAgent, 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' },
      redirect: 'manual' as const,
      // One signal for connection, headers and body: the limit is for the whole request.
      signal: AbortSignal.timeout(timeoutMilliseconds),
    }
    try {
      const response = await this.#options.fetch(url, init)
      const bytes = REDIRECTS.has(response.status)
        ? await discard(response)
        : await readBody(response, bytesMax)
      const answer = { status: response.status, headers: response.headers, bytes }
      this.counts.bytes += bytes.length
      if (!REDIRECTS.has(answer.status)) checkStatus(answer, clock.now())
      return answer
    } catch (error) {
      if (error instanceof ScrapeError || error instanceof RetryableError) throw error
      if (error instanceof RefusedAddressError)
        throw new ScrapeError('url_broken', `${new URL(url).host}: ${error.message}`, { cause: error })
      throw new RetryableError(describe(error), { cause: error })
    }
  }

  #laneOf(host: string): HostLane {
    const { clock, memory, delayMilliseconds, timeoutMilliseconds } = this.#options
    const holdMilliseconds = timeoutMilliseconds + HOLD_MARGIN_MILLISECONDS
    const usualMilliseconds = leastPause(host, delayMilliseconds)
    const options = { clock, memory, host, usualMilliseconds, holdMilliseconds }
    const lane = this.#lanes.get(host) ?? new HostLane(options)
    this.#lanes.set(host, lane)
    return lane
  }

  /** Breakers are loaded once per process: a run is short. */
  async #breakerOf(site: string, failuresToOpen: number): Promise<CircuitBreaker> {
    const { clock, memory } = this.#options
    const known = this.#breakers.get(site)
    if (known !== undefined) return known
    const breaker = new CircuitBreaker(clock, await memory.findBreaker(site), failuresToOpen)
    // A request during the read above may have added the breaker already.
    const made = this.#breakers.get(site) ?? breaker
    this.#breakers.set(site, made)
    return made
  }
}

/** Returns the name of a site: its host and first folder, because all agencies share www.gov.br. */
const siteOf = (address: string) => `${new URL(address).host}/${firstSegment(address)}`

const FILE_TYPE = /^(?:application\/(?!xhtml|xml|json|\w+\+xml)|image\/|audio\/|video\/|font\/)/i

/** Throws ScrapeError `not_a_page` when a page was wanted and the answer is a file, such as a PDF. */
function refuseFile(wanted: Wanted, contentType: string | null): void {
  if (wanted === 'html' && FILE_TYPE.test(contentType?.trim() ?? ''))
    throw new ScrapeError('not_a_page', `the answer is a file: ${contentType}`)
}

async function discard(response: Response): Promise<Uint8Array> {
  await response.body?.cancel()
  return new Uint8Array()
}

/** Returns the message of an error. The network errors of `fetch` have their reason in `cause`. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.name} ${error.message}${cause}`
}

/**
 * Returns a fetcher. It obeys robots.txt, which it reads once a day, and sends one request at a time to a host, with a
 * pause after each. Requests may be conditional, have 3 tries of 20 s and 5 MB, and follow redirects within the allowed
 * hosts. A site or host that keeps failing is paused. Throws when the user agent has no contact.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  return new PoliteFetcher(options)
}
