import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '@pauta/emulators/sites/site-address'
import { fetchFrom } from '@pauta/emulators/sites/site-fetch'
import { makeNewsSites } from '@pauta/emulators/sites/news-sites'
import type { NewsSite, SiteNews } from '@pauta/emulators/sites/site-types'
import type { Trouble } from '@pauta/emulators/sites/trouble'
import { createFetcher } from '@pauta/scraper/fetch/fetcher'
import { createMemory, systemClock, type FetchMemory } from '@pauta/scraper/fetch/ports'
import type { Drift, RunRequest } from '@pauta/scraper/crawl/ports'
import type { Site } from '@pauta/scraper/site/site'
import { usualWindow } from '@pauta/scraper/runs/run-window'
import { scrapeSite } from '@pauta/scraper/crawl/scrape-site'
import {
  aSite,
  FakeStores,
  SITE_HOSTS,
  someNews,
  toScraperSite,
  USER_AGENT,
} from '../kit/services/news-sites.ts'

const NOW = new Date('2026-03-10T18:00:00Z')
const HOUR = 3_600_000
const KINDS = ['plone-html', 'plone6-api', 'agenciabrasil'] as const
const KEYS = { 'plone-html': 'mec', 'plone6-api': 'pesca', agenciabrasil: 'agencia_brasil' } as const

let news: SiteNews[]
let stores: FakeStores
let memory: FetchMemory
let asked: string[]
let absent: Map<string, Date>
let drifts: Map<string, Drift>
beforeEach(() => {
  news = ['a', 'bb', 'ccc'].map((name, at) => someNews(name, new Date(NOW.getTime() - (at + 1) * HOUR)))
  stores = new FakeStores()
  memory = createMemory()
  asked = []
  absent = new Map()
  drifts = new Map()
})

/** Makes runs over an emulated site, which the catalogue has as `configured`. */
async function run(
  site: NewsSite,
  {
    configured = toScraperSite(site),
    trouble = () => undefined,
    ...changes
  }: Partial<RunRequest> & {
    configured?: Site
    trouble?: (path: string) => Trouble | undefined
  } = {},
) {
  const sites = makeNewsSites({
    sites: [site],
    now: () => NOW,
    listNews: () => news,
    trouble: ({ path }) => trouble(path),
  })
  const ask = fetchFrom(sites)
  asked = []
  const fetcher = createFetcher({
    fetch: async (address, init) => {
      asked.push(new URL(address).pathname)
      return await ask(address, init)
    },
    clock: { ...systemClock, sleep: async () => {} },
    memory,
    userAgent: USER_AGENT,
    allowedHosts: SITE_HOSTS,
  })
  const request = {
    window: usualWindow(NOW),
    allowUpdate: false,
    isDeep: false,
    looksAgain: false,
    deadline: null,
  }
  return await scrapeSite(
    configured,
    { ...request, ...changes },
    {
      ...stores.ports(fetcher, () => NOW),
      hints: {
        isAbsent: async (address) => absent.has(address),
        recordAbsent: async (address) => void absent.set(address, NOW),
      },
      drifts: {
        findListing: async () => null,
        saveListing: async () => {},
        findFallen: async () => [],
        open: async (_, drift) => void drifts.set(drift.kind, drift),
        end: async () => {},
      },
    },
  )
}

const siteOf = (kind: (typeof KINDS)[number], changes: Partial<NewsSite> = {}) =>
  aSite(KEYS[kind], { kind, ...changes })
const sentUrls = () => stores.sent.map(({ url }) => url).sort()
const urlsOf = (site: NewsSite, of = news) => of.map((each) => addressOf(site, each)).sort()
const hintPaths = () =>
  asked.filter((path) => /search_rss|\.xml$|^\/[^/]+\/\+\+api\+\+\/pt-br\/@search$/.test(path))
const unlisted = (name: string, hoursAgo: number) =>
  someNews(name, new Date(NOW.getTime() - hoursAgo * HOUR), { isUnlisted: true })

