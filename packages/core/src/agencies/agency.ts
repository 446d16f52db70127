/**
 * The form of every agency key: the path segment of the agency's site, in lower case. Every key from outside is checked
 * against it.
 */
export const AGENCY_KEY = /^[a-z0-9][a-z0-9_-]{0,63}$/

/** A federal agency with a news page. `key` is the path segment of its site. */
export interface Agency {
  key: string
  /** Official name. */
  name: string
  parentKey: string | null
  /** Legal form, such as `Ministério` or `Autarquia`. */
  type: string | null
  newsUrl: string | null
  /** True for the public broadcasters, which republish texts of other agencies. */
  isRepublisher: boolean
  /** Only active agencies are scraped. */
  active: boolean
}
