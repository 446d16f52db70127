import { resolveAddress } from '../addresses/address.ts'
import { all, attribute, first, parseHtml, textOf } from '../html/page.ts'

/** Longer pages, and pages with more text, are read for themselves: some reload every few minutes. */
const PAGE_MAX_CHARACTERS = 20_000
const TEXT_MAX_CHARACTERS = 300
/** `0; url=/novo`, with quotes or without. */
const REFRESH = /^\s*\d{1,2}(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?\s*([^\s"']+)/i

/** Returns the address to which a page without a text of its own sends its readers, or null. */
export function refreshTarget(html: string, address: string): string | null {
  if (html.length > PAGE_MAX_CHARACTERS || !/http-equiv/i.test(html)) return null
  const page = parseHtml(html)
  const refresh = all('meta[http-equiv]', page).find(
    (meta) => attribute(meta, 'http-equiv').toLowerCase() === 'refresh',
  )
  const [, target] = REFRESH.exec(refresh === undefined ? '' : attribute(refresh, 'content')) ?? []
  if (target === undefined || textOf(first('body', page)).length > TEXT_MAX_CHARACTERS) return null
  const resolved = resolveAddress(target, address)
  return resolved === address ? null : resolved
}
