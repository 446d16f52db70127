import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { Listing } from '@pauta/clippings/marketplace/listing'
import { findListing } from '@pauta/clippings/marketplace/queries'
import { releaseAddress, releasePage } from '@pauta/clippings/releases/release-address'
import { listPublicReleases, type PublicRelease } from '@pauta/clippings/releases/public-releases'
import { listDocumentsByIds } from '@pauta/clippings/releases/release-articles'
import { uniteNewest } from '@pauta/clippings/recortes/capture'
import { readRows } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import { html, NO_HTML, type Html } from '@pauta/platform/text/html'
import { ITEM_FIELDS } from './article-item.ts'
import { storyItems } from './story-items.ts'
import { latestUpdate, safeAddress, xmlText, type Feed, type FeedItem } from './feed.ts'
import { feedUri } from './feed-address.ts'
import { pageLinks, type FeedRequest, type FeedSources } from './read-articles-feed.ts'

/** What a listing's feed contains: its releases, or the articles of its releases. */
export type ListingItems = 'releases' | 'articles'

/** Articles that an item of a release lists. */
const LISTED_ARTICLES = 30
/** Newest releases whose articles a feed of articles contains, and most articles of such a feed. */
const RELEASES_OF_ARTICLES = 50
const ARTICLES_MAX = 1000

async function getListing({ db }: FeedSources, id: string): Promise<Listing> {
  const listing = await readRows(() => findListing(db, id))
  if (!listing) throw new PublicError('NOT_FOUND', 'Não existe publicação ativa com este identificador.')
  return listing
}

function listHtml(articles: readonly IndexDocument[], total: number): Html {
  const lines = articles.map((article) => {
    const address = safeAddress(article.url)
    const title = xmlText(article.title)
    const linked = address === null ? title : html`<a href="${address}">${title}</a>`
    return html`<li>${linked} (${xmlText(article.agency_name)})</li>`
  })
  const rest = total - articles.length
  const more = rest > 0 ? html`<p>E mais ${rest} ${rest === 1 ? 'notícia' : 'notícias'}.</p>` : NO_HTML
  return html`<ul>${lines}</ul>${more}`
}

/** Built at use: the first formatter of a process loads the data of locales, which other feeds do not need. */
const writeDay = (at: Date): string =>
  at.toLocaleDateString('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })

/** Returns the item of a release: its preview and links to its articles. */
function releaseItem(
  release: PublicRelease,
  articles: ReadonlyMap<string, IndexDocument>,
  { baseUrl: apiUrl, sites: { portalUrl } }: FeedSources,
): FeedItem {
  const shown = release.articleIds
    .slice(0, LISTED_ARTICLES)
    .flatMap((id) => articles.get(id) ?? [])
    .sort((a, b) => b.published_at - a.published_at)
  const count = `${release.articlesCount} ${release.articlesCount === 1 ? 'notícia' : 'notícias'}`
  return {
    id: `urn:pauta:release:${encodeURIComponent(release.id)}`,
    url: releaseAddress({ ...release, isPublic: true }, { portalUrl, apiUrl }),
    title: xmlText(`${release.clippingName}, ${writeDay(release.createdAt)}`),
    summary: xmlText(release.digestPreview?.trim() || count),
    html: html`<p>${count}</p>${listHtml(shown, release.articlesCount)}`.text,
    author: null,
    published: release.createdAt,
    updated: release.createdAt,
    arrived: release.createdAt,
    categories: [],
    image: null,
    enclosures: [],
  }
}

async function readReleaseItems(
  sources: FeedSources,
  releases: readonly PublicRelease[],
): Promise<FeedItem[]> {
  const ids = [...new Set(releases.flatMap(({ articleIds }) => articleIds.slice(0, LISTED_ARTICLES)))]
  const documents = await listDocumentsByIds(sources.index, ids, [
    'title',
    'url',
    'agency_name',
    'published_at',
  ])
  const byId = new Map(documents.map((document) => [document.unique_id, document]))
  return releases.map((release) => releaseItem(release, byId, sources))
}

/** Returns the first article of each story. */
function oneOfEachStory(articles: readonly IndexDocument[]): IndexDocument[] {
  const told = new Set<string>()
  return articles.filter(({ unique_id: id, story_id: story = id }) => {
    const isNew = !told.has(story)
    told.add(story)
    return isNew
  })
}

/**
 * Returns a page of the articles with these ids, newest first and one of each story, and how many of them are in the
 * index.
 */
async function readArticlePage(
  { db, index }: FeedSources,
  ids: readonly string[],
  { page, limit }: FeedRequest['page'],
): Promise<{ items: FeedItem[]; found: number }> {
  const all = oneOfEachStory(uniteNewest(await listDocumentsByIds(index, ids, ['published_at', 'story_id'])))
  const wanted = all.slice((page - 1) * limit, page * limit).map(({ unique_id }) => unique_id)
  const documents = uniteNewest(await listDocumentsByIds(index, wanted, ITEM_FIELDS))
  return { items: await storyItems(db, documents), found: all.length }
}

/**
 * Returns a page of the feed of a listing: the releases that anybody may see, or their articles. Throws NOT_FOUND if the
 * listing does not exist or is not active.
 */
export async function readListingFeed(
  sources: FeedSources,
  request: FeedRequest & { listingId: string; items: ListingItems },
): Promise<Feed> {
  const { subject, selection, page, listingId, items: kind } = request
  const { db } = sources
  const listing = await getListing(sources, listingId)
  const ofArticles = kind === 'articles'
  const { releases, total } = await readRows(() =>
    listPublicReleases(db, {
      clippingId: listing.sourceClippingId,
      ...(ofArticles ? { page: 1, limit: RELEASES_OF_ARTICLES } : page),
    }),
  )
  const ids = [...new Set(releases.flatMap(({ articleIds }) => articleIds))].slice(0, ARTICLES_MAX)
  const { items, found } = ofArticles
    ? await readArticlePage(sources, ids, page)
    : { items: await readReleaseItems(sources, releases), found: total }
  const param = ofArticles ? 'articles' : undefined
  const [newest] = releases
  const about = ofArticles ? 'As notícias' : 'As edições'
  return {
    id: feedUri(subject, selection, param),
    title: xmlText(listing.name),
    description: xmlText(listing.description ?? `${about} do clipping “${listing.name}”.`),
    updated: latestUpdate(items),
    items,
    links: pageLinks(sources, request, {
      found,
      items: param,
      otherwise: newest && releasePage(newest.id, sources.baseUrl),
    }),
  }
}
