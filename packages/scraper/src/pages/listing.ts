import type { Stamp } from '../dates/stamp.ts'

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
