import type { Wanted } from '../fetch/fetcher.ts'
import type { Listing } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import type { SiteKind } from './site-kind.ts'
import type { ErrorKind } from '../errors.ts'
import type { PageContext } from '../pages/page-context.ts'
import type { DayWindow } from '../dates/dates.ts'

/** A page of a site that names articles besides the listing. */
export type HintSource = { readonly what: 'feed' | 'search' | 'sitemap'; readonly address: string }

/** How sites of one kind are read. Readers throw ScrapeError for pages without news. */
export type Kind = {
  /** Key of the agency, where addresses do not begin with it. */
  readonly agency?: string
  /** Returns the address of the first page of a listing, from its configured address. */
  firstPageUrl(listingUrl: string): string
  /** Returns the address of the first page of a search of some days, where the kind has one; newest first. */
  readonly historyUrl?: (listingUrl: string, window: DayWindow) => string
  /** What a listing is asked for. */
  readonly listingAs: Wanted
  /** Reads a listing page from its decoded text. `address` is the address of the page itself. */
  readListing(text: string, address: string): Listing
  /** What an article is asked for. */
  readonly articleAs: Wanted
  /**
   * Returns the address at which the article is asked, where an API has it. Without it, and where it returns null, the
   * public address is asked, and the address after redirects is that of the article.
   */
  readonly articleUrl?: (url: string, listingUrls: readonly string[]) => string | null
  /** Reads an article from the decoded text of its page or of its API object. */
  readArticle(text: string, context: PageContext): ScrapedArticle
  /** Returns the pages that name articles besides the listing at this address. */
  hintSources(listingUrl: string): HintSource[]
  /** The feed is read with every run, because the site allows few requests. Otherwise with every second look. */
  readonly hasFeedFirst?: boolean
  /** Whether an address is of the news, where their folders are not below the listing. */
  readonly isNews?: (url: string) => boolean
  /** A site of the public broadcaster, which has a route and a job of its own. */
  readonly isBroadcaster?: boolean
  /** The site allows one request in ten seconds, so second looks ask for fewer articles. */
  readonly isSlow?: boolean
  /** The kind that a site may have changed to when a listing fails in this way. */
  readonly successor?: { readonly kind: SiteKind; readonly after: ReadonlySet<ErrorKind> }
}
