import { isTag, type Document } from 'domhandler'
import type { ListingItem } from '../pages/listing.ts'
import type { Stamp } from '../dates/stamp.ts'
import { ScrapeError } from '../errors.ts'
import { findVideo, firstPicture } from '../html/media.ts'
import { toMarkdown } from '../html/markdown.ts'
import { all, attribute, first, parseHtml, parseXml, rawText, type Element } from '../html/page.ts'
import { refuseFaultyPage } from '../pages/page-faults.ts'
import { articleAddress, resolveAddress } from '../addresses/address.ts'
import { distinct, textOrNull } from '../html/blank.ts'
import { readAnyDate } from '../dates/dates.ts'

const ENTRIES_MAX = 500
const LEFTOVERS = /^(notícias relacionadas:?|siga o perfil.*|.*canal da agência brasil no whatsapp.*)$/i

/** An entry of a feed. `markdown` is its text if the feed has whole articles, else null. */
export type FeedEntry = ListingItem & {
  readonly updatedAt: Stamp | null
  readonly summary: string | null
  readonly markdown: string | null
  readonly imageUrl: string | null
  readonly videoUrl: string | null
}

/** Returns the direct children of an entry with one of these names, namespace prefix included. */
function children(entry: Element, ...names: readonly string[]): Element[] {
  const elements = entry.children.filter((child): child is Element => isTag(child))
  return names.flatMap((name) =>
    elements.filter((element) => element.name.toLowerCase() === name.toLowerCase()),
  )
}

function valueOf(entry: Element, ...names: readonly string[]): string {
  for (const element of children(entry, ...names)) {
    const value = rawText(element).trim()
    if (value !== '') return value
  }
  return ''
}

function linkOf(entry: Element): string {
  const atom = children(entry, 'link').filter((link) => attribute(link, 'href') !== '')
  const page = atom.find((link) => ['', 'alternate'].includes(attribute(link, 'rel'))) ?? atom[0]
  if (page !== undefined) return attribute(page, 'href')
  return valueOf(entry, 'link') || attribute(entry, 'rdf:about') || permanentId(entry)
}

function permanentId(entry: Element): string {
  const [guid] = children(entry, 'guid', 'id')
  return guid !== undefined && attribute(guid, 'isPermaLink') !== 'false' ? rawText(guid).trim() : ''
}

function stampAt(entry: Element, ...names: readonly string[]): Stamp | null {
  return names.map((name) => readAnyDate(valueOf(entry, name))).find((stamp) => stamp !== null) ?? null
}

/** Returns the text of HTML that is escaped or in CDATA inside a feed. */
function plainText(html: string): string | null {
  return textOrNull(rawText(parseHtml(html)))
}

function pictureOf(entry: Element, body: string, base: string): string | null {
  const attached = children(entry, 'media:content', 'media:thumbnail', 'enclosure').filter((element) => {
    const type = attribute(element, 'type')
    return type === '' || type.startsWith('image/')
  })
  const addresses = [
    ...attached.map((element) => attribute(element, 'url')),
    valueOf(entry, 'imagem-destaque'),
  ]
  const address = addresses.map((value) => resolveAddress(value, base)).find((value) => value !== null)
  return address ?? (body === '' ? null : firstPicture(parseHtml(body), base))
}

/** Returns the body without related links, counting pixels and invitations to follow. */
function readBody(html: string, base: string): string | null {
  if (html === '') return null
  const markdown = toMarkdown(parseHtml(html), base)
    .split('\n\n')
    .filter((block) => !LEFTOVERS.test(block.replace(/[*_#[\]]/g, '').trim()))
    .join('\n\n')
  return markdown === '' ? null : markdown
}

function readEntry(entry: Element, address: string): FeedEntry | null {
  const url = articleAddress(linkOf(entry), address)
  const title = plainText(valueOf(entry, 'title'))
  if (url === null || title === null) return null
  const body = valueOf(entry, 'content:encoded', 'content')
  const summary = valueOf(entry, 'description', 'summary')
  const terms = children(entry, 'category').map((term) => attribute(term, 'term') || rawText(term))
  const tags = distinct([...terms, ...children(entry, 'dc:subject').map((term) => rawText(term))])
  return {
    url,
    title,
    stamp: stampAt(entry, 'pubDate', 'published', 'dc:date', 'dcterms:created', 'issued', 'updated'),
    updatedAt: stampAt(entry, 'updated', 'dcterms:modified', 'atom:updated', 'modified'),
    category: tags[0] ?? null,
    tags,
    summary: plainText(summary),
    markdown: readBody(body, url),
    imageUrl: pictureOf(entry, body || summary, url),
    videoUrl: body === '' ? null : (findVideo(parseHtml(body), url)?.url ?? null),
  }
}

/** Throws ScrapeError when the answer to a feed or sitemap address is a web page. */
export function refuseWebPage(text: string, page: Document, what: string): void {
  const html = parseHtml(text)
  refuseFaultyPage({ html: text, page: html, isArticle: false, entries: [] })
  throw new ScrapeError(
    'html_changed',
    `${what}: the answer starts with ${page.children[0]?.type ?? 'nothing'}`,
  )
}

/**
 * Reads an RSS 1.0, RSS 2.0 or Atom feed. Entries without title or link are left out. Feeds of folders may list
 * everything of a site, so `folder` keeps only entries below that address.
 * Throws ScrapeError for challenge and login pages, and `html_changed` when the text is no feed.
 */
export function readFeed(text: string, address: string, folder?: string): FeedEntry[] {
  const page = parseXml(text)
  if (first('rss, feed, rdf\\:rdf', page) === null) refuseWebPage(text, page, 'no feed')
  const entries = all('item, entry', page).slice(0, ENTRIES_MAX)
  const read = entries.map((entry) => readEntry(entry, address)).filter((entry) => entry !== null)
  const prefix = folder === undefined ? '' : `${articleAddress(folder, address) ?? folder}/`
  const byUrl = new Map<string, FeedEntry>()
  for (const entry of read)
    if (entry.url.startsWith(prefix) && !byUrl.has(entry.url)) byUrl.set(entry.url, entry)
  return [...byUrl.values()]
}
