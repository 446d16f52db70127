import { DAY_MS } from '@pauta/platform/time/time'
import type { DayWindow } from '../dates/dates.ts'

/** Posts on a page of the list. */
export const PAGE_SIZE = 20
const FIELDS = 'link,title,date,date_gmt'
const API = '/wp-json/wp/v2/posts'

/** Returns the address of all posts of the site, for the address of its API or of any of its pages. */
export function postsUrl(listingUrl: string): URL {
  const url = new URL(listingUrl)
  if (!url.pathname.includes('/wp-json/')) return new URL(API, url.origin)
  return url
}

/** A page of posts. The offset may lie behind the last post: the page is then empty, unlike a page number. */
export function pageUrl(listingUrl: string, offset: number): string {
  const url = postsUrl(listingUrl)
  url.searchParams.set('per_page', String(PAGE_SIZE))
  url.searchParams.set('orderby', 'date')
  url.searchParams.set('_fields', FIELDS)
  if (offset > 0) url.searchParams.set('offset', String(offset))
  return url.href
}

/** The API compares with the local time of the posts, and further pages keep the days. */
export function historyUrl(listingUrl: string, { start, end }: DayWindow): string {
  const url = new URL(pageUrl(listingUrl, 0))
  url.searchParams.set('after', `${new Date(Date.parse(start) - DAY_MS).toISOString().slice(0, 10)}T23:59:59`)
  url.searchParams.set('before', `${end}T23:59:59`)
  return url.href
}

/** The post of an address, by the last part of its path, or by its number. */
export function postUrl(address: string, listingUrls: readonly string[]): string {
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
