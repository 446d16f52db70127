/** The software of a site. It decides which pages the site answers. `feed` is a site of unknown software with a feed. */
type SiteKind = 'plone-html' | 'plone6-api' | 'agenciabrasil' | 'tvbrasil' | 'feed' | 'wordpress'

/** How a classic Plone site marks the entries of its listing. */
export type ListingStructure = 'tiles' | 'list' | 'entries' | 'items'

/** A news site to emulate. */
export interface NewsSite {
  key: string
  kind: SiteKind
  /** Absolute address of the listing on the real site. Articles of a Plone site lie below it. */
  listingUrl: string
  /** Default `tiles`. */
  structure?: ListingStructure
  /** Whether the site has a feed and a sitemap. Default true; TV Brasil has none. */
  hasFeeds?: boolean
  /** Entries per page of the listing. Default 20. */
  pageSize?: number
}

/** An article as the site shows it at present. */
export interface SiteNews {
  /** Last segment of its address. */
  slug: string
  title: string
  subtitle: string | null
  /** A few words above the title. */
  kicker: string | null
  paragraphs: readonly string[]
  category: string | null
  tags: readonly string[]
  publishedAt: Date
  /** Time of the last edit. Null for an article without edits. */
  updatedAt: Date | null
  hasImage: boolean
  /** Pinned articles stand above the others in a classic Plone listing, also when they are older. */
  isPinned?: boolean
  /** Listings leave the article out; its page, feeds and sitemaps have it. */
  isUnlisted?: boolean
}

/** A request as a site receives it. Names of headers are in lower case. */
export interface SiteRequest {
  method: string
  host: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
}

/** An answer of a site. */
export interface SiteAnswer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

/** A page, before conditions and ranges of the request apply. */
export interface SitePage {
  status?: number
  type: string
  body: string | Uint8Array
  /** Time of the latest change of what the page shows. Null for pages without validators. */
  changedAt: Date | null
}
