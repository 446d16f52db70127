import { firstSegment } from '../addresses/address.ts'
import type { HintSource } from './kind.ts'

/** Returns the root of the site of a listing: all agencies share the host www.gov.br. */
export const ploneRoot = (listingUrl: string): string =>
  `${new URL(listingUrl).origin}/${firstSegment(listingUrl)}`

export const ploneSitemap = (listingUrl: string): HintSource => ({
  what: 'sitemap',
  address: `${ploneRoot(listingUrl)}/sitemap.xml`,
})
