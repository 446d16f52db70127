import type { Stamp } from '../dates/stamp.ts'
import { all, first, parseXml, textOf } from '../html/page.ts'
import { articleAddress, resolveAddress } from '../addresses/address.ts'
import { textOrNull } from '../html/blank.ts'
import { readAnyDate } from '../dates/dates.ts'
import { refuseWebPage } from './feed.ts'

/** Most addresses in one file, by the sitemap protocol. */
const ENTRIES_MAX = 50_000

/** An address of a sitemap. Only news sitemaps have title and publication time. */
type SitemapEntry = {
  readonly url: string
  readonly modifiedAt: Stamp | null
  readonly publishedAt: Stamp | null
  readonly title: string | null
}

export type Sitemap = {
  readonly entries: readonly SitemapEntry[]
  /** Further sitemaps, if the file is an index. */
  readonly sitemaps: readonly string[]
}

/**
 * Reads a sitemap, a news sitemap or a sitemap index. `folder` keeps only addresses below it.
 * Throws ScrapeError for challenge and login pages, and `html_changed` when the text is no sitemap.
 */
export function readSitemap(text: string, address: string, folder?: string): Sitemap {
  const page = parseXml(text)
  if (first('urlset, sitemapindex', page) === null) refuseWebPage(text, page, 'no sitemap')
  const prefix = folder === undefined ? '' : `${articleAddress(folder, address) ?? folder}/`
  const sitemaps = all('sitemapindex > sitemap > loc', page)
    .slice(0, ENTRIES_MAX)
    .map((loc) => resolveAddress(textOf(loc), address))
    .filter((url) => url !== null)
  const entries = all('urlset > url', page)
    .slice(0, ENTRIES_MAX)
    .flatMap((element) => {
      const text = (selector: string) => textOf(first(selector, element))
      const url = articleAddress(text('loc'), address)
      if (url === null || !url.startsWith(prefix)) return []
      return [
        {
          url,
          modifiedAt: readAnyDate(text('lastmod')),
          publishedAt: readAnyDate(text('news\\:publication_date')),
          title: textOrNull(text('news\\:title')),
        },
      ]
    })
  return { entries, sitemaps }
}
