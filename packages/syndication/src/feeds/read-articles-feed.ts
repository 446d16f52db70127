import type { Db } from '@pauta/platform/database/database'
import type { MeaningSources } from '@pauta/core/search-index/search-by-meaning'
import { listSelected } from '../articles/list-selected.ts'
import type { Selection } from '../selection/selection.ts'
import { writeQuery } from '../selection/url-grammar.ts'
import { ITEM_FIELDS } from './article-item.ts'
import { storyItems } from './story-items.ts'
import { latestUpdate, safeAddress, type Feed, type FeedLinks } from './feed.ts'
import {
  feedUri,
  hasNextPage,
  writeFeedAddress,
  writeFeedPage,
  type FeedPage,
  type FeedSubject,
} from './feed-address.ts'
import { HUB_PATH } from './hub-path.ts'
import { pageForReaders, type ReaderSites } from './page-for-readers.ts'
import { describeSubject } from './subjects.ts'
import type { FeedFormat } from './write-feed.ts'

/** What feeds are read from. */
export interface FeedSources extends MeaningSources {
  db: Db
  /** Base of the API's addresses, without a trailing slash. */
  baseUrl: string
  /** Where readers read, for the page of a feed. */
  sites: ReaderSites
}

/** A request for a page of a feed. */
export interface FeedRequest {
  subject: FeedSubject
  format: FeedFormat
  /** The filters of the address. */
  selection: Selection
  page: FeedPage
}

/** What the links of a page depend on, besides the request. */
interface PageLinkOptions {
  found: number
  /** The subject's own page, which comes first. */
  home?: string | null
  /** The page for readers without a portal and an observatory. */
  otherwise?: string | undefined
  /** A parameter of the feed itself. */
  items?: string | undefined
}

/** Returns the links of a page among the pages of its feed. */
export function pageLinks(
  { baseUrl, sites }: Pick<FeedSources, 'baseUrl' | 'sites'>,
  { subject, format, selection, page }: FeedRequest,
  { found, home = null, otherwise, items }: PageLinkOptions,
): FeedLinks {
  const addressOf = (number: number) => {
    const query = writeQuery(selection, { items, ...writeFeedPage({ ...page, page: number }) })
    return writeFeedAddress(baseUrl, subject, { format, query })
  }
  return {
    // The hub pushes first pages of articles.
    hub: page.page === 1 && subject.kind !== 'listings' ? `${baseUrl}${HUB_PATH}` : null,
    home: safeAddress(home) ?? pageForReaders(sites, { subject, selection }, otherwise),
    self: addressOf(page.page),
    first: addressOf(1),
    next: hasNextPage(page, found) ? addressOf(page.page + 1) : null,
    previous: page.page > 1 ? addressOf(page.page - 1) : null,
  }
}

/**
 * Returns a page of a feed of articles: one of each story, with the names of the other agencies. Throws NOT_FOUND for an unknown agency,
 * theme or entity.
 */
export async function readArticlesFeed(sources: FeedSources, request: FeedRequest): Promise<Feed> {
  const { subject, page } = request
  const named = await describeSubject(sources.db, subject, request.selection)
  const selection = { ...named.selection, oneStoryPer: true }
  const { documents, found } = await listSelected(sources, selection, { ...page, fields: ITEM_FIELDS })
  const items = await storyItems(sources.db, documents)
  return {
    id: feedUri(subject, request.selection),
    title: named.title,
    description: named.description,
    updated: latestUpdate(items),
    items,
    links: pageLinks(sources, request, { found, home: named.home }),
  }
}
