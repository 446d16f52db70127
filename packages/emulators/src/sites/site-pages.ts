import { renderBroadcasterArticle, renderBroadcasterListing } from './broadcaster-pages.ts'
import { describePosts, renderOpenArticle, renderOpenFeed, renderOpenHome } from './open-pages.ts'
import { drawPicture } from './picture.ts'
import { describeObject, describeSearch, renderShell } from './plone-api.ts'
import { renderPloneArticle, renderPloneListing } from './plone-pages.ts'
import { addressOf, changedAt } from './site-address.ts'
import { renderBroadcasterFeed, renderSearchFeed, renderSitemap } from './site-feeds.ts'
import type { NewsSite, SiteNews, SitePage, SiteRequest } from './site-types.ts'

const PAGE_SIZE = 20
const API_PAGE_SIZE = 25
const API_PAGE_MAX = 100
const HTML = 'text/html; charset=utf-8'
const API_SEGMENT = '/++api++'
const XML = 'application/xml; charset=utf-8'
const POSTS = '/wp-json/wp/v2/posts'
const BROADCASTER_FEED = '/rss/ultimasnoticias/feed.xml'

/** A request for one site, with the news that the site shows, newest first. */
export interface SiteContext {
  site: NewsSite
  news: readonly SiteNews[]
  request: SiteRequest
}

/** The path of an address, decoded as the paths of requests are. */
const pathOf = (address: string) => decodeURIComponent(new URL(address).pathname)

function numberOf(query: URLSearchParams, name: string, fallback = 0): number {
  const value = Number.parseInt(query.get(name) ?? '', 10)
  return Number.isNaN(value) || value < 0 ? fallback : value
}

function latestChange(news: readonly SiteNews[]): Date | null {
  const times = news.map((each) => changedAt(each).getTime())
  return times.length === 0 ? null : new Date(Math.max(...times))
}

const json = (body: unknown, changed: Date | null, status = 200): SitePage => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
  changedAt: changed,
})

const isListed = (each: SiteNews) => each.isUnlisted !== true

function listClassic({ site, news, request }: SiteContext): SitePage {
  const size = site.pageSize ?? PAGE_SIZE
  const start = numberOf(request.query, 'b_start:int')
  const isPinned = (each: SiteNews) => each.isPinned === true
  const listed = news.filter(isListed)
  const ordered = [...listed.filter(isPinned), ...listed.filter((each) => !isPinned(each))]
  const shown = ordered.slice(start, start + size)
  const next = start + size < ordered.length ? start + size : null
  return {
    type: HTML,
    body: renderPloneListing(site, shown, next),
    changedAt: latestChange(shown),
  }
}

function listBroadcast({ site, news, request }: SiteContext): SitePage {
  const size = site.pageSize ?? PAGE_SIZE
  const page = numberOf(request.query, 'page')
  const listed = news.filter(isListed)
  const shown = listed.slice(page * size, (page + 1) * size)
  const next = (page + 1) * size < listed.length ? page + 1 : null
  return { type: HTML, body: renderBroadcasterListing(site, shown, next), changedAt: latestChange(shown) }
}

const findByPath = ({ site, news }: SiteContext, path: string): SiteNews | undefined =>
  news.find((each) => pathOf(addressOf(site, each)) === path)

function answerApi(context: SiteContext): SitePage {
  const { site, news, request } = context
  const path = request.path.replace(API_SEGMENT, '')
  // The search of the root finds the news of every folder.
  const root = `/${pathOf(site.listingUrl).split('/')[1] ?? ''}/pt-br`
  const listing = `${pathOf(site.listingUrl)}/@search`
  if (path === listing || path === `${root}/@search`) {
    const shown = path === listing ? news.filter(isListed) : news
    const { query } = request
    const page = {
      start: numberOf(query, 'b_start'),
      size: Math.min(numberOf(query, 'b_size', API_PAGE_SIZE), API_PAGE_MAX),
      isFull: query.get('fullobjects') === '1',
    }
    return json(describeSearch(site, shown, page), latestChange(shown))
  }
  const found = findByPath(context, path)
  if (found) return json(describeObject(site, found), changedAt(found))
  return json({ type: 'NotFound', message: `Resource not found: ${path}` }, null, 404)
}

