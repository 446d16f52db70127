import type { Document } from 'domhandler'
import type { ListingItem } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import { finishArticle } from '../article/finish-article.ts'
import { ScrapeError } from '../errors.ts'
import type { PageContext } from '../pages/page-context.ts'
import { baseOf } from '../html/base-address.ts'
import { isPictureCaption } from '../html/captions.ts'
import { firstOf, rulesOf, textAt, type Found } from '../html/found.ts'
import { findNewsData, type NewsData } from '../html/json-ld.ts'
import { findVideo, firstPicture } from '../html/media.ts'
import {
  all,
  attribute,
  classesOf,
  first,
  metaContent,
  parseHtml,
  textOf,
  titleOfWindow,
  type Element,
} from '../html/page.ts'
import { hasProse, refuseFaultyPage } from '../pages/page-faults.ts'
import { articleAddress, firstSegment, resolveAddress } from '../addresses/address.ts'
import { distinct, textOrNull } from '../html/blank.ts'
import { isDateLine } from '../dates/date-line.ts'
import { readBody } from '../body/read-body.ts'
import { findPublished, findUpdated, isStated } from '../pages/page-dates.ts'

const BODIES = [
  'div#content',
  '#content',
  'main#main-content article',
  '[property="rnews:articleBody"]',
  'article',
  'main',
]
const KICKER_MIN_CHARACTERS = 6
const KICKER_MAX_CHARACTERS = 49
const CHANGED_PAGE_CHARACTERS = 5_000
const CATEGORY_FIELD = '#formfield-form-widgets-categoria'
const HOME = /^(p[áa]gina inicial|home|in[íi]cio|voc[êe] est[áa] aqui:?)$/i
const NO_CATEGORY = /^no category$/i

/** What the page itself calls the article. */
function findHeading(page: Document, body: Element | null, news: NewsData | null): Found<string> {
  return firstOf([
    ['h1.documentFirstHeading', textAt('h1.documentFirstHeading', page)],
    ['.documentFirstHeading', textAt('.documentFirstHeading', page)],
    ['body h1', () => (body === null ? null : textAt('h1', body)())],
    ['h1', textAt('h1', page)],
    ['og:title', () => textOrNull(metaContent(page, 'og:title'))],
    ['json-ld', () => textOrNull(news?.headline)],
    ['title', () => (body !== null && hasProse(body) ? titleOfWindow(page) : null)],
  ])
}

function isKicker(text: string): boolean {
  const isCapitals = text === text.toUpperCase() && text !== text.toLowerCase()
  return isCapitals && text.length >= KICKER_MIN_CHARACTERS && text.length <= KICKER_MAX_CHARACTERS
}

function findKicker(body: Element): Found<string> {
  return firstOf([
    ['.nitfSubtitle', textAt('.nitfSubtitle', body)],
    [
      'capitals',
      () => {
        const paragraphs = all('p:not(.section, .discreet, .description, .nitfSubtitle)', body).map(textOf)
        const text = paragraphs.find((candidate) => candidate !== '')
        return text !== undefined && isKicker(text) ? text : null
      },
    ],
  ])
}

/** A paragraph of so many characters is text, rather than a date, a kicker or a summary. */
const TEXT_CHARACTERS = 80

/** The small print before the text that sums an article up, rather than describes a picture. */
function findSummary(body: Element): Element | null {
  const isSmall = (paragraph: Element) => classesOf(paragraph).includes('discreet')
  for (const paragraph of all('p', body)) {
    const text = textOf(paragraph)
    if (isSmall(paragraph) && text !== '' && !isPictureCaption(paragraph)) return paragraph
    if (attribute(paragraph, 'class') === '' && text.length >= TEXT_CHARACTERS && !isDateLine(text))
      return null
  }
  return null
}

function findSubtitle(body: Element): Found<string> {
  return firstOf([
    ['.documentDescription', textAt('.documentDescription', body)],
    ['p.description', textAt('p.description', body)],
    ['p.discreet', () => textOf(findSummary(body)) || null],
  ])
}

function breadcrumb(page: Document): string | null {
  const links = all('nav.portal-breadcrumbs a, #portal-breadcrumbs a, nav#breadcrumbs a', page).map(textOf)
  const [, second = ''] = links
  return HOME.test(second) ? null : second
}

