import { ScrapeError, type ErrorKind } from '../model/errors.ts'
import type { ListingItem, SiteKind } from '../model/article.ts'
import { readFeed } from '../feeds/feed.ts'
import { readSitemap } from '../feeds/sitemap.ts'
import type { FetchedPage, Fetcher } from '../fetch/fetcher.ts'
import { KINDS } from '../kinds/kinds.ts'
import type { HintSource } from '../kinds/kind.ts'
import type { DayWindow } from '../plan-page.ts'
import { all, attribute, parseHtml, textOf } from '../html/page.ts'
import { readListing } from '../read-page.ts'
import { articleAddress, isFileAddress } from '../text/address.ts'
import { dayOf } from '../text/dates.ts'
import type { HintMemory, RunRequest, Site } from './ports.ts'

/** An article that a source names. */
export type Hint = { readonly item: ListingItem; readonly what: HintSource['what'] }

/** Sitemaps of an index that are read: the first and the last. */
const SITEMAPS_MAX = 2
/** Errors that mean that the site has no such page. Other faults are temporary. */
export const ABSENT: ReadonlySet<ErrorKind> = new Set([
  'url_broken',
  'html_changed',
  'not_json',
  'login_page',
  'robots_disallowed',
])
const NEWS_SEGMENT = /^noti?cias?$|^noticias?[-_]|[-_]noticias?$|^not%c3%adcias$/i
const YEAR_AT_END = /\/(19|20)\d\d$/

/**
 * Returns which sources a run reads: all after a failed listing and in the deep pass; the feed or search with every
 * second look, or with every run where the kind asks for it.
 */
export function chooseSources(kind: SiteKind, request: RunRequest, hasFailed: boolean): Set<string> {
  if (hasFailed || request.isDeep) return new Set(['feed', 'search', 'sitemap'])
  if (request.looksAgain) return new Set(['feed', 'search'])
  return new Set(KINDS[kind].hasFeedFirst ? ['feed'] : [])
}

const toItem = ({ url, title, stamp }: Pick<ListingItem, 'url' | 'title' | 'stamp'>): ListingItem => ({
  url,
  title,
  stamp,
  category: null,
  tags: [],
})

/** A source that was read. Call `remember` with `page` after its articles were sent. */
export type ReadSource = { readonly page: FetchedPage; readonly hints: readonly Hint[] }

async function readSource(
  fetcher: Pick<Fetcher, 'fetchPage'>,
  { what, address }: HintSource,
  conditional: boolean,
): Promise<ReadSource | null> {
  const page = await fetcher.fetchPage(address, what === 'search' ? 'json' : 'feed', { conditional })
  if (page === null) return null
  if (what === 'feed')
    return { page, hints: readFeed(page.text, page.finalUrl).map((entry) => ({ item: toItem(entry), what })) }
  if (what === 'search')
    return {
      page,
      hints: readListing('plone6-api', page.text, page.finalUrl).items.map((item) => ({ item, what })),
    }
  const { entries, sitemaps } = readSitemap(page.text, page.finalUrl)
  const all = [...entries]
  const chosen = sitemaps.length <= SITEMAPS_MAX ? sitemaps : [sitemaps[0], sitemaps.at(-1)]
  for (const further of chosen) {
    const part = further === undefined ? null : await fetcher.fetchPage(further, 'feed')
    if (part !== null) all.push(...readSitemap(part.text, part.finalUrl).entries)
  }
  const hints = all.map(({ url, title, publishedAt, modifiedAt }) => ({
    item: toItem({ url, title: title ?? '', stamp: publishedAt ?? modifiedAt }),
    what,
  }))
  return { page, hints }
}

/**
 * Reads the chosen sources of a site. A source that the site lacks is not requested again for a week. After any other
 * fault the remaining sources are skipped: hints never fail a run.
 */
export async function readSources(
  { kind, listingUrl }: { kind: SiteKind; listingUrl: string },
  chosen: ReadonlySet<string>,
  {
    fetcher,
    memory,
    conditional,
  }: { fetcher: Pick<Fetcher, 'fetchPage'>; memory: HintMemory; conditional: boolean },
): Promise<ReadSource[]> {
  const read: ReadSource[] = []
  for (const source of KINDS[kind].hintSources(listingUrl).filter(({ what }) => chosen.has(what))) {
    if (await memory.isAbsent(source.address)) continue
    try {
      const found = await readSource(fetcher, source, conditional)
      if (found !== null) read.push(found)
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      if (!ABSENT.has(error.kind)) break
      await memory.recordAbsent(source.address)
    }
  }
  return read
}

