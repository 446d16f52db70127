import { escapeHtml } from '@pauta/platform/text/html'
import type { Document } from 'domhandler'
import { baseOf } from '../html/base-address.ts'
import { firstOf, rulesOf, textAt, type Found } from '../html/found.ts'
import { findNewsData, type NewsData } from '../html/json-ld.ts'
import { findVideo, firstPicture } from '../html/media.ts'
import {
  all,
  closest,
  first,
  linkedLength,
  metaContent,
  parseHtml,
  textOf,
  textUpTo,
  titleOfWindow,
  type Element,
} from '../html/page.ts'
import type { ScrapedArticle } from '../article/article.ts'
import { ScrapeError } from '../errors.ts'
import type { PageContext } from '../pages/page-context.ts'
import { finishArticle } from '../article/finish-article.ts'
import { findPublished, findPublishedLine, findUpdated, hoursLate, isStated } from '../pages/page-dates.ts'
import { refuseFaultyPage } from '../pages/page-faults.ts'
import { readBody } from '../body/read-body.ts'
import { articleAddress, firstSegment, resolveAddress } from '../addresses/address.ts'
import { distinct, squeeze, textOrNull, withoutCutMark } from '../html/blank.ts'
import { findReadablePart } from './readable-part.ts'

/** A text of which more than this share is links is a list of other pages. */
const LINKED_MAX_SHARE = 0.5
const TEXT_MIN_CHARACTERS = 200
/** The text of the data replaces one that has less than this share of it. */
const SHOWN_SHARE_MIN = 0.5
const FURNITURE = /^(?:header|nav|footer|aside)$/

/** The headings of the page's content. Sites without an `h1` for the article use it for their own name, in the header. */
function contentHeadings(page: Document): string[] {
  const own = squeeze(metaContent(page, 'og:site_name'))
  return all('h1', page)
    .filter((heading) => closest(heading, ({ name }) => FURNITURE.test(name)) === null)
    .map(textOf)
    .filter((text) => text !== '' && text !== own)
}

/** What the page itself calls the article: the heading that its other titles begin with, else its first heading. */
function findHeading(page: Document, news: NewsData | null): Found<string> {
  const headings = contentHeadings(page)
  const titles = [metaContent(page, 'og:title'), news?.headline ?? '', textOf(all('title', page)[0] ?? null)]
  const isNamed = (heading: string) => titles.some((title) => squeeze(title).startsWith(heading))
  return firstOf([
    ['h1', () => headings.find(isNamed) ?? headings[0]],
    ['og:title', () => textOrNull(metaContent(page, 'og:title'))],
    ['json-ld', () => textOrNull(news?.headline)],
    ['title', () => titleOfWindow(page)],
  ])
}

/**
 * The page's description of itself, unless that is the beginning of the text, as many systems fill it in. A description
 * that stands on the page as a block of its own is a subtitle.
 */
function findSubtitle(page: Document, part: Element): Found<string> {
  const blocks = new Set(all('p, div, h2, h3, h4', part).map(textOf))
  const words = textOf(part)
  const isOwn = (text: string | null) =>
    text !== null && (blocks.has(text) || !words.includes(withoutCutMark(text)))
  return firstOf([
    ['named', () => findNamedSubtitle(page)],
    ...['og:description', 'description'].map((name) => {
      const text = textOrNull(metaContent(page, name))
      return [name, () => (isOwn(text) ? text : null)] as const
    }),
  ])
}

/** Names that systems and themes give to the line under a title. */
const SUBTITLE =
  '[itemprop="alternativeHeadline"], [class*="linha-fina"], [class*="linhafina"], [class*="subtitulo"], [class*="subtitle"], .documentDescription, .bigode'
const SUBTITLE_MAX_CHARACTERS = 400
/** A paragraph that is longer is text. */
const LINE_MAX_CHARACTERS = 60
const LIST_OR_BOX = /^(?:aside|nav|footer|li|td)$/

/** The line between the heading and the text whose element is named so, where there is one alone. */
function findNamedSubtitle(page: Document): string | null {
  const named = new Set(all(SUBTITLE, page))
  const blocks = all(`h1, p, ${SUBTITLE}`, page)
  const heading = blocks.findIndex(({ name }) => name === 'h1')
  const behind = heading === -1 ? [] : blocks.slice(heading + 1)
  const isText = (block: Element) => !named.has(block) && textUpTo(block, LINE_MAX_CHARACTERS) === null
  const text = behind.findIndex(isText)
  const between = behind.slice(0, text === -1 ? behind.length : text)
  const lines = between.filter(
    (block) => named.has(block) && closest(block, ({ name }) => LIST_OR_BOX.test(name)) === null,
  )
  return lines[0] !== undefined && lines.length === 1
    ? textOrNull(textUpTo(lines[0], SUBTITLE_MAX_CHARACTERS))
    : null
}

