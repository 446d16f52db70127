import type { Document } from 'domhandler'
import type { Listing, ListingItem } from '../pages/listing.ts'
import type { Stamp } from '../dates/stamp.ts'
import { findEntries } from '../pages/listed-entries.ts'
import { ScrapeError } from '../errors.ts'
import { baseOf } from '../html/base-address.ts'
import { findListedDate } from '../pages/listed-date.ts'
import { all, attribute, classesOf, first, parseHtml, textOf, textUpTo, type Element } from '../html/page.ts'
import { CHANGED_LISTING_BYTES, refuseFaultyPage } from '../pages/page-faults.ts'
import { articleAddress } from '../addresses/address.ts'
import { distinct, textOrNull } from '../html/blank.ts'
import { readBrazilian, readIso } from '../dates/dates.ts'

const ITEMS_MAX = 500
const STRUCTURES = [
  { name: 'article.tileItem', selector: 'article.tileItem' },
  { name: 'div.tileItem', selector: 'div.tileItem' },
  { name: 'ul.noticias', selector: 'ul.noticias > li' },
  { name: 'div.entries', selector: 'div.entries article.entry' },
  { name: 'div.item', selector: '#content-core div.item:has(a)' },
  // The other views that Plone itself has: summary, standard and tabular.
  { name: 'article.entry', selector: '#content-core article.entry' },
  { name: 'dt', selector: '#content-core dl > dt:has(span.summary a)' },
  { name: 'table.listing', selector: '#content-core table.listing > tbody > tr:has(td a)' },
] as const
const NOT_A_TITLE = /share|social|nav|menu|button|icon/i
const DATED_CLASS = /date|data|published|publicado|datetime|timestamp/i
const DAY_ALONE = /^\d{1,2}\/\d{1,2}\/\d{4}$/
/** Plone: "Atualmente não existem itens nessa pasta." */
const NO_ITEMS =
  /\bn[ãa]o (?:existem|h[áa]) (?:itens|not[íi]cias|conte[úu]do)|\bnenhum(?:a not[íi]cia| item| resultado)/i
const EMPTY_FOLDER_CHARACTERS = 500
const NO_CATEGORY = /^no category$/i

/** The address of a listing without query, fragment and trailing slash, and the offset that its query names. */
function splitListing(address: string): { base: string; offset: number } {
  const url = new URL(address)
  const offset = Number.parseInt(
    url.searchParams.get('b_start:int') ?? url.searchParams.get('b_start') ?? '',
    10,
  )
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  return { base, offset: Math.max(offset || 0, 0) }
}

/** Address of one page of a classic listing, from the configured address (any query and trailing slash are dropped). */
export function ploneListingUrl(address: string, offset: number): string {
  const { base } = splitListing(address)
  return offset === 0 ? base : `${base}?b_start:int=${offset}`
}

function titleLink(item: Element): Element | null {
  for (const selector of ['a.summary.url', 'span.summary a.url', 'a.summary']) {
    const link = all(selector, item).find((candidate) => textOf(candidate) !== '')
    if (link !== undefined) return link
  }
  // A category may be linked in front of the heading.
  const links = [
    ...all('h1 a[href], h2 a[href], h3 a[href], h4 a[href]', item),
    ...all('a[href]', item),
  ].filter((link) => textOf(link) !== '')
  return links.find((link) => !classesOf(link).some((name) => NOT_A_TITLE.test(name))) ?? null
}

function markedStamp(item: Element): Stamp | null {
  const byline = all('span.documentByLine, .documentByLine', item).map(textOf)
  const days = all('span.data', item)
    .map(textOf)
    .filter((text) => DAY_ALONE.test(text))
  for (const text of [...byline, ...days]) {
    const stamp = readBrazilian(text)
    if (stamp !== null) return stamp
  }
  for (const time of all('time[datetime]', item)) {
    const stamp = readIso(attribute(time, 'datetime')) ?? readBrazilian(attribute(time, 'datetime'))
    if (stamp !== null) return stamp
  }
  const classed = all('[class]', item).filter((part) =>
    classesOf(part).some((name) => DATED_CLASS.test(name)),
  )
  for (const text of classed.map(textOf)) {
    const stamp = readBrazilian(text)
    if (stamp !== null) return stamp
  }
  return null
}

