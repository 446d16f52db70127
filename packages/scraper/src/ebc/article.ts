import type { Document } from 'domhandler'
import type { ScrapedArticle } from '../article/article.ts'
import type { Stamp } from '../dates/stamp.ts'
import { ScrapeError } from '../errors.ts'
import { finishArticle } from '../article/finish-article.ts'
import { firstOf, rulesOf, textAt, type Found } from '../html/found.ts'
import { findNewsData, type NewsData } from '../html/json-ld.ts'
import { figurePicture } from '../html/media.ts'
import { all, attribute, first, metaContent, parseHtml, textOf, type Element } from '../html/page.ts'
import { hasProse, refuseFaultyPage } from '../pages/page-faults.ts'
import type { PageContext } from '../pages/page-context.ts'
import { findPublishedLine, hoursLate } from '../pages/page-dates.ts'
import { articleAddress, firstSegment, resolveAddress } from '../addresses/address.ts'
import { distinct, textOrNull } from '../html/blank.ts'
import { readBrazilian, readIso } from '../dates/dates.ts'
import { readEbcBody } from './body.ts'

/** The pages of 2018 to 2020, of which the feed of 2026 still names the theme (agenciabrasil_v2). */
const LINE_OF_2020 = 'article.container h4'
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

/** The time that readers of Agência Brasil see. */
function findVisible(page: Document): Found<Stamp> {
  return firstOf([
    ['div.data', () => dateAt('div.data', page)],
    [LINE_OF_2020, () => dateAt(LINE_OF_2020, page)],
    ['label', () => findPublishedLine(page)],
  ])
}

type Times = { published: Found<Stamp>; updated: Found<Stamp>; isShifted: boolean }

/** The times of a page of Agência Brasil: JSON-LD, unless it is late by whole hours, then what readers see. */
function findTimes(page: Document, news: NewsData | null): Times {
  const visible = findVisible(page)
  const late = hoursLate(news?.published ?? null, visible?.value ?? null)
  const updated = updatedAt(page, late === 0 ? news : null)
  if (late !== 0) return { published: visible, updated, isShifted: true }
  const published = firstOf([
    ['json-ld', () => news?.published],
    [visible?.rule ?? 'div.data', () => visible?.value],
    ['article:published_time', () => readIso(metaContent(page, 'article:published_time'))],
  ])
  return { published, updated, isShifted: false }
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
  const at = (selector: string) => () => {
    const figure = first(selector, page)
    return figure === null ? null : figurePicture(figure, base)
  }
  return firstOf([
    ['figure', at('figure')],
    ['.post-image', at('.post-image')],
    ['article img', at('article.container')],
    ['.dnd-atom-rendered', at('.conteudo-noticia .dnd-atom-rendered')],
  ])
}

type Site = {
  readonly bodies: readonly string[]
  readonly titles: readonly string[]
  readonly subtitles: readonly string[]
  readonly times: (page: Document, news: NewsData | null) => Times
  readonly kicker: (page: Document) => Found<string>
  readonly picture: (page: Document, base: string) => Found<string>
}

const SITES: Record<'agenciabrasil' | 'tvbrasil', Site> = {
  agenciabrasil: {
    bodies: ['div.conteudo-noticia', 'article.container .post-item-wrap'],
    titles: ['h1.titulo-materia', 'h1', 'article.container h2'],
    subtitles: ['.linha-fina-noticia', 'article.container h2 + h3'],
    times: findTimes,
    kicker: () => null,
    picture: findPicture,
  },
  tvbrasil: {
    bodies: ['article'],
    titles: ['h1'],
    subtitles: [],
    times: (page, news) => ({
      published: firstOf([
        ['h5 .date-display-single', () => dateAt('h5 .date-display-single', page)],
        ['h5', () => dateAt('h5', page)],
        ['json-ld', () => news?.published],
      ]),
      updated: updatedAt(page, news),
      isShifted: false,
    }),
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
    ...site.titles.map((selector) => [selector, textAt(selector, page)] as const),
    ['og:title', () => textOrNull(metaContent(page, 'og:title'))],
    ['json-ld', () => textOrNull(news?.headline)],
  ])
}

type Body = { elements: Element[]; markdown: string; rule: string | undefined }

/** Returns the text of all body elements: the page of a programme may have several `article` elements. */
function bodyOf(site: Site, page: Document, base: string): Body {
  const rule = site.bodies.find((selector) => first(selector, page) !== null)
  const elements = rule === undefined ? [] : all(rule, page)
  const outer = elements.filter((element) => !elements.some((other) => contains(other, element)))
  const markdown = outer.map((element) => readEbcBody(element, base)).filter((text) => text !== '')
  return { elements: outer, markdown: markdown.join('\n\n'), rule }
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
  const { published, updated, isShifted } = site.times(page, news)
  const body = bodyOf(site, page, url)
  const isArticle = title !== null && body.elements.some((element) => published !== null || hasProse(element))
  refuseFaultyPage({ html, page, entries: [], isArticle, isDated: published !== null })
  if (title === null || body.markdown === '') {
    throw new ScrapeError('incomplete', `article without ${title === null ? 'title' : 'body'}`)
  }
  const subtitle = firstOf(site.subtitles.map((selector) => [selector, textAt(selector, page)] as const))
  const kicker = site.kicker(page)
  const tags = findTags(page)
  const picture = site.picture(page, url)
  const video = findVideo(page)
  const found = {
    title,
    publishedAt: published,
    updatedAt: updated,
    subtitle,
    editorialLead: kicker,
    tags,
    imageUrl: picture,
    videoUrl: video,
    body: body.rule === undefined ? null : { rule: body.rule },
  }
  return finishArticle({
    agency: context.agency ?? firstSegment(url),
    url,
    title: title.value,
    heading: title.value,
    publishedAt: published?.value ?? context.item?.stamp ?? null,
    updatedAt: updated?.value ?? null,
    subtitle: subtitle?.value ?? null,
    editorialLead: kicker?.value ?? null,
    category: CATEGORY,
    tags: tags?.value ?? [],
    imageUrl: picture?.value ?? null,
    videoUrl: video?.value ?? null,
    markdown: body.markdown,
    flags: isShifted ? ['shifted'] : [],
    rules: rulesOf(found),
  })
}