function answerPlone(context: SiteContext): SitePage | undefined {
  const { site, request } = context
  if (request.path.includes(API_SEGMENT)) return site.kind === 'plone6-api' ? answerApi(context) : undefined
  // Classic pages refuse to answer in JSON. The shell of Plone 6 is the same at every address.
  if (site.kind === 'plone6-api' && request.path.endsWith('.xml')) return undefined
  if (site.kind === 'plone6-api') return { type: HTML, body: renderShell(site), changedAt: null }
  if (request.headers['accept'] === 'application/json')
    return json(
      { type: 'Unauthorized', message: 'You are not authorized to access this resource.' },
      null,
      401,
    )
  if (request.path === pathOf(site.listingUrl)) return listClassic(context)
  const found = findByPath(context, request.path)
  return found && { type: HTML, body: renderPloneArticle(site, found), changedAt: changedAt(found) }
}

/** The feed or the sitemap at the path of the request. */
function findFeed({ site, news, request: { path } }: SiteContext): SitePage | undefined {
  if (site.hasFeeds === false || site.kind === 'tvbrasil') return undefined
  const page = (body: string): SitePage => ({ type: XML, body, changedAt: latestChange(news) })
  if (site.kind === 'agenciabrasil') {
    if (path === BROADCASTER_FEED) return page(renderBroadcasterFeed(site, news))
    return path === '/sitemap.xml' ? page(renderSitemap(site, news)) : undefined
  }
  const root = `/${pathOf(site.listingUrl).split('/')[1] ?? ''}`
  if (path === `${root}/sitemap.xml`) return page(renderSitemap(site, news))
  const isFeed = site.kind === 'plone-html' && path === `${root}/pt-br/@@search_rss`
  return isFeed ? page(renderSearchFeed(site, news)) : undefined
}

/** The pages of a site of unknown software: its home names the feed, which is the listing. */
function answerOpen(context: SiteContext): SitePage | undefined {
  const { site, news, request } = context
  const listed = news.filter(isListed)
  if (request.path === pathOf(site.listingUrl))
    return { type: XML, body: renderOpenFeed(site, listed), changedAt: latestChange(listed) }
  if (request.path === '/') return { type: HTML, body: renderOpenHome(site), changedAt: null }
  const found = findByPath(context, request.path)
  return found && { type: HTML, body: renderOpenArticle(site, found), changedAt: changedAt(found) }
}

/** WordPress: its API has the posts, its pages have markup that no rule knows. */
function answerWordpress(context: SiteContext): SitePage | undefined {
  const { site, news, request } = context
  if (request.path === POSTS) return json(describePosts(site, news, request.query), latestChange(news))
  const found = findByPath(context, request.path.replace(/\/$/, ''))
  return found && { type: HTML, body: renderOpenArticle(site, found), changedAt: changedAt(found) }
}

/** The page of a site at the path of the request, or undefined when the site has none there. */
export function findPage(context: SiteContext): SitePage | undefined {
  const { site, request } = context
  if (site.kind === 'feed') return answerOpen(context)
  if (site.kind === 'wordpress') return answerWordpress(context)
  const feed = findFeed(context)
  if (feed) return feed
  if (site.kind === 'plone-html' || site.kind === 'plone6-api') return answerPlone(context)
  if (request.path === pathOf(site.listingUrl)) return listBroadcast(context)
  const found = findByPath(context, request.path)
  return found && { type: HTML, body: renderBroadcasterArticle(site, found), changedAt: changedAt(found) }
}

/** A picture of an article. Its colour depends on its path. */
export const findPicture = (path: string): SitePage => ({
  type: 'image/png',
  body: drawPicture(path),
  changedAt: null,
})
