import type { Listing } from '../pages/listing.ts'
import { ScrapeError } from '../errors.ts'
import { parseHtml } from '../html/page.ts'
import { refuseFaultyPage } from '../pages/page-faults.ts'
import { withoutRepeats } from '../plone/listing.ts'
import { squeeze } from '../html/blank.ts'
import { isObject } from './blocks.ts'
import { isNews, readApiEntry } from './item.ts'
import { searchUrl, startOf, type SearchDepth } from './search-url.ts'
import type { Json } from './slate.ts'

const STATUS_KINDS: Record<string, 'url_broken' | 'unknown'> = {
  NotFound: 'url_broken',
  Unauthorized: 'url_broken',
  Forbidden: 'url_broken',
}
const MESSAGE_CHARACTERS = 120

/** A page of a search: the listing, and the news as answered, for sites that send objects whole. */
export type SearchPage = Listing & { readonly objects: readonly Json[] }

/**
 * Parses the body of an API answer. Throws ScrapeError: `anti_bot` for a challenge page, `not_json` for any other text
 * that is not a JSON object.
 */
export function parseApiBody(body: string): Json {
  try {
    const value: unknown = JSON.parse(body)
    if (isObject(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const page = parseHtml(body)
  try {
    refuseFaultyPage({ html: body, page, isArticle: false, entries: [] })
  } catch (error) {
    if (error instanceof ScrapeError && error.kind === 'anti_bot') throw error
  }
  throw new ScrapeError(
    'not_json',
    `the API answered: ${squeeze(body.slice(0, 500)).slice(0, MESSAGE_CHARACTERS)}`,
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The objects of a search answer. Throws for an error object, and `html_changed` when there is no list of items. */
function itemsOf(answer: Json): Json[] {
  if (Array.isArray(answer['items'])) return answer['items'].filter(isObject)
  const error = isObject(answer['error']) ? answer['error'] : answer
  const type = textOf(error['type'])
  const kind = STATUS_KINDS[type] ?? (type === '' ? 'html_changed' : 'unknown')
  throw new ScrapeError(kind, `search answer without items: ${type} ${textOf(error['message'])}`)
}

/**
 * Reads one page of the search of a Plone 6 site. `address` is the listing or the search address that was asked.
 * The next page starts after the items received, until the total is reached or a page is empty.
 */
export function readSearch(answer: Json, address: string, depth: SearchDepth = 'light'): SearchPage {
  const answered = itemsOf(answer)
  const objects = answered.filter(isNews)
  const start = startOf(address)
  const total = typeof answer['items_total'] === 'number' ? answer['items_total'] : null
  const next = start + answered.length
  const more = total === null ? isObject(answer['batching']) && 'next' in answer['batching'] : next < total
  const items = objects.map((item) => readApiEntry(item, address)).filter((item) => item !== null)
  return {
    items: withoutRepeats(items),
    found: answered.length,
    objects,
    structure: answered.length > 0 ? 'items' : null,
    nextUrl: answered.length > 0 && more ? searchUrl(address, next, depth) : null,
  }
}
