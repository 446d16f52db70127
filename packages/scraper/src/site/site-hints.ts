import { readFeed } from '../feeds/feed.ts'
import { readSitemap } from '../feeds/sitemap.ts'
import { decodePathPart } from '@pauta/platform/input/decode-path-part'
import type { FetchedPage } from '../fetch/fetcher.ts'
import { all, attribute, parseHtml, textOf } from '../html/page.ts'
import type { HintSource } from '../kinds/kind.ts'
import { KINDS } from '../kinds/kinds.ts'
import type { ListingItem } from '../pages/listing.ts'
import type { SiteKind } from '../kinds/site-kind.ts'
import type { Stamp } from '../dates/stamp.ts'
import { ScrapeError } from '../errors.ts'
import { readListing } from '../kinds/read-page.ts'
import { articleAddress, isFileAddress } from '../addresses/address.ts'
import { dayOf, type DayWindow } from '../dates/dates.ts'
import type { Pages } from './site-pages.ts'
import type { Site } from './site.ts'

/** Which feeds and sitemaps sites lack. */
export type HintMemory = {
  /** Whether the page was missing within the last week. */
  isAbsent(address: string): Promise<boolean>
  recordAbsent(address: string): Promise<void>
}

type What = HintSource['what']

/** An article that a source names. `day` is that of its publication or, in a sitemap, of its last change. */
export type Hint = { readonly item: ListingItem; readonly what: What; readonly day: string | null }

/** A source that was read. Remember its page after its articles were sent. */
export type ReadSource = { readonly page: FetchedPage; readonly hints: readonly Hint[] }

/** What sites call their news in folders and menus, without accents. */
const NEWS_NAMES = ['noticias?', 'notcias?', 'novidades', 'atualidades'].join('|')
const NEWS_SEGMENT = new RegExp(`^(?:${NEWS_NAMES})(?:$|[-_])|[-_](?:${NEWS_NAMES})$`, 'i')
const MENU_LINK = new RegExp(`^(?:(?:todas as|mais|ultimas) )?(?:${NEWS_NAMES})$`, 'i')
const YEAR_AT_END = /\/(19|20)\d\d$/

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '')

/**
 * Returns which sources a run reads: all after a failed listing and in the deep pass; the feed or search with every
 * second look, or with every run where the kind asks for it.
 */
export function chooseSources(
  kind: SiteKind,
  { isDeep, looksAgain }: { isDeep: boolean; looksAgain: boolean },
  hasFailed: boolean,
): ReadonlySet<What> {
  if (hasFailed || isDeep) return new Set<What>(['feed', 'search', 'sitemap'])
  if (looksAgain) return new Set<What>(['feed', 'search'])
  return new Set<What>(KINDS[kind].hasFeedFirst ? ['feed'] : [])
}

const toItem = ({ url, title }: { url: string; title: string | null }, stamp: Stamp | null): ListingItem => ({
  url,
  title: title ?? '',
  stamp,
  category: null,
  tags: [],
})

const toHint = (what: What, item: ListingItem, stamp = item.stamp): Hint => ({
  item,
  what,
  day: stamp === null ? null : dayOf(stamp),
})

/** Reads the addresses of a sitemap; of an index, those of its first and last one. */
async function readAddresses(fetcher: Pages, { text, finalUrl }: FetchedPage) {
  const { entries, sitemaps } = readSitemap(text, finalUrl)
  const chosen = [...sitemaps.slice(0, 1), ...sitemaps.slice(1).slice(-1)]
  const found = [...entries]
  for (const address of chosen) {
    const part = await fetcher.fetchPage(address, 'feed')
    if (part !== null) found.push(...readSitemap(part.text, part.finalUrl).entries)
  }
  return found
}

async function readSource(
  fetcher: Pages,
  { what, address }: HintSource,
  conditional: boolean,
): Promise<ReadSource | null> {
  const page = await fetcher.fetchPage(address, what === 'search' ? 'json' : 'feed', { conditional })
  if (page === null) return null
  if (what === 'sitemap') {
    const entries = await readAddresses(fetcher, page)
    // The date of a sitemap only filters: most state that of the last change.
    return {
      page,
      hints: entries.map((entry) => toHint(what, toItem(entry, null), entry.publishedAt ?? entry.modifiedAt)),
    }
  }
  const { text, finalUrl } = page
  const items =
    what === 'search'
      ? readListing('plone6-api', text, finalUrl).items
      : readFeed(text, finalUrl).map((entry) => toItem(entry, entry.stamp))
  return { page, hints: items.map((item) => toHint(what, item)) }
}

/**
 * Reads the chosen sources of a site. A source that the site lacks is not requested again for a week. After any other
 * fault the remaining sources are skipped: hints never fail a run.
 */
