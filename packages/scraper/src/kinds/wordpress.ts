import { DAY_MS } from '@pauta/platform/time/time'
import type { Document } from 'domhandler'
import { firstPicture } from '../html/media.ts'
import { toMarkdown } from '../html/markdown.ts'
import { all, first, parseHtml, rawText, removeAll, type Element } from '../html/page.ts'
import type { Listing, ListingItem, ScrapedArticle, Stamp } from '../article/article.ts'
import { ScrapeError } from '../errors.ts'
import type { PageContext } from '../article/page-context.ts'
import { finishArticle } from '../article/finish-article.ts'
import { refuseFaultyPage } from '../pages/page-faults.ts'
import { cleanLightly } from '../plone/body.ts'
import { articleAddress, firstSegment, resolveAddress } from '../addresses/address.ts'
import { distinct, squeeze, textOrNull, withoutCutMark } from '../html/blank.ts'
import { readIso, type DayWindow } from '../dates/dates.ts'
import type { Kind } from './kind.ts'

const PAGE_SIZE = 20
const FIELDS = 'link,title,date,date_gmt'
const API = '/wp-json/wp/v2/posts'
const GONE = 404

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const string = (value: unknown): string => (typeof value === 'string' ? value : '')
/** What page builders write into the text and their API does not render. Captions come with theirs. */
const SHORTCODE =
  /\[\/?(?:caption|embed|gallery|audio|video|playlist|(?:vc|et_pb|fusion|av|elementor|wpforms|contact-form)[\w-]*)(?:\s[^\]]*)?\]/g
const rendered = (value: unknown): string =>
  isObject(value) ? string(value['rendered']).replace(SHORTCODE, '') : ''
const plain = (html: string): string | null => textOrNull(rawText(parseHtml(html)))

/** Returns the address of all posts of the site, for the address of its API or of any of its pages. */
function postsUrl(listingUrl: string): URL {
  const url = new URL(listingUrl)
  if (!url.pathname.includes('/wp-json/')) return new URL(API, url.origin)
  return url
}

/** A page of posts. The offset may lie behind the last post: the page is then empty, unlike a page number. */
function pageUrl(listingUrl: string, offset: number): string {
  const url = postsUrl(listingUrl)
  url.searchParams.set('per_page', String(PAGE_SIZE))
  url.searchParams.set('orderby', 'date')
  url.searchParams.set('_fields', FIELDS)
  if (offset > 0) url.searchParams.set('offset', String(offset))
  return url.href
}

/** The API compares with the local time of the posts, and further pages keep the days. */
function historyUrl(listingUrl: string, { start, end }: DayWindow): string {
  const url = new URL(pageUrl(listingUrl, 0))
  url.searchParams.set('after', `${new Date(Date.parse(start) - DAY_MS).toISOString().slice(0, 10)}T23:59:59`)
  url.searchParams.set('before', `${end}T23:59:59`)
  return url.href
}

/** The post of an address, by the last part of its path, or by its number. */
function postUrl(address: string, listingUrls: readonly string[]): string {
  const { host, pathname, searchParams } = new URL(address)
  const ofHost = listingUrls.find((listingUrl) => new URL(listingUrl).host === host)
  const url = postsUrl(ofHost ?? address)
  const slug = decodeURIComponent(pathname.split('/').findLast(Boolean) ?? '').replace(/\.html?$/, '')
  const id = searchParams.get('p')
  url.search = ''
  url.searchParams.set(id === null ? 'slug' : 'include', id ?? slug)
  url.searchParams.set('_embed', 'wp:featuredmedia,wp:term')
  return url.href
}

/** Parses the list of an answer. Throws ScrapeError: `not_json` for other text, `url_broken` for an API that is closed. */
function parsePosts(text: string): Json[] {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    refuseFaultyPage({ html: text, page: parseHtml(text), isArticle: false, entries: [] })
    throw new ScrapeError('not_json', `the API answered: ${squeeze(text.slice(0, 100))}`)
  }
  if (Array.isArray(answer)) return objects(answer)
  const message = isObject(answer) ? `${string(answer['code'])} ${string(answer['message'])}` : 'no list'
  throw new ScrapeError('url_broken', `the API answered: ${squeeze(message)}`)
}

/** The local time of a post is without an offset, so the one in UTC is read. */
function stampOf(post: Json, name: 'date' | 'modified'): Stamp | null {
  const utc = string(post[`${name}_gmt`])
  return (utc === '' ? null : readIso(/[Z+]/.test(utc) ? utc : `${utc}Z`)) ?? readIso(post[name])
}

