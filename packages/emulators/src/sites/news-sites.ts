import { createHash } from 'node:crypto'
import { escapeHtml } from '../inbox/escape-html.ts'
import { imageOf } from './site-address.ts'
import { findPage, findPicture } from './site-pages.ts'
import type { NewsSite, SiteAnswer, SiteNews, SitePage, SiteRequest } from './site-types.ts'
import { answerInTrouble, isDelivery, type Delivery, type Trouble } from './trouble.ts'

const GOVERNMENT_HOST = 'www.gov.br'
const PICTURE_HOST = 'imagens.ebc.com.br'
/** Seconds between requests that the robots.txt of the broadcasters asks for. */
const CRAWL_DELAY_SECONDS = 10
const GOVERNMENT_ROBOTS =
  'User-agent: *\nDisallow: /*/sendto_form$\nDisallow: /*/folder_factories$\nDisallow: /*/@@login\n'
const OPEN_ROBOTS = 'User-agent: *\nDisallow: /wp-admin/\n'
/** The broadcasters close the paths of their software. */
const broadcasterRobots = (delaySeconds: number) =>
  `User-agent: *\nCrawl-delay: ${delaySeconds}\nDisallow: /admin/\nDisallow: /user/\nDisallow: /search/\n`
const RANGE = /^bytes=(\d+)-(\d*)$/

export interface NewsSitesOptions {
  sites: readonly NewsSite[]
  /** Returns what a site shows at a time, newest first. It must return the same for the same arguments. */
  listNews: (key: string, now: Date) => readonly SiteNews[]
  /** Returns an older article that no listing shows any more, by the last segment of its address. Default: none is left. */
  findNews?: ((key: string, slug: string, now: Date) => SiteNews | undefined) | undefined
  /** Seconds between requests that the broadcasters ask for. Default 10. */
  crawlDelaySeconds?: number | undefined
  /** Default: the clock of the machine. */
  now?: (() => Date) | undefined
  /** Returns the trouble that a request meets, or undefined for a page as usual. */
  trouble?: ((request: SiteRequest, site: NewsSite | undefined) => Trouble | undefined) | undefined
}

/** An answer, and how it is sent when it is not sent as usual. */
export interface SiteReply {
  answer: SiteAnswer
  delivery: Delivery | undefined
}

/** The sites, without a network. */
export interface NewsSites {
  reply(request: SiteRequest): SiteReply
}

const html = (status: number, body: string): SiteAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
})

const NOT_FOUND = html(
  404,
  '<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>Página não encontrada</title></head><body><h1>Página não encontrada</h1></body></html>',
)

/** Applies the conditions of the request: a page that did not change is answered with 304. */
function applyConditions(page: SitePage, headers: SiteRequest['headers']): SiteAnswer {
  const answer = {
    status: page.status ?? 200,
    headers: { 'content-type': page.type } as Record<string, string>,
    body: page.body,
  }
  if (page.changedAt === null) return answer
  const etag = `"${createHash('sha1').update(page.body).digest('hex').slice(0, 20)}"`
  const lastModified = page.changedAt.toUTCString()
  Object.assign(answer.headers, { etag, 'last-modified': lastModified })
  const match = headers['if-none-match']
  const isSame = match === undefined ? headers['if-modified-since'] === lastModified : match === etag
  return isSame ? { ...answer, status: 304, body: '' } : answer
}

function applyRange(answer: SiteAnswer, range: string | undefined): SiteAnswer {
  const [, first = '', last = ''] = RANGE.exec(range ?? '') ?? []
  if (first === '' || answer.status !== 200) return answer
  const bytes = Buffer.from(answer.body)
  const end = last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1)
  const headers = { ...answer.headers, 'content-range': `bytes ${first}-${end}/${bytes.length}` }
  return { status: 206, headers, body: bytes.subarray(Number(first), end + 1) }
}

