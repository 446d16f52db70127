import type { ListingItem } from './listing.ts'

/** What is known of an article before its page is read. */
export type PageContext = {
  /** Address of the page, after redirects. */
  readonly url: string
  /** Key of the agency; by default the first segment of the address. */
  readonly agency?: string
  /** The entry of the listing that led to the page. */
  readonly item?: ListingItem | undefined
}