function toItem(post: Json, address: string): ListingItem | null {
  const url = articleAddress(string(post['link']), address)
  const title = plain(rendered(post['title']))
  if (url === null || title === null) return null
  return { url, title, stamp: stampOf(post, 'date'), category: null, tags: [] }
}

function readListing(text: string, address: string): Listing {
  const posts = parsePosts(text)
  const items = posts.map((post) => toItem(post, address)).filter((item) => item !== null)
  const offset = Number(new URL(address).searchParams.get('offset') ?? 0)
  return {
    items,
    found: posts.length,
    structure: posts.length > 0 ? 'posts' : null,
    nextUrl: posts.length < PAGE_SIZE ? null : pageUrl(address, offset + posts.length),
  }
}

/** The names of the terms of one taxonomy: `category` or `post_tag`. */
function termsOf(embedded: Json, taxonomy: string): string[] {
  const lists = Array.isArray(embedded['wp:term']) ? embedded['wp:term'] : []
  const terms = lists.flatMap(objects).filter((term) => term['taxonomy'] === taxonomy)
  return distinct(terms.flatMap((term) => plain(string(term['name'])) ?? []))
}

/** The text of a post, without the buttons and lists of other posts that plugins write into it. */
function readBody(post: Json, title: string): Document | Element {
  const page = parseHtml(`<body>${rendered(post['content'])}</body>`)
  const body = first('body', page)
  if (body !== null) cleanLightly(body, title)
  return body ?? page
}

/** The excerpt, unless WordPress cut it from the text, without the link to the text. */
function findSubtitle(post: Json, markdown: string): string | null {
  const summary = parseHtml(rendered(post['excerpt']))
  removeAll(all('.more-link', summary))
  const excerpt = withoutCutMark(squeeze(rawText(summary)))
  const text = squeeze(rawText(parseHtml(rendered(post['content']))))
  return text.includes(excerpt) || markdown.includes(excerpt) ? null : excerpt
}

function findPicture(post: Json, embedded: Json, url: string): string | null {
  const [media] = objects(embedded['wp:featuredmedia'])
  const featured = resolveAddress(string(media?.['source_url']), url)
  return featured ?? firstPicture(parseHtml(rendered(post['content'])), url)
}

function readArticle(text: string, { url: asked, agency }: PageContext): ScrapedArticle {
  const [post] = parsePosts(text)
  if (post === undefined)
    throw new ScrapeError('url_broken', 'the API has no such post', { isGone: true, status: GONE })
  const url = articleAddress(string(post['link']), asked) ?? asked
  const title = plain(rendered(post['title']))
  if (title === null) throw new ScrapeError('empty_content', 'a post without a title')
  const embedded = isObject(post['_embedded']) ? post['_embedded'] : {}
  const body = readBody(post, title)
  const markdown = toMarkdown(body, url)
  const publishedAt = stampOf(post, 'date')
  const modified = stampOf(post, 'modified')
  const updatedAt = modified?.iso === publishedAt?.iso ? null : modified
  const subtitle = findSubtitle(post, markdown)
  const categories = termsOf(embedded, 'category')
  const tags = termsOf(embedded, 'post_tag')
  const imageUrl = findPicture(post, embedded, url)
  return finishArticle({
    agency: agency ?? firstSegment(url),
    url,
    title,
    heading: title,
    publishedAt,
    updatedAt,
    subtitle,
    editorialLead: null,
    category: categories[0] ?? null,
    tags,
    imageUrl,
    videoUrl: null,
    markdown,
    flags: [],
    rules: {
      title: 'title',
      ...(publishedAt && { publishedAt: 'date_gmt' }),
      ...(updatedAt && { updatedAt: 'modified_gmt' }),
      ...(subtitle && { subtitle: 'excerpt' }),
      ...(categories.length > 0 && { category: 'wp:term' }),
      ...(tags.length > 0 && { tags: 'wp:term' }),
      ...(imageUrl && { imageUrl: 'wp:featuredmedia' }),
      ...(markdown !== '' && { body: 'content' }),
    },
  })
}

/** A site with the REST API of WordPress, version 2, at `/wp-json/`. */
export const wordpress: Kind = {
  firstPageUrl: (listingUrl) => pageUrl(listingUrl, 0),
  historyUrl,
  listingAs: 'json',
  readListing,
  articleAs: 'json',
  articleUrl: postUrl,
  readArticle,
  hintSources: (listingUrl) => [{ what: 'feed', address: new URL('/feed/', postsUrl(listingUrl)).href }],
  isNews: () => true,
  // Many sites close the API and keep the feed.
  successor: { kind: 'feed', after: new Set(['not_json', 'url_broken', 'login_page', 'html_changed']) },
}