function categoryOf(item: Element): string | null {
  for (const selector of ['span.subtitle', 'div.subtitulo-noticia', 'div.categoria-noticia']) {
    const text = textOrNull(textOf(first(selector, item)))
    if (text !== null && !NO_CATEGORY.test(text)) return text
  }
  return null
}

function tagsOf(item: Element): string[] {
  return distinct(all('div.keywords a.link-category, div.subject-noticia a.link-category', item).map(textOf))
}

/** Reads an entry. Null without a title that links to another page. */
function readItem(item: Element, base: string): ListingItem | null {
  const link = titleLink(item)
  const href = attribute(link, 'href')
  const url = href.startsWith('#') ? null : articleAddress(href, base)
  if (link === null || url === null) return null
  const marked = markedStamp(item)
  const { stamp, isGuessed } = marked === null ? findListedDate(item) : { stamp: marked, isGuessed: false }
  const entry = { url, title: textOf(link), stamp, category: categoryOf(item), tags: tagsOf(item) }
  return isGuessed ? { ...entry, isDateGuessed: true } : entry
}

function findContainers(page: Document): { containers: Element[]; structure: string | null } {
  for (const { name, selector } of STRUCTURES) {
    const containers = all(selector, page)
    if (containers.length > 0) return { containers: containers.slice(0, ITEMS_MAX), structure: name }
  }
  return { containers: [], structure: null }
}

/** Finds the entries of a page that none of the structures fits, unless it says that it has none. */
function findAnyEntries(page: Document, base: string): ReturnType<typeof findContainers> {
  const containers = isEmptyFolder(page) ? [] : findEntries(page, base).slice(0, ITEMS_MAX)
  return { containers, structure: containers.length > 0 ? 'general' : null }
}

/** Items without repeats of an address: pinned items stand at the top and again in their place. */
export function withoutRepeats(items: readonly ListingItem[]): ListingItem[] {
  const byUrl = new Map<string, ListingItem>()
  for (const item of items) if (!byUrl.has(item.url)) byUrl.set(item.url, item)
  return [...byUrl.values()]
}

/** Whether the content says that the folder has no items, in the words of Plone. */
function isEmptyFolder(page: Document): boolean {
  const content = first('#content-core, #content, main', page)
  return content !== null && NO_ITEMS.test(textUpTo(content, EMPTY_FOLDER_CHARACTERS) ?? '')
}

/**
 * Reads a page of a classic Plone listing. `address` is the page's own address; its `b_start:int` is the offset. Entries
 * of an unknown structure are found by where they lead.
 * Throws ScrapeError for challenge and login pages, and `html_changed` for a large first page without entries that does
 * not say that the folder is empty.
 */
export function readPloneListing(html: string, address: string): Listing {
  const { base, offset } = splitListing(address)
  const page = parseHtml(html)
  const known = findContainers(page)
  refuseFaultyPage({ html, page, isArticle: false, entries: known.containers })
  const { containers, structure } = known.structure === null ? findAnyEntries(page, base) : known
  const found = containers.length
  const isFirstEmpty = found === 0 && offset === 0 && !isEmptyFolder(page)
  if (isFirstEmpty && Buffer.byteLength(html) > CHANGED_LISTING_BYTES) {
    throw new ScrapeError('html_changed', `no entries on a first page of ${Buffer.byteLength(html)} bytes`)
  }
  const linkBase = baseOf(page, `${base}/`)
  const items = withoutRepeats(
    containers.map((item) => readItem(item, linkBase)).filter((item) => item !== null),
  )
  return { items, found, structure, nextUrl: found === 0 ? null : ploneListingUrl(base, offset + found) }
}