describe('an article that the listing lacks', () => {
  it.each(KINDS)('is read with a second look at a site of the kind %s', async (kind) => {
    const site = siteOf(kind)
    news.push(unlisted('dddd', 5))
    expect(await run(site, { looksAgain: true })).toMatchObject({ status: 'success', hinted: 1, sent: 4 })
    expect(sentUrls()).toEqual(urlsOf(site))
    expect(await run(site, { looksAgain: true })).toMatchObject({ hinted: 0, sent: 0 })
  })

  it('is read from the sitemap with the deep pass, when its date is in the window and it has a text', async () => {
    const site = siteOf('plone-html')
    const old = someNews('antiga', new Date('2025-06-01T12:00:00Z'), { isUnlisted: true, updatedAt: NOW })
    const short = {
      ...unlisted('vazia', 3),
      paragraphs: [],
      subtitle: null,
      kicker: null,
      tags: [],
      hasImage: false,
    }
    const many = Array.from({ length: 15 }, (_, at) => someNews(`m${at}`, new Date(NOW.getTime() - 6 * HOUR)))
    news.push(...many, unlisted('dddd', 7), old, short)
    const result = await run(site, { isDeep: true })
    expect(result).toMatchObject({ status: 'success', hinted: 1 })
    expect(sentUrls()).toEqual(
      urlsOf(
        site,
        news.filter((each) => each !== old && each !== short),
      ),
    )
  })

  it('is not read by usual runs, except at Agência Brasil', async () => {
    for (const kind of KINDS) {
      const site = siteOf(kind)
      stores = new FakeStores()
      news.push(unlisted(`x-${kind}`, 5))
      await run(site)
      expect(hintPaths()).toEqual(kind === 'agenciabrasil' ? ['/rss/ultimasnoticias/feed.xml'] : [])
      expect(stores.sent.some(({ url }) => url.endsWith(`x-${kind}`))).toBe(kind === 'agenciabrasil')
    }
  })

  it('is never read from a page of another folder', async () => {
    await run(siteOf('plone-html'), { looksAgain: true })
    expect(hintPaths()).toEqual(['/mec/pt-br/@@search_rss'])
    expect(asked.some((path) => path.includes('agenda'))).toBe(false)
  })
})

describe('a listing that fails', () => {
  it.each(KINDS)('is replaced by the feed, the search or the sitemap: %s', async (kind) => {
    const site = siteOf(kind)
    const { pathname } = new URL(site.listingUrl)
    const isListing = (path: string) =>
      path === pathname || path === `${pathname.replace('/pt-br', '/++api++/pt-br')}/@search`
    const result = await run(site, { trouble: (path) => (isListing(path) ? 'not-found' : undefined) })
    expect(result).toMatchObject({ status: 'partial', errorKind: 'url_broken', hinted: 3, sent: 3 })
    expect(sentUrls()).toEqual(urlsOf(site))
  })

  it.each(['plone-html', 'plone6-api'] as const)('is read at its new address: %s', async (kind) => {
    const site = siteOf(kind, { listingUrl: 'https://www.gov.br/mec/pt-br/canais/noticias', key: 'mec' })
    const listingUrls = ['https://www.gov.br/mec/pt-br/assuntos/noticias']
    const configured = { key: 'mec', kind, listingUrls }
    const trouble = (path: string) => (path.includes('/assuntos/') ? ('not-found' as const) : undefined)
    expect(await run(site, { configured, trouble })).toMatchObject({ status: 'partial', sent: 3 })
    expect(sentUrls()).toEqual(urlsOf(site))
    expect(drifts.get('listing-moved')?.detail).toBe(
      `${listingUrls[0]}: the news are at https://www.gov.br/mec/pt-br/canais/noticias`,
    )
    news.unshift(someNews('nova', NOW))
    expect(await run(site, { configured, trouble })).toMatchObject({ sent: 1 })
  })

  it('stays an error when no other source has news', async () => {
    const site = siteOf('plone-html', { hasFeeds: false })
    const trouble = (path: string) =>
      path === new URL(site.listingUrl).pathname ? ('not-found' as const) : undefined
    expect(await run(site, { trouble })).toMatchObject({ status: 'error', errorKind: 'url_broken', sent: 0 })
  })

  it('costs no further request while the site refuses all of them', async () => {
    const site = siteOf('plone-html')
    expect(await run(site, { trouble: () => 'challenge' })).toMatchObject({ errorKind: 'anti_bot' })
    expect(hintPaths()).toEqual([])
  })
})

describe('a site without feeds', () => {
  it('gets one request for each of them', async () => {
    const site = siteOf('plone-html', { hasFeeds: false })
    expect(await run(site, { isDeep: true })).toMatchObject({ status: 'success', sent: 3 })
    expect(hintPaths()).toHaveLength(2)
    await run(site, { isDeep: true })
    expect(hintPaths()).toEqual([])
    expect(absent.size).toBe(2)
  })

  it('whose feed fails is read as usual', async () => {
    const site = siteOf('plone-html')
    const trouble = (path: string) => (path.includes('search_rss') ? ('hang-up' as const) : undefined)
    expect(await run(site, { looksAgain: true, trouble })).toMatchObject({ status: 'success', sent: 3 })
    expect(absent.size).toBe(0)
  })
})
