import type { DayWindow } from '../dates/dates.ts'

const PAGE_SIZE = 25
const FIELDS = ['title', 'effective', 'modified', 'description']
/** Values of the index of publication times, as plone.restapi takes them. */
const DAYS = 'effective.query'

/**
 * How much of each object the search answers: `light` lists metadata only, `full` makes the server load every object.
 */
export type SearchDepth = 'light' | 'full'

function splitListing(address: string): { url: URL; segments: string[] } {
  const url = new URL(address)
  const segments = url.pathname
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('++api++'))
  return { url, segments: segments.filter((segment) => !segment.startsWith('@')) }
}

/**
 * Address of a search over one listing of a Plone 6 site: `++api++` follows the first segment of the path, `/@search`
 * ends it. `start` is the number of items before the page. `days` searches these days alone; a further page of such a
 * search keeps them.
 */
export function searchUrl(listing: string, start: number, depth: SearchDepth, days?: DayWindow): string {
  const { url, segments } = splitListing(listing)
  const [site = '', ...rest] = segments
  const path = [site, '++api++', ...rest, '@search'].filter(Boolean).join('/')
  const query = new URLSearchParams({
    portal_type: 'News Item',
    sort_on: 'effective',
    sort_order: 'descending',
    b_start: String(start),
    b_size: String(PAGE_SIZE),
  })
  if (depth === 'full') query.set('fullobjects', '1')
  for (const field of FIELDS) query.append('metadata_fields', field)
  const ends = days
    ? [`${days.start}T00:00:00-03:00`, `${days.end}T23:59:59-03:00`]
    : url.searchParams.getAll(DAYS)
  for (const end of ends) query.append(DAYS, end)
  if (ends.length > 0) query.set('effective.range', 'min:max')
  return `${url.origin}/${path}?${query.toString().replaceAll('+', '%20')}`
}

/** Address of one object in the API, from its public address. */
export function itemUrl(address: string): string {
  const { url, segments } = splitListing(address)
  const [site = '', ...rest] = segments
  return `${url.origin}/${[site, '++api++', ...rest].join('/')}`
}

/** The public address of an object: without `++api++`. */
export function publicAddress(address: string): string {
  return address.replace(/\/\+\+api\+\+(?=\/|$)/g, '')
}

/** The offset of a search address; 0 for a listing address. */
export function startOf(address: string): number {
  return Math.max(Number.parseInt(URL.parse(address)?.searchParams.get('b_start') ?? '', 10) || 0, 0)
}
