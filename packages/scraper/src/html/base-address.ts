import type { Document } from 'domhandler'
import { resolveAddress } from '../addresses/address.ts'
import { attribute, first } from './page.ts'

/** Address against which the links of a page count: its `base` element when that is on the same host, else `url`. */
export function baseOf(page: Document, url: string): string {
  const base = resolveAddress(attribute(first('base[href]', page), 'href'), url) ?? url
  return URL.parse(base)?.host === URL.parse(url)?.host ? base : url
}
