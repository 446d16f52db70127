import type { SiteKind } from '../kinds/site-kind.ts'

/** One agency and where its news are listed. */
export type Site = {
  readonly key: string
  /** As what the site is read. It may answer as another kind than the configured one. */
  readonly kind: SiteKind
  readonly listingUrls: readonly string[]
  /** Hosts of articles besides those of the listings, with the port unless it is the default. */
  readonly hosts?: readonly string[]
}
