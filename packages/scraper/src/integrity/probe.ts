import { createHash } from 'node:crypto'
import { getOuterHTML } from 'domutils'
import { readBody } from '../fetch/answer.ts'
import { HostLane } from '../fetch/host-lane.ts'
import { leastPause } from '../fetch/news-hosts.ts'
import type { Clock, HostMemory } from '../fetch/ports.ts'
import { firstPicture } from '../html/media.ts'
import { first, metaContent, parseHtml } from '../html/page.ts'
import { resolveAddress } from '../addresses/address.ts'
import { decodePage } from '../fetch/decode-page.ts'

/** Beginnings of the addresses of pictures that may be checked besides those of the news sites. */
const PICTURE_PREFIXES = [
  'https://imagens.ebc.com.br/',
  'https://memoria.ebc.com.br/',
  'https://live.staticflickr.com/',
  'https://storage.googleapis.com/destaquesgovbr-thumbnails/',
] as const

const IMAGE_TIMEOUT_MILLISECONDS = 10_000
const CONTENT_TIMEOUT_MILLISECONDS = 15_000
const BYTES_MAX = 5 * 1024 * 1024
const REDIRECTS_MAX = 5
const BODIES = ['div#content', 'main#main-content article', 'article', 'main']
/** Statuses of a page that does not exist any more. */
const GONE: ReadonlySet<number> = new Set([404, 410])
/** Statuses of a host that is asked too often: its pause doubles. */
const BUSY: ReadonlySet<number> = new Set([429, 503])

/** `unknown`: the host did not answer, which says nothing of the picture. */
type ImageStatus = 'ok' | 'redirect' | 'broken' | 'timeout' | 'no_image' | 'unknown'
type ContentStatus = 'baseline' | 'unchanged' | 'changed' | 'removed' | 'error'

/** The result for a picture. `httpCode` is null without an answer. */
export type ImageCheck = {
  readonly status: ImageStatus
  readonly httpCode: number | null
  readonly contentType: string | null
}

export type ContentCheck = {
  readonly status: ContentStatus
  /** Null without an answer. */
  readonly httpCode: number | null
  /** `sha256:` and the hash of the body's HTML; null without a body. Not the hash of an article. */
  readonly hash: string | null
  readonly etag: string | null
  readonly imageUrl: string | null
}

export type ProbeOptions = {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>
  readonly clock: Clock
  readonly memory: HostMemory
  readonly userAgent: string
  readonly delayMilliseconds: number
  /** Hosts of the news sites. */
  readonly hosts: ReadonlySet<string>
}

/** Whether an address may be checked: of one of these news sites, or of their pictures. */
export const isCheckable = (address: string, hosts: ReadonlySet<string>): boolean =>
  PICTURE_PREFIXES.some((prefix) => address.startsWith(prefix)) ||
  [...hosts].some((host) => address.startsWith(`https://${host}/`))

/** Checks pictures and pages of stored articles, one request at a time per host. */
export class Probe {
  readonly #options: ProbeOptions
  readonly #lanes = new Map<string, HostLane>()

  constructor(options: ProbeOptions) {
    this.#options = options
  }

  /**
   * Checks a picture by its first kilobyte, because www.gov.br refuses HEAD. The status is `ok` for 200 or 206 with the
   * type of an image. Never throws.
   */
  async checkImage(address: string): Promise<ImageCheck> {
    try {
      const headers = { accept: 'image/*', range: 'bytes=0-1023' }
      return await this.#follow(address, headers, IMAGE_TIMEOUT_MILLISECONDS, async (response) => {
        await response.body?.cancel()
        const { status } = response
        const contentType = response.headers.get('content-type')
        const isImage = (status === 200 || status === 206) && /^image\//i.test(contentType ?? '')
        const left = status >= 300 && status < 400 ? 'redirect' : 'broken'
        return { status: isImage ? 'ok' : left, httpCode: status, contentType }
      })
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === 'TimeoutError'
      return { status: isLate ? 'timeout' : 'unknown', httpCode: null, contentType: null }
    }
  }

  /** Compares the body of a page with a stored hash. With an ETag the request is conditional. Never throws. */
  async checkContent(
    address: string,
    { hash, etag }: { hash: string | null; etag: string | null },
  ): Promise<ContentCheck> {
    const headers = {
      accept: 'text/html,application/xhtml+xml',
      ...(etag !== null && { 'if-none-match': etag }),
    }
    const failed = { status: 'error', httpCode: null, hash: null, etag: null, imageUrl: null } as const
    try {
      return await this.#follow(
        address,
        headers,
        CONTENT_TIMEOUT_MILLISECONDS,
        async (response, finalUrl) => {
          const newEtag = response.headers.get('etag')
          const httpCode = response.status
          if (httpCode === 304)
            return { status: 'unchanged', httpCode, hash, etag: newEtag ?? etag, imageUrl: null }
          if (GONE.has(httpCode)) return { ...failed, httpCode, status: 'removed' }
          if (httpCode !== 200) return { ...failed, httpCode }
          const bytes = await readBody(response, BYTES_MAX)
          const html = decodePage(bytes, response.headers.get('content-type'))
          return { httpCode, ...readContent(html, finalUrl, hash, newEtag) }
        },
      )
    } catch {
      // No answer, or a page that is too large.
      return failed
    }
  }

  /** Follows redirects to checkable addresses. Reads any other redirect as the answer. */
  async #follow<Value>(
    address: string,
    headers: Record<string, string>,
    timeoutMilliseconds: number,
    read: (response: Response, finalUrl: string) => Promise<Value>,
  ): Promise<Value> {
    let url = address
    for (let hops = 0; ; hops += 1) {
      const lane = this.#laneOf(new URL(url).host)
      let isBusy = false
      const step = await lane.run(async () => {
        const response = await this.#options.fetch(url, {
          headers: { ...headers, 'user-agent': this.#options.userAgent },
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMilliseconds),
        })
        isBusy = BUSY.has(response.status)
        const isRedirect = [301, 302, 303, 307, 308].includes(response.status)
        const target = isRedirect ? resolveAddress(response.headers.get('location'), url) : null
        if (target === null || !isCheckable(target, this.#options.hosts) || hops >= REDIRECTS_MAX)
          return { value: await read(response, url) }
        await response.body?.cancel()
        return { target }
      })
      if (isBusy) await lane.slowDown(0)
      if ('value' in step) return step.value
      url = step.target
    }
  }

  #laneOf(host: string): HostLane {
    const { clock, memory, delayMilliseconds } = this.#options
    const known = this.#lanes.get(host)
    const holdMilliseconds = 2 * CONTENT_TIMEOUT_MILLISECONDS
    const lane =
      known ??
      new HostLane({
        clock,
        memory,
        host,
        usualMilliseconds: leastPause(host, delayMilliseconds),
        holdMilliseconds,
      })
    this.#lanes.set(host, lane)
    return lane
  }
}

function readContent(
  html: string,
  url: string,
  known: string | null,
  etag: string | null,
): Omit<ContentCheck, 'httpCode'> {
  const page = parseHtml(html)
  const body = BODIES.map((selector) => first(selector, page)).find((element) => element !== null)
  if (!body) return { status: 'error', hash: null, etag, imageUrl: null }
  const hash = `sha256:${createHash('sha256').update(getOuterHTML(body)).digest('hex')}`
  const imageUrl = firstPicture(body, url) ?? resolveAddress(metaContent(page, 'og:image'), url)
  const status = known === null ? 'baseline' : known === hash ? 'unchanged' : 'changed'
  return { status, hash, etag, imageUrl }
}