function category(text: string | null | undefined): string | null {
  const found = textOrNull(text)
  return NO_CATEGORY.test(found ?? '') ? null : found
}

function findCategory(page: Document, item?: ListingItem): Found<string> {
  return firstOf([
    ['listing', () => category(item?.category)],
    [CATEGORY_FIELD, () => category(textAt(`${CATEGORY_FIELD} a`, page)())],
    ['breadcrumbs', () => category(breadcrumb(page))],
    ['meta', () => category(metaContent(page, 'category'))],
  ])
}

function findTags(page: Document, body: Element, item?: ListingItem): Found<string[]> {
  const links = (selector: string) => () => {
    const within = distinct(all(selector, body).map(textOf))
    const tags = within.length > 0 ? within : distinct(all(selector, page).map(textOf))
    return tags.length > 0 ? tags : null
  }
  return firstOf([
    ['origem=keyword', links('a[href*="origem=keyword"]')],
    ['div.keywords', links('div.keywords a')],
    ['a.link-category', links('a.link-category, a[rel~="tag"], #category a')],
    ['listing', () => (item !== undefined && item.tags.length > 0 ? [...item.tags] : null)],
  ])
}

function findImage(page: Document, body: Element, base: string): Found<string> {
  return firstOf([
    ['img', () => firstPicture(body, base)],
    ['og:image', () => resolveAddress(metaContent(page, 'og:image'), base)],
  ])
}

function findBodyElement(page: Document): { element: Element; rule: string } | null {
  for (const rule of BODIES) {
    const element = first(rule, page)
    if (element !== null) return { element, rule }
  }
  return null
}

function videoOf(body: Element, base: string): Found<string> {
  const video = findVideo(body, base)
  return video === null ? null : { value: video.url, rule: video.rule }
}

function missing(html: string, isTitle: boolean): ScrapeError {
  const kind = html.length > CHANGED_PAGE_CHARACTERS ? 'html_changed' : 'empty_content'
  return new ScrapeError(kind, isTitle ? 'the page has no title' : 'the page has no known body')
}

/**
 * Reads an article page of a classic Plone site. Throws ScrapeError for challenge, login and error pages, and
 * `empty_content` or `html_changed` for a page without a title.
 */
export function readPloneArticle(html: string, context: PageContext): ScrapedArticle {
  const { url, item } = context
  const page = parseHtml(html)
  const base = baseOf(page, url)
  const news = findNewsData(page)
  const place = findBodyElement(page)
  const body = place?.element ?? null
  const published = findPublished(page, news, item)
  const isDated = isStated(published)
  const isArticle = body !== null && (isDated || hasProse(body))
  refuseFaultyPage({ html, page, entries: [], isArticle, isDated })
  const heading = findHeading(page, body, news)
  const listed = textOrNull(item?.title)
  const title = listed === null ? heading : { value: listed, rule: 'listing' }
  if (title === null || body === null) throw missing(html, title === null)

  const kicker = findKicker(body)
  const subtitle = findSubtitle(body)
  const texts = { title: title.value, kicker: kicker?.value ?? null, subtitle: subtitle?.value ?? null }
  const { markdown, isLight } = readBody(body, texts, base)
  const found = {
    title,
    publishedAt: published,
    updatedAt: findUpdated(page, news),
    subtitle,
    editorialLead: kicker,
    category: findCategory(page, item),
    tags: findTags(page, body, item),
    imageUrl: findImage(page, body, base),
    videoUrl: videoOf(body, base),
    body: place,
  }
  return finishArticle({
    agency: context.agency ?? firstSegment(url),
    url: articleAddress(url, url) ?? url,
    title: title.value,
    heading: heading?.value ?? null,
    publishedAt: found.publishedAt?.stamp ?? null,
    updatedAt: found.updatedAt?.stamp ?? null,
    subtitle: texts.subtitle,
    editorialLead: texts.kicker,
    category: found.category?.value ?? null,
    tags: found.tags?.value ?? [],
    imageUrl: found.imageUrl?.value ?? null,
    videoUrl: found.videoUrl?.value ?? null,
    markdown,
    flags: isLight ? ['light-clean'] : [],
    rules: rulesOf(found),
  })
}
