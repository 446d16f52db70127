import { AGENCY_SITES, type AgencySite } from '@pauta/core/agencies/sites'

/** Kinds of sites that the scraper can read. */
export type ReadableKind = 'plone-html' | 'plone6-api' | 'agenciabrasil' | 'tvbrasil'

/** A site that the scraper can read. */
export interface ReadableSite {
  key: string
  kind: ReadableKind
  listingUrls: readonly string[]
}

/** A route of the scraper: the agencies of gov.br, or the public broadcaster. */
export type ScrapeRoute = 'agencies' | 'ebc'

const BROADCASTERS: Readonly<Record<string, ReadableKind>> = {
  agencia_brasil: 'agenciabrasil',
  tvbrasil: 'tvbrasil',
}
const SITES = new Map(AGENCY_SITES.map((site) => [site.key, site]))

const routeOf = ({ kind }: AgencySite): ScrapeRoute => (kind === 'ebc' ? 'ebc' : 'agencies')

function toReadable({ key, kind, listingUrls }: AgencySite): ReadableSite | undefined {
  const readable = kind === 'ebc' ? BROADCASTERS[key] : kind
  return readable && { key, kind: readable, listingUrls }
}

/** The sites of a request, and the refused keys with their reasons. */
export interface SiteChoice {
  sites: ReadableSite[]
  refused: { agency: string; error: string }[]
}

/** Returns the sites for a list of keys; every active site of the route for an empty list. Repeated keys count once. */
export function chooseSites(route: ScrapeRoute, keys: readonly string[]): SiteChoice {
  const choice: SiteChoice = { sites: [], refused: [] }
  const ofRoute = AGENCY_SITES.filter((site) => routeOf(site) === route)
  const wanted =
    keys.length > 0 ? [...new Set(keys)] : ofRoute.filter(({ active }) => active).map(({ key }) => key)
  for (const key of wanted) {
    const site = SITES.get(key)
    const readable = site && toReadable(site)
    if (!site || routeOf(site) !== route || !readable)
      choice.refused.push({
        agency: key,
        error: 'unknown_agency: the catalogue has no such site for this route',
      })
    else if (!site.active)
      choice.refused.push({ agency: key, error: 'inactive_agency: this site is not read any more' })
    else choice.sites.push(readable)
  }
  return choice
}

/** Returns the site of an agency, active or not, or undefined. */
export function findReadableSite(key: string): ReadableSite | undefined {
  const site = SITES.get(key)
  return site && toReadable(site)
}
