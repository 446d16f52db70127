/** Kinds of site that have a reader. */
export const SITE_KINDS = [
  'plone-html',
  'plone6-api',
  'agenciabrasil',
  'tvbrasil',
  'feed',
  'wordpress',
] as const
export type SiteKind = (typeof SITE_KINDS)[number]

/**
 * A point in time as a page states it.
 * `iso` is ISO 8601 with seconds and the numeric offset that was read (−03:00 where none was given).
 * `precision` is `day` when the page gave no time, or midnight: most pages print midnight for "time unknown".
 */
export type Stamp = { readonly iso: string; readonly precision: 'day' | 'second' }

/**
 * One entry of a listing page. `stamp` may be a modification time, so it only filters and stands in for a missing date.
 */
export type ListingItem = {
  readonly url: string
  readonly title: string
  readonly stamp: Stamp | null
  /** The date is from the words of the entry and may belong to what these are about. Such a date filters nothing. */
  readonly isDateGuessed?: boolean
  readonly category: string | null
  readonly tags: readonly string[]
  /** What a feed has of the article; `markdown` is its whole text, or null. */
  readonly inFeed?: { readonly markdown: string | null; readonly imageUrl: string | null }
}

/** A listing page. `found` counts all containers, including entries without a usable link. */
export type Listing = {
  readonly items: readonly ListingItem[]
  readonly found: number
  /** Address of the next page; null at the end of the listing. */
  readonly nextUrl: string | null
  /** Name of the rule that matched the entries, for example `article.tileItem`; null without entries. */
  readonly structure: string | null
  /** The page lists nothing itself and names the feed or sitemap to read in its place. */
  readonly feedUrl?: string
}

/**
 * What is unusual about a stored article. `general`: no rule of the site found its text, so it was read as a page of
 * unknown structure. `shifted`: its data state a time that is off by whole hours, and the one that readers see counts.
 */
export type ArticleFlag = 'short' | 'undated' | 'future' | 'light-clean' | 'general' | 'shifted'

/** Fields whose reading follows a chain of rules. */
export type RuledField =
  | 'title'
  | 'publishedAt'
  | 'updatedAt'
  | 'subtitle'
  | 'editorialLead'
  | 'category'
  | 'tags'
  | 'imageUrl'
  | 'videoUrl'
  | 'body'

/** The rule that found each field. A field that no rule found is absent. */
export type MatchedRules = Partial<Record<RuledField, string>>

/** An article as read from one page or one API item. */
export type ScrapedArticle = {
  readonly agency: string
  readonly url: string
  /** Never empty. */
  readonly title: string
  /** What the page itself calls the article, to compare with the title of the listing; null when it says nothing. */
  readonly heading: string | null
  readonly publishedAt: Stamp | null
  readonly updatedAt: Stamp | null
  readonly subtitle: string | null
  readonly editorialLead: string | null
  readonly category: string | null
  readonly tags: readonly string[]
  readonly imageUrl: string | null
  readonly videoUrl: string | null
  /** The body; empty for galleries and the like. */
  readonly markdown: string
  /** Null without a publication date, because the date is part of the id. */
  readonly uniqueId: string | null
  /** Null without any text. */
  readonly contentHash: string | null
  readonly flags: readonly ArticleFlag[]
  readonly rules: MatchedRules
}