export async function readSources(
  { kind, listingUrls: [listingUrl = ''] }: Site,
  chosen: ReadonlySet<What>,
  { fetcher, memory, conditional }: { fetcher: Pages; memory: HintMemory; conditional: boolean },
): Promise<ReadSource[]> {
  const read: ReadSource[] = []
  for (const source of KINDS[kind].hintSources(listingUrl).filter(({ what }) => chosen.has(what))) {
    if (await memory.isAbsent(source.address)) continue
    try {
      const found = await readSource(fetcher, source, conditional)
      if (found !== null) read.push(found)
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      if (!error.isAbsent) break
      await memory.recordAbsent(source.address)
    }
  }
  return read
}

/** Returns the folder of a listing, without a year at its end. */
const folderOf = (listingUrl: string) =>
  listingUrl
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(YEAR_AT_END, '')

/** Whether an address is in the folders of a site's news. */
export function isInNews({ kind, listingUrls }: Site, url: string): boolean {
  if (isFileAddress(url)) return false
  const { isNews } = KINDS[kind]
  if (isNews !== undefined) return isNews(url)
  return listingUrls.some((listingUrl) => url.startsWith(`${folderOf(listingUrl)}/`))
}

const isOfDays = ({ day }: Hint, { start, end }: DayWindow) => day !== null && day >= start && day <= end

/** Returns what sources name in the news folders and days of a run, each address once. Skips addresses of folders. */
export function pickHints(hints: readonly Hint[], site: Site, window: DayWindow): ListingItem[] {
  const folders = new Set(hints.map(({ item }) => item.url.slice(0, item.url.lastIndexOf('/'))))
  const picked = hints.filter((hint) => {
    // A sitemap without dates names articles of all years.
    const mayBeOfDays = isOfDays(hint, window) || (hint.day === null && hint.what !== 'sitemap')
    return mayBeOfDays && !folders.has(hint.item.url) && isInNews(site, hint.item.url)
  })
  return [...Map.groupBy(picked, ({ item }) => item.url).values()].flatMap(([first]) => first?.item ?? [])
}

/** Returns the part of an address that ends with the first folder whose name means news, or undefined. */
function newsFolderOf(url: string): string | undefined {
  const segments = url.split('/')
  const isNewsFolder = (segment: string, at: number) =>
    at > 3 &&
    at < segments.length - 1 &&
    NEWS_SEGMENT.test(withoutAccents(decodePathPart(segment) ?? segment))
  const end = segments.findIndex(isNewsFolder)
  return end === -1 ? undefined : segments.slice(0, end + 1).join('/')
}

/** Returns the folder to which the menu of the site's home page leads for news. Home pages that a script fills have none. */
async function findMenuFolder(fetcher: Pages, { listingUrls }: Site): Promise<string | null> {
  const [listingUrl = ''] = listingUrls
  // Agencies share a host, each with a folder and its language.
  const home = /^https?:\/\/[^/]+\/[^/]+(?:\/pt-br(?=\/|$))?/.exec(listingUrl)?.[0] ?? listingUrl
  const page = await fetcher.fetchPage(home, 'html').catch((error: unknown) => {
    if (error instanceof ScrapeError) return null
    throw error
  })
  const isOther = (address: string) => !listingUrls.some((known) => folderOf(known) === folderOf(address))
  const found = all('a[href]', parseHtml(page?.text ?? ''))
    .filter((link) => MENU_LINK.test(withoutAccents(textOf(link))))
    .map((link) => articleAddress(attribute(link, 'href'), `${home}/`))
    .find((address) => address?.startsWith(`${home}/`) && isOther(address))
  return found ?? null
}

/**
 * Returns the folder to which the listing of a site moved, or null: the one with most of the news that its sources name, if
 * they name none in a folder of its listings; else the one to which its menu leads. A sitemap names all years, so it counts
 * where nothing else names news, with what it dates in the days of the run.
 */
export async function findMovedFolder(
  fetcher: Pages,
  site: Site,
  { hints, window }: { hints: readonly Hint[]; window: DayWindow },
): Promise<string | null> {
  const { isNews, listingAs } = KINDS[site.kind]
  const current = hints.filter(({ what }) => what !== 'sitemap')
  const counted = current.length > 0 ? current : hints.filter((hint) => isOfDays(hint, window))
  if (isNews !== undefined || counted.some(({ item }) => isInNews(site, item.url))) return null
  const root = site.listingUrls[0]?.split('/').slice(0, 4).join('/')
  const folders = counted
    .filter(({ item }) => item.url.startsWith(`${root}/`))
    .flatMap(({ item }) => newsFolderOf(item.url) ?? [])
  const [most] = [...Map.groupBy(folders, String)].sort(([, a], [, b]) => b.length - a.length)
  if (most !== undefined) return most[0]
  // A listing of which the sources name news has not moved.
  const isStill = listingAs !== 'html' || hints.some(({ item }) => isInNews(site, item.url))
  return isStill ? null : await findMenuFolder(fetcher, site)
}
