import { createHash } from 'node:crypto'
import { localDay } from '@pauta/platform/time/time'
import type { IncomingArticle } from './article.ts'

/** Parameters that newsletters and social networks add. Others stay, because some sites name their articles by one. */
const TRACKING = /^(?:utm_.*|fbclid|gclid)$/
const USUAL_PORTS = new Set(['', '80', '443'])

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Decodes the escapes that are UTF-8, so that every percent-encoding of a text is equal. */
const decode = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
const fold = (text: string): string => decode(text).normalize('NFC').toLowerCase()

/**
 * Returns the key of a page, equal for all spellings of its address: without scheme, userinfo, `www.`, usual port,
 * fragment, parameters of newsletters, a trailing dot of the host and trailing or repeated slashes; with dot segments
 * resolved, and in one case, percent-encoding and Unicode form (NFC). A text that is no address has a key, too.
 */
export function addressKey(address: string): string {
  const url = URL.parse(address)
  if (url === null) return `page ${hash(fold(address))}`
  const host = url.hostname.replace(/\.+$/, '').replace(/^www\./, '')
  const port = USUAL_PORTS.has(url.port) ? '' : `:${url.port}`
  const path = fold(url.pathname)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  const parameters = Array.from(url.searchParams)
    .map(([name, value]) => [fold(name), fold(value)].join('='))
    .filter((parameter) => !TRACKING.test(parameter.slice(0, parameter.indexOf('='))) && parameter !== '=')
    .sort()
  return `page ${hash(JSON.stringify([host + port, path, parameters]))}`
}

/**
 * Returns the key of a headline: agency, local day and title, without case, spacing and invisible characters, in one
 * Unicode form (NFC). Undefined without a title.
 */
export function headlineKey({
  agencyKey,
  title,
  publishedAt,
}: Pick<IncomingArticle, 'agencyKey' | 'title' | 'publishedAt'>): string | undefined {
  const words = title
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
  return words === ''
    ? undefined
    : `headline ${hash(JSON.stringify([agencyKey, localDay(publishedAt), words]))}`
}
