import type { Document } from 'domhandler'
import type { Listing, ListingItem } from '../pages/listing.ts'
import { ScrapeError } from '../errors.ts'
import { findListedDate } from '../pages/listed-date.ts'
import { all, attribute, closest, first, parseHtml, textOf, type Element } from '../html/page.ts'
import { CHANGED_LISTING_BYTES, refuseFaultyPage } from '../pages/page-faults.ts'
import { articleAddress } from '../addresses/address.ts'
import { textOrNull } from '../html/blank.ts'
import { readBrazilian, readIso } from '../dates/dates.ts'

const ITEMS_MAX = 500
const NOT_NEWS =
  /\/(?:foto)?galerias?(?:-[^/]*)?\/|\/radioagencia-nacional\/(?:.*\/)?audio\/|^https?:\/\/radios\.ebc\.com\.br/i

type EbcSite = 'agenciabrasil' | 'tvbrasil'
type Structure = { readonly name: string; readonly links: (page: Document) => Element[] }

const STRUCTURES: Record<EbcSite, Structure> = {
  agenciabrasil: {
    name: 'a.capa-noticia',
    links: (page) =>
      all('a.capa-noticia', page).filter((link) => attribute(link, 'href').includes('/noticia/')),
  },
  tvbrasil: {
    name: 'div.view-ultimas h3.heading a',
    links: (page) => all('div.view-ultimas h3.heading a', page),
  },
}

/** Returns the address of page `number` (from 0) of an EBC listing. */
export function ebcListingUrl(address: string, number: number): string {
  const url = new URL(address)
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  return number === 0 ? base : `${base}?page=${number}`
}

function pageNumber(address: string): number {
  const number = Number.parseInt(new URL(address).searchParams.get('page') ?? '', 10)
  return Number.isNaN(number) || number < 0 ? 0 : number
}

/** Returns the title of a link: its text, else its `title`, else the words of its picture. */
function titlesOf(link: Element): string | null {
  return (
    textOrNull(textOf(link)) ??
    textOrNull(attribute(link, 'title')) ??
    textOrNull(attribute(first('img', link), 'alt'))
  )
}

function readItem(link: Element, address: string): ListingItem | null {
  const url = articleAddress(attribute(link, 'href'), address)
  const title = titlesOf(link)
  if (url === null || title === null || NOT_NEWS.test(url)) return null
  const row = closest(link, (element) => /\b(views-row|item)\b/.test(attribute(element, 'class')))
  const time = row === null ? null : first('time[datetime]', row)
  const marked = row === null ? [] : all('.data, [class*="date"]', row)
  const stated = [readIso(attribute(time, 'datetime')), ...marked.map((part) => readBrazilian(textOf(part)))]
  const stamp = stated.find((each) => each !== null) ?? null
  const entry = { url, title, category: null, tags: [] }
  if (stamp !== null || row === null) return { ...entry, stamp }
  const found = findListedDate(row)
  return { ...entry, stamp: found.stamp, ...(found.isGuessed && { isDateGuessed: true }) }
}

/**
 * Agência Brasil links each article twice, from its picture and from its title: the text of a link is the better title.
 */
function merge(links: readonly Element[], address: string): ListingItem[] {
  const byUrl = new Map<string, { item: ListingItem; hasText: boolean }>()
  for (const link of links) {
    const item = readItem(link, address)
    if (item === null) continue
    const hasText = textOf(link) !== ''
    const before = byUrl.get(item.url)
    if (before === undefined) byUrl.set(item.url, { item, hasText })
    else if (hasText && !before.hasText) {
      byUrl.set(item.url, { item: { ...item, stamp: item.stamp ?? before.item.stamp }, hasText })
    }
  }
  return [...byUrl.values()].map(({ item }) => item)
}

/**
 * Reads a page of the listing of Agência Brasil or TV Brasil. Throws ScrapeError for challenge and login pages, and
 * `html_changed` for a large first page without entries.
 */
export function readEbcListing(html: string, address: string, site: EbcSite): Listing {
  const page = parseHtml(html)
  const number = pageNumber(address)
  const links = STRUCTURES[site].links(page).slice(0, ITEMS_MAX)
  refuseFaultyPage({ html, page, isArticle: false, entries: links })
  if (links.length === 0 && number === 0 && Buffer.byteLength(html) > CHANGED_LISTING_BYTES) {
    throw new ScrapeError('html_changed', `no entries on a first page of ${Buffer.byteLength(html)} bytes`)
  }
  const isEnd = links.length === 0
  return {
    items: merge(links, address),
    found: links.length,
    structure: isEnd ? null : STRUCTURES[site].name,
    nextUrl: isEnd ? null : ebcListingUrl(address, number + 1),
  }
}