const MENU_LINK = /^(?:(?:todas as|mais|últimas) )?notícias$/i

/**
 * Returns the folder to which the menu of the site's home page leads for news, other than its listings; null without
 * one. Home pages that a script fills have no menu.
 */
export async function findMenuFolder(
  fetcher: Pick<Fetcher, 'fetchPage'>,
  site: Site,
): Promise<string | null> {
  const [listingUrl = ''] = site.listingUrls
  const home = homeOf(listingUrl)
  let page: FetchedPage | null
  try {
    page = await fetcher.fetchPage(home, 'html')
  } catch (error) {
    if (!(error instanceof ScrapeError)) throw error
    return null
  }
  const links = page === null ? [] : all('a[href]', parseHtml(page.text))
  const isOwn = (address: string) =>
    address.startsWith(`${home}/`) && !site.listingUrls.some((known) => folderOf(known) === folderOf(address))
  const found = links
    .filter((link) => MENU_LINK.test(textOf(link)))
    .map((link) => articleAddress(attribute(link, 'href'), `${home}/`))
    .find((address) => address !== null && isOwn(address))
  return found ?? null
}

/** Returns the home page of the site of a listing: agencies share a host, each with a folder and its language. */
const homeOf = (listingUrl: string) =>
  /^https?:\/\/[^/]+\/[^/]+(?:\/pt-br(?=\/|$))?/.exec(listingUrl)?.[0] ?? listingUrl

/** Returns the folder of a listing, without a year at its end. */
const folderOf = (listingUrl: string) =>
  listingUrl
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(YEAR_AT_END, '')

/** Whether an address is in the folders of a site's news. */
export function isInNews({ listingUrls }: Site, kind: SiteKind, url: string): boolean {
  if (isFileAddress(url)) return false
  const { isNews } = KINDS[kind]
  if (isNews !== undefined) return isNews(url)
  return listingUrls.some((listingUrl) => url.startsWith(`${folderOf(listingUrl)}/`))
}

/** Returns the hints in the news folders and days of a run, each address once. Skips addresses of folders. */
export function pickHints(
  hints: readonly Hint[],
  { site, kind, window }: { site: Site; kind: SiteKind; window: DayWindow },
): Hint[] {
  const folders = new Set(hints.map(({ item }) => item.url.slice(0, item.url.lastIndexOf('/'))))
  const byUrl = new Map<string, Hint>()
  for (const hint of hints) {
    const { url, stamp } = hint.item
    const day = stamp === null ? null : dayOf(stamp)
    // A sitemap without dates names articles of all years.
    const isOfDays = day === null ? hint.what !== 'sitemap' : day >= window.start && day <= window.end
    if (isOfDays && !folders.has(url) && isInNews(site, kind, url) && !byUrl.has(url)) byUrl.set(url, hint)
  }
  return [...byUrl.values()]
}

/**
 * Returns the folder with most of the named news, if the listing has moved: no named article is in a folder of the
 * site's listings. The folder ends with the first segment of the address that means news. A sitemap names all years, so
 * it counts where nothing else names news, with what it dates in the days of the run. Returns null otherwise.
 */
export function findMovedFolder(
  hints: readonly Hint[],
  { site, kind, window }: { site: Site; kind: SiteKind; window: DayWindow },
): string | null {
  const isOfDays = ({ item: { stamp } }: Hint) =>
    stamp !== null && dayOf(stamp) >= window.start && dayOf(stamp) <= window.end
  const current = hints.filter(({ what }) => what !== 'sitemap')
  const news = (current.length > 0 ? current : hints.filter(isOfDays)).map(({ item }) => item.url)
  if (KINDS[kind].isNews !== undefined || news.some((url) => isInNews(site, kind, url))) return null
  const [listingUrl = ''] = site.listingUrls
  const root = listingUrl.split('/').slice(0, 4).join('/')
  const counts = new Map<string, number>()
  for (const url of news) {
    const segments = url.split('/')
    const last = segments.findIndex(
      (segment, at) => at > 3 && at < segments.length - 1 && NEWS_SEGMENT.test(segment),
    )
    if (last < 0 || !url.startsWith(`${root}/`)) continue
    const folder = segments.slice(0, last + 1).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? null
}
