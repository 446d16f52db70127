import { normalizeAddress } from '@pauta/platform/text/address'

const TRACKING =
  /^(utm_.*|fbclid|gclid|dclid|msclkid|igshid|mc_cid|mc_eid|_ga|_gl|yclid|ref_src|__twitter_impression)$/i
const OURS = /(^|\.)(gov\.br|ebc\.com\.br)$/i
/** Longer addresses are no addresses of articles. */
const ADDRESS_MAX_CHARACTERS = 2_000

/** The absolute http or https address, or null. `href` may be relative to `base`. */
export function resolveAddress(href: string | null | undefined, base: string): string | null {
  const trimmed = (href ?? '').trim()
  if (trimmed === '' || trimmed.length > ADDRESS_MAX_CHARACTERS) return null
  const url = URL.parse(trimmed, base)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}

/** As resolveAddress, but mail addresses are links too. Null for `javascript:`, `data:` and the like. */
export function resolveLink(href: string | null | undefined, base: string): string | null {
  const trimmed = (href ?? '').trim()
  return /^mailto:[^\s@]+@[^\s@]+$/i.test(trimmed) ? trimmed : resolveAddress(trimmed, base)
}

function dropEnding(path: string): string {
  return path.replace(/\/(@@)?view\/?$/, '').replace(/\/+$/, '')
}

/**
 * The one address of an article: https on government and EBC hosts, one percent-encoding, without fragment, trailing
 * `/view`, trailing slash and tracking parameters. Null when `href` is no web address.
 */
export function articleAddress(href: string | null | undefined, base: string): string | null {
  const absolute = resolveAddress(href, base)
  if (absolute === null) return null
  const url = new URL(absolute)
  if (OURS.test(url.hostname)) url.protocol = 'https:'
  url.hash = ''
  url.pathname = dropEnding(url.pathname)
  const names = Array.from(url.searchParams.keys())
  for (const name of names.filter((candidate) => TRACKING.test(candidate))) url.searchParams.delete(name)
  return normalizeAddress(url.href)
    .replace(/\?$/, '')
    .replace(/^(https?:\/\/[^/]+)\/$/, '$1')
}

const FILE = /\.(?:jpe?g|png|gif|webp|pdf|docx?|xlsx?|mp[34]|zip|csv|odt)$/i

/** Whether an address names a file, such as a PDF or a picture, and no page. */
export function isFileAddress(address: string): boolean {
  return FILE.test(URL.parse(address)?.pathname ?? address)
}

/** First segment of the path: the key of the agency on www.gov.br. */
export function firstSegment(address: string): string {
  return URL.parse(address)?.pathname.split('/').find(Boolean) ?? ''
}
