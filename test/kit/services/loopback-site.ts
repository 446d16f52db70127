import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { localDay } from '@pauta/platform/time/time'

/** An article of the site. `day` is local, `YYYY-MM-DD`. */
export interface LoopbackArticle {
  slug: string
  title: string
  day: string
  text?: string
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

const brazilian = (day: string) => day.split('-').reverse().join('/')

/** Answers with a page. */
export const page =
  (body: string, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)

export const fails = (status: number): Answer => page(`<html><body>${status}</body></html>`, status)

/** A page that says that the site is under maintenance, with status 200 and as much text as an article. */
export const MAINTENANCE = `<html><head><title>Portal em atualização</title></head><body><div id="content"><h1>Portal em atualização</h1>
<p>${'Estamos realizando melhorias em nossos sistemas para atender melhor. '.repeat(5)}</p><p>Pedimos desculpas.</p></div></body></html>`

const PATH = '/mec/pt-br/assuntos/noticias'

/** A site of the kind plone-html on this machine, newest first, with answers of its own for single paths. */
export class LoopbackSite {
  articles: LoopbackArticle[] = []
  size = 20
  /** Whether listing and pages state dates. */
  hasDates = true
  /** Whether all classes and names of parts are others than before. */
  isRenamed = false
  /** Answers that replace the site's, by path. */
  readonly answers = new Map<string, Answer>()
  /** Paths that were asked, with their queries. */
  asked: string[] = []
  #server: Server | undefined
  #port = 0

  async start(): Promise<void> {
    this.#server = createServer((request, response) => this.#answer(request, response))
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get listingUrl(): string {
    return `${this.origin}${PATH}`
  }

  pathOf = (slug: string): string => `${PATH}/${slug}`

  /** Publishes articles, each a day older than the one before, and returns their slugs. */
  publish(names: readonly string[], newest: Date, perDay = 1): string[] {
    const slugs = names.map((name) => `noticia-${name}`)
    for (const [at, name] of names.entries()) {
      const day = localDay(new Date(newest.getTime() - Math.floor(at / perDay) * 86_400_000))
      this.articles.push({ slug: `noticia-${name}`, title: `Programa ${name} abre inscrições`, day })
    }
    return slugs
  }

  answerWith(slug: string, answer: Answer): void {
    this.answers.set(this.pathOf(slug), answer)
  }

  /** How often the page of an article was asked. */
  countAsked = (slug: string): number => this.asked.filter((path) => path === this.pathOf(slug)).length

  pageOf({ title, day, slug, text }: LoopbackArticle): string {
    const byline = this.hasDates
      ? `<span class="documentPublished"><span>publicado</span> <span class="value">${brazilian(day)} 14h30</span></span>`
      : ''
    const body = text ?? `O conteúdo de ${slug} trata das inscrições em todas as regiões do país. `.repeat(8)
    return `<!DOCTYPE html><html lang="pt-br"><head><title>${title} — Ministério</title></head><body><div id="content">
<h1 class="documentFirstHeading">${title}</h1>${byline}<div id="content-core"><div id="parent-fieldname-text"><p>${body}</p></div></div></div></body></html>`
  }

  listingPage(offset: number): string {
    const tiles = this.articles.slice(offset, offset + this.size).map(({ slug, title, day }) => {
      const byline = this.hasDates ? `<span class="documentByLine">${brazilian(day)} 14h30</span>` : ''
      return `<article class="tileItem"><h2 class="tileHeadline"><a class="summary url" href="${this.listingUrl}/${slug}">${title}</a></h2>${byline}</article>`
    })
    const next = offset + this.size
    const more =
      next < this.articles.length ? `<a href="${this.listingUrl}?b_start:int=${next}">Próximo</a>` : ''
    return `<!DOCTYPE html><html><head><title>Notícias</title></head><body><div id="content">${tiles.join('')}${more}</div></body></html>`
  }

  #send(html: string): Answer {
    return page(this.isRenamed ? html.replace(/ (?:class|id)="[^"]*"/g, ' class="css-1x2y3z"') : html)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://x')
    this.asked.push(url.pathname)
    const own = this.answers.get(url.pathname)
    if (own) return own(request, response)
    if (url.pathname === PATH)
      return this.#send(this.listingPage(Number(url.searchParams.get('b_start:int') ?? 0)))(request, response)
    const article = this.articles.find(({ slug }) => url.pathname === this.pathOf(slug))
    return (article === undefined ? fails(404) : this.#send(this.pageOf(article)))(request, response)
  }
}
