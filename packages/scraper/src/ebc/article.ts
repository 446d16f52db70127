import type { Document } from 'domhandler'
import type { ScrapedArticle, Stamp } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import { finishArticle } from '../pages/finish-article.ts'
import { firstOf, rulesOf, textAt, type Found } from '../html/found.ts'
import { findNewsData, type NewsData } from '../html/json-ld.ts'
import { figurePicture } from '../html/media.ts'
import { all, attribute, first, metaContent, parseHtml, textOf, type Element } from '../html/page.ts'
import { hasProse, refuseFaultyPage } from '../pages/page-faults.ts'
import type { PageContext } from '../model/page-context.ts'
import { findPublishedLine } from '../pages/page-dates.ts'
import { articleAddress, firstSegment, resolveAddress } from '../text/address.ts'
import { distinct, textOrNull } from '../text/blank.ts'
import { readBrazilian, readIso } from '../text/dates.ts'
import { readEbcBody } from './body.ts'

/** Host of the videos of both sites. */
const VIDEO_HOST = 'https://tvbrasil.ebc.com.br'
const CATEGORY = 'Notícias'
const UPDATED = /atualizado em\s*:?\s*(.{0,40})/i

/** Returns the date in the text of the first element that has a date. */
function dateAt(selector: string, page: Document): Stamp | null {
  for (const element of all(selector, page)) {
    const stamp =
      readIso(attribute(element, 'content')) ?? readBrazilian(textOf(element).replace(UPDATED, ''))
    if (stamp !== null) return stamp
  }
  return null
}

function updatedAt(page: Document, news: NewsData | null): Found<Stamp> {
  const line = UPDATED.exec(textOf(first('div.data', page)))?.[1]
  return firstOf([
    ['json-ld', () => news?.modified],
    ['div.data', () => (line === undefined ? null : readBrazilian(line))],
  ])
}

function findVideo(page: Document): Found<string> {
  for (const source of all('video source[type="video/mp4"]', page)) {
    const value = resolveAddress(attribute(source, 'src'), VIDEO_HOST)
    if (value !== null) return { value, rule: 'video source' }
  }
  return null
}

function findTags(page: Document): Found<string[]> {
  const tags = (selector: string) => {
    const found = distinct(all(selector, page).map(textOf))
    return found.length > 0 ? found : null
  }
  return firstOf([
    ['/tags/', () => tags('a[href*="/tags/"]')],
    ['div.row-tags', () => tags('div.row-tags a')],
  ])
}

function findPicture(page: Document, base: string): Found<string> {
  const figure = first('figure', page)
  const value = figure === null ? null : figurePicture(figure, base)
  return value === null ? null : { value, rule: 'figure' }
}

type Site = {
  readonly bodies: readonly string[]
  readonly titles: readonly string[]
  readonly published: (page: Document, news: NewsData | null) => Found<Stamp>
  readonly kicker: (page: Document) => Found<string>
  readonly picture: (page: Document, base: string) => Found<string>
}

const SITES: Record<'agenciabrasil' | 'tvbrasil', Site> = {
  agenciabrasil: {
    bodies: ['div.conteudo-noticia'],
    titles: ['h1.titulo-materia'],
    published: (page, news) =>
      firstOf([
        ['json-ld', () => news?.published],
        ['div.data', () => dateAt('div.data', page)],
        ['label', () => findPublishedLine(page)],
      ]),
    kicker: () => null,
    picture: findPicture,
  },
  tvbrasil: {
    bodies: ['article'],
    titles: [],
    published: (page, news) =>
      firstOf([
        ['h5 .date-display-single', () => dateAt('h5 .date-display-single', page)],
        ['h5', () => dateAt('h5', page)],
        ['json-ld', () => news?.published],
      ]),
    kicker: (page) =>
      firstOf([
        ['h4.txtNoticias a', textAt('h4.txtNoticias a', page)],
        ['h4.txtNoticias', textAt('h4.txtNoticias', page)],
      ]),
    picture: () => null,
  },
}

function findTitle(site: Site, page: Document, news: NewsData | null): Found<string> {
  return firstOf([
    ...[...site.titles, 'h1'].map((selector) => [selector, textAt(selector, page)] as const),
    ['og:title', () => textOrNull(metaContent(page, 'og:title'))],
    ['json-ld', () => textOrNull(news?.headline)],
  ])
}

/** Returns the text of all body elements: the page of a programme may have several `article` elements. */
function bodyOf(site: Site, page: Document, base: string): { elements: Element[]; markdown: string } {
  const elements = site.bodies.flatMap((selector) => all(selector, page))
  const outer = elements.filter(
    (element) => !elements.some((other) => other !== element && contains(other, element)),
  )
  const markdown = outer.map((element) => readEbcBody(element, base)).filter((text) => text !== '')
  return { elements: outer, markdown: markdown.join('\n\n') }
}

function contains(outer: Element, inner: Element): boolean {
  for (let node = inner.parent; node !== null; node = node.parent) if (node === outer) return true
  return false
}

/**
 * Reads an article of Agência Brasil or TV Brasil. Throws ScrapeError for challenge, login and error pages, and
 * `incomplete` when the title or the body is missing.
 */
export function readEbcArticle(
  html: string,
  context: PageContext,
  kind: 'agenciabrasil' | 'tvbrasil',
): ScrapedArticle {
  const site = SITES[kind]
  const page = parseHtml(html)
  const url = articleAddress(context.url, context.url) ?? context.url
  const news = findNewsData(page)
  const title = findTitle(site, page, news)
  const published = site.published(page, news)
  const body = bodyOf(site, page, url)
  const isArticle = title !== null && body.elements.some((element) => published !== null || hasProse(element))
  refuseFaultyPage({ html, page, entries: [], isArticle, isDated: published !== null })
  if (title === null || body.markdown === '') {
    throw new ScrapeError('incomplete', `article without ${title === null ? 'title' : 'body'}`)
  }
  const updated = updatedAt(page, news)
  const kicker = site.kicker(page)
  const tags = findTags(page)
  const picture = site.picture(page, url)
  const video = findVideo(page)
  const found = {
    title,
    publishedAt: published,
    updatedAt: updated,
    editorialLead: kicker,
    tags,
    imageUrl: picture,
    videoUrl: video,
  }
  return finishArticle({
    agency: context.agency ?? firstSegment(url),
    url,
    title: title.value,
    heading: title.value,
    publishedAt: published?.value ?? context.item?.stamp ?? null,
    updatedAt: updated?.value ?? null,
    subtitle: null,
    editorialLead: kicker?.value ?? null,
    category: CATEGORY,
    tags: tags?.value ?? [],
    imageUrl: picture?.value ?? null,
    videoUrl: video?.value ?? null,
    markdown: body.markdown,
    flags: [],
    rules: rulesOf(found),
  })
}