/** A page for a person who opens the emulator in a browser. */
function renderIndex(sites: readonly NewsSite[]): string {
  const rows = sites.map(({ key, kind, listingUrl }) => {
    const { host, pathname } = new URL(listingUrl)
    const path = host === GOVERNMENT_HOST ? pathname : `/${host}${pathname}`
    return `<li><a href="${escapeHtml(path)}">${escapeHtml(key)}</a> (${kind}, ${escapeHtml(listingUrl)})</li>`
  })
  return `<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>Sites de notícias emulados</title></head><body><h1>Sites de notícias emulados</h1><ul>${rows.join('\n')}</ul></body></html>`
}

/** Emulates the sites of `options`: what each answers to a request at its present time. */
export function makeNewsSites(options: NewsSitesOptions): NewsSites {
  const now = options.now ?? (() => new Date())
  const closedPaths = broadcasterRobots(options.crawlDelaySeconds ?? CRAWL_DELAY_SECONDS)
  const hosts = new Set([...options.sites.map(({ listingUrl }) => new URL(listingUrl).host), PICTURE_HOST])
  const siteOf = new Map(options.sites.map((site) => [placeOf(site.listingUrl), site]))

  /** Sites of www.gov.br share the host, each below a folder of its own. */
  function placeOf(address: string): string {
    const { host, pathname } = new URL(address)
    return host === GOVERNMENT_HOST ? `${host}/${pathname.split('/')[1] ?? ''}` : host
  }

  /** A browser asks the emulator by its own address: the host of a site may then be the first segment of the path. */
  function place(request: SiteRequest): SiteRequest {
    if (hosts.has(request.host)) return request
    const [, first = '', ...rest] = request.path.split('/')
    if (hosts.has(first)) return { ...request, host: first, path: `/${rest.join('/')}` }
    return { ...request, host: GOVERNMENT_HOST }
  }

  const listNews = (site: NewsSite) => options.listNews(site.key, now())

  function findAny(request: SiteRequest, site: NewsSite | undefined): SitePage | undefined {
    if (request.path === '/robots.txt') {
      const isOpen = site?.kind === 'feed' || site?.kind === 'wordpress'
      const body = isOpen ? OPEN_ROBOTS : request.host === GOVERNMENT_HOST ? GOVERNMENT_ROBOTS : closedPaths
      return { type: 'text/plain', body, changedAt: null }
    }
    if (request.host === PICTURE_HOST) return findPicture(request.path)
    if (site === undefined) return undefined
    const news = listNews(site)
    if (!request.path.includes('/@@images/')) return findNewsPage(request, site, news)
    const address = `https://${request.host}${request.path}`
    return news.some((each) => imageOf(site, each) === address) ? findPicture(request.path) : undefined
  }

  /** The page of the request, also of an article that is too old for listings. */
  function findNewsPage(
    request: SiteRequest,
    site: NewsSite,
    news: readonly SiteNews[],
  ): SitePage | undefined {
    const page = findPage({ site, news, request })
    if (page !== undefined && (page.status ?? 200) === 200) return page
    const older = options.findNews?.(site.key, request.path.split('/').at(-1) ?? '', now())
    return older ? findPage({ site, news: [older], request }) : page
  }

  function answer(request: SiteRequest, site: NewsSite | undefined, isBrowsing: boolean): SiteAnswer {
    if (isBrowsing && request.path === '/') return html(200, renderIndex(options.sites))
    // www.gov.br refuses HEAD for every user agent.
    if (request.method === 'HEAD' && request.host === GOVERNMENT_HOST) return html(403, '')
    if (request.method !== 'GET' && request.method !== 'HEAD') return html(405, '')
    const page = findAny(request, site)
    if (page === undefined) return NOT_FOUND
    return applyRange(applyConditions(page, request.headers), request.headers['range'])
  }

  return {
    reply(asked) {
      const request = place(asked)
      const site = siteOf.get(placeOf(`https://${request.host}${request.path}`))
      const trouble = options.trouble?.(request, site)
      if (trouble !== undefined && !isDelivery(trouble)) {
        const address = `https://${request.host}${request.path}?${request.query}`
        return { answer: answerInTrouble(trouble, address), delivery: undefined }
      }
      return { answer: answer(request, site, !hosts.has(asked.host)), delivery: trouble }
    },
  }
}
