import { AGENCY_SITES } from '@pauta/core/agencies/sites'
import type { Db } from '@pauta/platform/database/database'
import { KINDS } from '../kinds/kinds.ts'
import { SITE_KINDS } from '../kinds/site-kind.ts'
import type { Site } from '../site/site.ts'
import { EARLY_MS } from './site-state.ts'

/** A site that the scraper can read. */
export type ReadableSite = Site

/** A row of the sites. */
export interface SiteRow {
  key: string
  /** May be a kind that only a later version can read. */
  kind: string
  listingUrls: readonly string[]
  /** Hosts of articles besides those of the listings, with the port unless it is the default. */
  hosts: readonly string[]
  active: boolean
  /** Why the site is not read, or what is not certain about it. */
  note: string | null
}

/** The routes of the scraper: the public broadcaster has one of its own. */
export const ROUTES = ['agencies', 'ebc'] as const
export type ScrapeRoute = (typeof ROUTES)[number]

/** The sites of a request, and the refused keys with their reasons. */
export interface SiteChoice {
  sites: ReadableSite[]
  refused: { agency: string; error: string }[]
}

/** The sites of the catalogue in the code, as rows: for commands and emulators that have no database. */
export const catalogueSites = (): SiteRow[] =>
  AGENCY_SITES.map(({ key, kind, url, active, note }) => ({
    key,
    kind,
    listingUrls: [url],
    hosts: [],
    active,
    note,
  }))

/** Returns a row as a site, or undefined when this version cannot read its kind. */
export function toReadable({ key, kind, listingUrls, hosts }: SiteRow): ReadableSite | undefined {
  const known = SITE_KINDS.find((each) => each === kind)
  return known && { key, kind: known, listingUrls, hosts }
}

const routeOf = ({ kind }: ReadableSite): ScrapeRoute => (KINDS[kind].isBroadcaster ? 'ebc' : 'agencies')

/** Returns the sites for a list of keys; every active site of the route for an empty list. Repeated keys count once. */
export function pickSites(rows: readonly SiteRow[], route: ScrapeRoute, keys: readonly string[]): SiteChoice {
  const choice: SiteChoice = { sites: [], refused: [] }
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const active = rows.filter((row) => row.active).map(({ key }) => key)
  for (const key of keys.length > 0 ? new Set(keys) : active) {
    const row = byKey.get(key)
    const site = row && toReadable(row)
    if (site && routeOf(site) !== route && keys.length === 0) continue
    const refuse = (error: string) => choice.refused.push({ agency: key, error })
    if (!row || (site && routeOf(site) !== route))
      refuse('unknown_agency: no site of this agency is read here')
    else if (!row.active)
      refuse(`inactive_agency: this site is paused${row.note === null ? '' : `: ${row.note}`}`)
    else if (!site) refuse(`unknown_kind: this version cannot read sites of the kind ${row.kind}`)
    else choice.sites.push(site)
  }
  return choice
}

/** The columns of a SiteRow. */
const COLUMNS = (db: Db) => db`
  agency_key as key, kind, listing_urls, active, note,
  coalesce((select array_agg(host) from jsonb_array_elements_text(options -> 'hosts') as host), '{}') as hosts`

/** Lists all sites by key. */
export async function listSites(db: Db): Promise<SiteRow[]> {
  return await db<SiteRow[]>`select ${COLUMNS(db)} from sites order by agency_key`
}

/** Returns the site of an agency, active or not, or undefined. */
export async function findSite(db: Db, key: string): Promise<SiteRow | undefined> {
  const [row] = await db<SiteRow[]>`select ${COLUMNS(db)} from sites where agency_key = ${key}`
  return row
}

/** `pickSites` of the rows of the stage. */
export async function chooseSites(db: Db, route: ScrapeRoute, keys: readonly string[]): Promise<SiteChoice> {
  return pickSites(await listSites(db), route, keys)
}

/**
 * Lists the active sites of a route that are due at this time, those that wait longest first. A site that was never read
 * is due.
 */
export async function listDueSites(db: Db, route: ScrapeRoute, now: Date): Promise<ReadableSite[]> {
  const rows = await db<SiteRow[]>`
    select ${COLUMNS(db)} from sites
    left join (select agency_key, next_at, last_run_at from scrape_sites) as state using (agency_key)
    where active and (next_at is null or next_at <= ${new Date(now.getTime() + EARLY_MS)})
    order by last_run_at nulls first, agency_key`
  return rows.flatMap((row) => toReadable(row) ?? []).filter((site) => routeOf(site) === route)
}

const LOOPBACK = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)(:\d+)?$/i

/** Returns the hosts of sites. Loopback hosts are left out: rows name public sites only. */
export function hostsOf(sites: readonly Pick<Site, 'listingUrls' | 'hosts'>[]): Set<string> {
  const hosts = sites.flatMap(({ listingUrls, hosts: further = [] }) => [
    ...listingUrls.flatMap((url) => URL.parse(url)?.host ?? []),
    ...further,
  ])
  return new Set(hosts.filter((host) => !LOOPBACK.test(host)))
}

/** Returns the hosts that requests for news may reach: those of the active sites. */
export async function listNewsHosts(db: Db): Promise<Set<string>> {
  return hostsOf((await listSites(db)).filter(({ active }) => active))
}