function findTags(page: Document, item: PageContext['item']): Found<string[]> {
  const listed = item === undefined ? [] : [...item.tags]
  const stated = distinct([
    ...all('meta[property="article:tag"]', page).map(({ attribs }) => attribs['content'] ?? ''),
    ...metaContent(page, 'keywords').split(','),
  ])
  const marked = distinct(all('a[rel~="tag"]:not([rel~="category"])', page).map(textOf))
  return firstOf([
    ['a[rel~=tag]', () => (marked.length > 0 ? marked : null)],
    ['meta', () => (stated.length > 0 ? stated : null)],
    ['listing', () => (listed.length > 0 ? listed : null)],
  ])
}

/** The text that the data of a page state, for a page that shows less than half of it, or that a script fills. */
function partOfData(news: NewsData | null, shown: Element | null): Element | null {
  const body = news?.body ?? ''
  const isHtml = /<(?:p|br|div)\b/i.test(body)
  const html = isHtml
    ? body
    : body
        .split(/\n+/)
        .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
        .join('')
  const part = body === '' ? null : first('*', parseHtml(`<div>${html}</div>`))
  const isLess = textOf(shown).length < textOf(part).length * SHOWN_SHARE_MIN
  return isLess ? part : null
}

function unreadable(what: string): ScrapeError {
  return new ScrapeError('empty_content', `no rule fits the page, and ${what}`)
}

/**
 * Reads an article from a page of any structure, by how its text is distributed and by the metadata that most sites have.
 * The article has the flag `general`. Throws ScrapeError for challenge, login, maintenance and "not found" pages, and
 * `empty_content` for pages that are no article: without a title, with under 200 characters of text besides links, or
 * with more links than text.
 */
export function readGeneralArticle(html: string, context: PageContext): ScrapedArticle {
  const { url, item } = context
  const page = parseHtml(html)
  const base = baseOf(page, url)
  const news = findNewsData(page)
  const stated = findPublished(page, news, item)
  const visible = findPublishedLine(page)
  const isShifted = visible !== null && hoursLate(stated?.stamp ?? null, visible) !== 0
  const published = isShifted ? { stamp: visible, rule: 'label' } : stated
  const isDated = isStated(published)
  const shown = findReadablePart(html)
  const part = partOfData(news, shown) ?? shown
  refuseFaultyPage({ html, page, entries: [], isArticle: isDated && part !== null, isDated })
  const length = textOf(part).length
  const linked = part === null ? 0 : linkedLength(part)
  if (part === null || length - linked < TEXT_MIN_CHARACTERS) throw unreadable('it has no text to read')
  if (linked > length * LINKED_MAX_SHARE) throw unreadable('its text is links')
  const heading = findHeading(page, news)
  const listed = textOrNull(item?.title)
  const title = listed === null ? heading : { value: listed, rule: 'listing' }
  if (title === null) throw unreadable('it has no title')

  const subtitle = findSubtitle(page, part)
  const { markdown, isLight } = readBody(
    part,
    { title: heading?.value ?? title.value, kicker: null, subtitle: subtitle?.value ?? null },
    base,
  )
  const picture = firstOf([
    ['og:image', () => resolveAddress(metaContent(page, 'og:image'), base)],
    ['img', () => firstPicture(part, base)],
  ])
  const video = findVideo(part, base)
  const found = {
    title,
    publishedAt: published,
    updatedAt: findUpdated(page, news),
    subtitle,
    category: firstOf([
      ['listing', () => textOrNull(item?.category)],
      ['meta', () => textOrNull(metaContent(page, 'article:section'))],
      ['a[rel~=category]', () => textOrNull(textAt('a[rel~="category"]', page)())],
    ]),
    tags: findTags(page, item),
    imageUrl: picture,
    videoUrl: video && { value: video.url, rule: video.rule },
    body: { rule: 'general' },
  }
  return finishArticle({
    agency: context.agency ?? firstSegment(url),
    url: articleAddress(url, url) ?? url,
    title: title.value,
    heading: heading?.value ?? null,
    publishedAt: published?.stamp ?? null,
    updatedAt: found.updatedAt?.stamp ?? null,
    subtitle: found.subtitle?.value ?? null,
    editorialLead: null,
    category: found.category?.value ?? null,
    tags: found.tags?.value ?? [],
    imageUrl: found.imageUrl?.value ?? null,
    videoUrl: found.videoUrl?.value ?? null,
    markdown,
    flags: [
      'general',
      ...(isLight ? (['light-clean'] as const) : []),
      ...(isShifted ? (['shifted'] as const) : []),
    ],
    rules: rulesOf(found),
  })
}
