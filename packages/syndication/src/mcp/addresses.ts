import type { Selection } from '../selection/selection.ts'
import { QUERY_MAX_CHARACTERS, writeQuery } from '../selection/url-grammar.ts'
import { safeAddress } from '../feeds/feed.ts'

/** Returns the address of an article's page in this service. */
export const articlePage = (uniqueId: string, baseUrl: string): string =>
  `${baseUrl}/artigos/${encodeURIComponent(uniqueId)}`

/** Returns the address of the feed of an agency. */
export const agencyFeed = (key: string, baseUrl: string): string =>
  `${baseUrl}/feeds/agencies/${encodeURIComponent(key)}.rss`

/** Returns both addresses of an article: at its agency (null unless http or https) and in this service. */
export function listedAddress(
  { uniqueId, url }: { uniqueId: string; url?: string | undefined },
  baseUrl: string,
): { url: string | null; page: string } {
  return { url: safeAddress(url), page: articlePage(uniqueId, baseUrl) }
}

/** Returns the address of the feed of a selection; null for a selection that is too long for an address. */
export function selectionFeed(selection: Selection, baseUrl: string): string | null {
  const query = writeQuery(selection)
  if (query.length > QUERY_MAX_CHARACTERS) return null
  return `${baseUrl}/feeds/articles.rss${query === '' ? '' : `?${query}`}`
}
