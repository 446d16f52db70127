import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An article of a test site. */
export interface SiteArticle {
  slug: string
  title: string
  /** `DD/MM/YYYY HHhMM` at Brasília. */
  date: string
  text?: string
}

type Answer = { status: number; body?: string; headers?: Record<string, string> }

const TEXT =
  'O ministério apresentou nesta terça-feira o balanço do programa, que alcançou mais de duzentos municípios.'

/** `DD/MM/YYYY HHhMM` of an instant at Brasília. */
export function siteDate(at: Date): string {
  const [day = '', time = ''] = new Date(at.getTime() - 3 * 3_600_000).toISOString().split('T')
  return `${day.split('-').reverse().join('/')} ${time.slice(0, 5).replace(':', 'h')}`
}

/** A classic Plone site per agency, all on one server, with answers that a test can replace. */
export class NewsSite {
  readonly articles = new Map<string, SiteArticle[]>()
  /** Answers in place of pages, by path. */
  readonly faults = new Map<string, Answer>()
  /** Articles that are or were on the site, as `agency/slug`. Pages of those that are gone answer 404. */
  readonly #shown = new Set<string>()
  readonly requests: { path: string; headers: IncomingMessage['headers'] }[] = []
  url = ''
  port = 0
  #server = createServer((request, response) => this.#serve(request, response))

  /** Puts an article on top of an agency's listing and returns its address on www.gov.br. */
  publish(agency: string, article: SiteArticle): string {
    this.articles.set(agency, [article, ...(this.articles.get(agency) ?? [])])
    return `https://www.gov.br/${agency}/pt-br/assuntos/noticias/${article.slug}`
  }

  asked(part: string): number {
    return this.requests.filter(({ path }) => path.includes(part)).length
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/'
    this.requests.push({ path, headers: request.headers })
    const { status, body = '', headers = {} } = this.faults.get(path.split('?')[0] ?? '') ?? this.#page(path)
    const isSame = headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']
    response.writeHead(isSame ? 304 : status, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(isSame ? '' : body)
  }

  #page(path: string): Answer {
    const [, agency = '', ...rest] = (path.split('?')[0] ?? '').split('/')
    const articles = this.articles.get(agency)
    const article = articles?.find(({ slug }) => slug === rest.at(-1))
    if (articles === undefined || path === '/robots.txt') return { status: 404 }
    for (const { slug } of articles) this.#shown.add(`${agency}/${slug}`)
    if (!article && this.#shown.has(`${agency}/${rest.at(-1)}`)) return { status: 404 }
    if (article) return { status: 200, body: articlePage(article), headers: { etag: etagOf(article) } }
    const shown = path.includes('b_start') ? [] : articles
    // A listing has no texts, so that a silent edit does not change it.
    const listed = shown.map(({ slug, title, date }) => [slug, title, date])
    return { status: 200, body: listingPage(agency, shown), headers: { etag: etagOf(listed) } }
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.port = (this.#server.address() as AddressInfo).port
    this.url = `http://127.0.0.1:${this.port}`
    return this
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

const etagOf = (value: unknown) => `"${Buffer.from(JSON.stringify(value)).toString('base64url').slice(-40)}"`

function articlePage({ title, date, text = `${title}. ${TEXT}` }: SiteArticle): string {
  return `<html><head><title>${title}</title></head><body><div id="content"><h1 class="documentFirstHeading">${title}</h1>
    <span class="documentPublished">Publicado em <span class="value">${date}</span></span>
    <p>${text}</p><p><img src="/foto.jpg" alt="Foto"></p></div></body></html>`
}

function listingPage(agency: string, articles: readonly SiteArticle[]): string {
  const tiles = articles.map(
    ({ slug, title, date }) =>
      `<article class="tileItem"><h2><a class="summary url" href="https://www.gov.br/${agency}/pt-br/assuntos/noticias/${slug}">${title}</a></h2><span class="documentByLine">${date}</span></article>`,
  )
  return `<html><body><div id="content"><h1>Notícias</h1>${tiles.join('')}</div></body></html>`
}
