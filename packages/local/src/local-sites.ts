import { startSites, type Sites } from '@pauta/emulators/sites/sites'
import type { NewsSitesOptions } from '@pauta/emulators/sites/news-sites'
import type { ListingStructure, NewsSite } from '@pauta/emulators/sites/site-types'
import type { SitesResource } from './environment.ts'
import { findPortFrom } from './ports.ts'

const STRUCTURES: readonly ListingStructure[] = ['tiles', 'list', 'entries', 'items']
/** A site that refuses every request, as some real ones do for a while. The sample's agencies publish elsewhere. */
const REFUSING_SITE = 'coaf'
/** Classic sites of old agencies declare UTF-8 and send windows-1252. */
const WRONG_CHARSET_SITES: ReadonlySet<string> = new Set(['ana', 'conab', 'dnit'])
const FAILING_EVERY = 60
const SLOW_EVERY = 47
const SLOW_SECONDS = 3
/** Milliseconds between two requests. The sites are on this machine, so requests disturb no other site. */
const DELAY_MS = 200

/** Emulated sites, and how the scraper reaches them at the addresses of the real ones. */
export interface LocalSites extends Sites {
  resource: SitesResource
}

/** A news site of the catalogue. */
export interface CatalogueSite {
  key: string
  kind: NewsSite['kind']
  listingUrls: readonly string[]
}

/**
 * A site that the catalogue lacks, of software that no rule knows, to add with `npm run catalogue -- add site`. It shows
 * the news of another agency.
 */
const UNKNOWN_SITE: NewsSite = {
  key: 'ipea',
  kind: 'feed',
  listingUrl: 'https://noticias.ipea.gov.br/rss.xml',
}
const UNKNOWN_SITE_SHOWS = 'saude'
const newsKeyOf = (key: string) => (key === UNKNOWN_SITE.key ? UNKNOWN_SITE_SHOWS : key)

/** Forms of the listing take turns. */
function toNewsSite(
  { key, kind, listingUrls: [listingUrl = ''] }: CatalogueSite,
  position: number,
): NewsSite {
  return { key, kind, listingUrl, structure: STRUCTURES[position % STRUCTURES.length] ?? 'tiles' }
}

/** What goes wrong on a usual day: a refusing site, a server error and a slow answer now and then. */
function makeTrouble(): NewsSitesOptions['trouble'] {
  let requests = 0
  return ({ path }, site) => {
    requests += 1
    if (path === '/robots.txt') return undefined
    if (site?.key === REFUSING_SITE) return 'forbidden'
    if (requests % FAILING_EVERY === 0) return 'server-error'
    if (requests % SLOW_EVERY === 0) return 'slow'
    return WRONG_CHARSET_SITES.has(site?.key ?? '') ? 'wrong-charset' : undefined
  }
}

/** Starts emulated sites on this machine. `port` is taken when it is free, or the next free one. */
export async function startLocalSites(options: {
  port: number
  sites: readonly CatalogueSite[]
  listNews: NewsSitesOptions['listNews']
  findNews?: NewsSitesOptions['findNews']
}): Promise<LocalSites> {
  const { listNews, findNews } = options
  const port = options.port === 0 ? 0 : await findPortFrom(options.port)
  const running = await startSites({
    port,
    sites: [...options.sites.map(toNewsSite), UNKNOWN_SITE],
    listNews: (key, now) => listNews(newsKeyOf(key), now),
    findNews: findNews && ((key, slug, now) => findNews(newsKeyOf(key), slug, now)),
    trouble: makeTrouble(),
    slowSeconds: SLOW_SECONDS,
  })
  return { ...running, resource: { relay: { url: running.url }, delayMilliseconds: DELAY_MS } }
}
