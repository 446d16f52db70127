import type { Selection } from '../selection/selection.ts'
import { writeQuery } from '../selection/url-grammar.ts'
import type { FeedSubject } from './feed-address.ts'

/** Where readers read. The addresses have no trailing slash and are empty for what does not exist. */
export interface ReaderSites {
  portalUrl: string
  /** The observatory. */
  siteUrl: string
}

/** The government's own page of news, which exists without a site of ours. */
const GOVERNMENT_NEWS = 'https://www.gov.br/pt-br/noticias'

/** The pages of the observatory about a subject. */
const SITE_FOLDERS = {
  agencies: 'orgaos',
  themes: 'temas',
  entities: 'entidades',
  listings: 'recortes',
} as const

/**
 * Returns the page for readers of a feed: the portal, else the page of the observatory with the same subject or filters,
 * else `otherwise`.
 */
export function pageForReaders(
  { portalUrl, siteUrl }: ReaderSites,
  { subject, selection }: { subject: FeedSubject; selection: Selection },
  otherwise = GOVERNMENT_NEWS,
): string {
  if (portalUrl !== '') return portalUrl
  if (siteUrl === '') return otherwise
  if (subject.kind !== 'articles')
    return `${siteUrl}/${SITE_FOLDERS[subject.kind]}/${encodeURIComponent(subject.id)}`
  const query = writeQuery(selection)
  return query === '' ? `${siteUrl}/` : `${siteUrl}/busca?${query}`
}
