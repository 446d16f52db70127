import { articleAddress } from '../addresses/address.ts'
import type { Listing, ListingItem } from '../pages/listing.ts'
import { PAGE_SIZE, pageUrl } from './post-urls.ts'
import { parsePosts, plain, rendered, stampOf, string, type Json } from './posts.ts'

function toItem(post: Json, address: string): ListingItem | null {
  const url = articleAddress(string(post['link']), address)
  const title = plain(rendered(post['title']))
  if (url === null || title === null) return null
  return { url, title, stamp: stampOf(post, 'date'), category: null, tags: [] }
}

/** Reads a page of posts as the API lists them. */
export function readWordpressListing(text: string, address: string): Listing {
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
