import { describe, expect, it } from 'vitest'
import { fetchFrom } from '@pauta/emulators/sites/site-fetch'
import { makeNewsSites } from '@pauta/emulators/sites/news-sites'
import type { NewsSite, SiteNews } from '@pauta/emulators/sites/site-types'
import { createFetcher } from '@pauta/scraper/fetch/fetcher'
import { createMemory, systemClock } from '@pauta/scraper/fetch/ports'
import type { SiteKind } from '@pauta/scraper/kinds/site-kind'
import { usualWindow } from '@pauta/scraper/runs/run-window'
import { scrapeSite } from '@pauta/scraper/crawl/scrape-site'
import { ScrapeError } from '@pauta/scraper/errors'
import { RefusedAddressError } from '@pauta/platform/outbound/public-lookup'
import { trySite } from '@pauta/scraper/site/try-site'
import { hostsOf } from '@pauta/scraper/store/listed-sites'
import { aSite, FakeStores, someNews, toScraperSite, USER_AGENT } from '../kit/services/news-sites.ts'

const NOW = new Date('2026-03-10T18:00:00Z')
const HOUR = 3_600_000
const LONG =
  'O instituto começa em abril a coleta do censo agropecuário, com doze mil recenseadores em todos os municípios do país.'

const news: SiteNews[] = ['a', 'bb', 'ccc'].map((name, at) =>
  someNews(name, new Date(NOW.getTime() - (at + 1) * HOUR), {
    paragraphs: [
      LONG,
      `A coleta do programa ${name} dura três meses, e as respostas são sigilosas por lei.`,
      LONG,
    ],
  }),
)

/** A fetcher of one emulated site, with the addresses that were asked. */
function openSite(site: NewsSite) {
  const asked: string[] = []
  const ask = fetchFrom(makeNewsSites({ sites: [site], now: () => NOW, listNews: () => news }))
  const fetcher = createFetcher({
    fetch: (address, init) => {
      asked.push(address)
      return ask(address, init)
    },
    clock: { ...systemClock, sleep: async () => {} },
    memory: createMemory(),
    userAgent: USER_AGENT,
    allowedHosts: hostsOf([{ listingUrls: [site.listingUrl] }]),
    delayMilliseconds: 0,
  })
  return { fetcher, asked }
}

/** The address that an operator gives: the listing, or another page of the site. */
const trial = (kind: SiteKind, url?: string, given: SiteKind | null = null) => {
  const site = aSite('pesca', { kind })
  const { fetcher } = openSite(site)
  return trySite(fetcher, 'pesca', { url: url ?? site.listingUrl, kind: given, hosts: [] }, 2)
}

describe('a trial of a site', () => {
  it('at a refused address tells so, and asks for no other kind', async () => {
    let asked = 0
    const refused = new ScrapeError('url_broken', 'refused', { cause: new RefusedAddressError('private') })
    const fetcher = {
      fetchPage: async () => {
        asked += 1
        throw refused
      },
    }
    const question = { url: 'https://noticias.pesca.gov.br', kind: null, hosts: [] }
    await expect(trySite(fetcher, 'pesca', question, 2)).rejects.toBe(refused)
    expect(asked).toBe(1)
  })

  it.each([
    ['classic Plone', 'plone-html', undefined, 'https://www.gov.br/pesca/pt-br/assuntos/noticias'],
    ['Plone 6', 'plone6-api', undefined, 'https://www.gov.br/pesca/pt-br/assuntos/noticias'],
    ['a feed', 'feed', undefined, 'https://noticias.pesca.gov.br/rss.xml'],
    [
      'a page that names its feed',
      'feed',
      'https://noticias.pesca.gov.br/',
      'https://noticias.pesca.gov.br/rss.xml',
    ],
    ['the API of WordPress', 'wordpress', undefined, 'https://blog.pesca.gov.br/wp-json/wp/v2/posts'],
    [
      'a page of WordPress',
      'wordpress',
      'https://blog.pesca.gov.br/noticias',
      'https://blog.pesca.gov.br/noticias',
    ],
  ] as const)('finds the kind of %s', async (_, kind, url, listingUrl) => {
    const { site, entries, articles } = await trial(kind, url)
    expect(site).toMatchObject({ key: 'pesca', kind, listingUrls: [listingUrl] })
    expect(entries).toBe(3)
    expect(articles.map(({ article }) => article?.title)).toEqual(news.slice(0, 2).map(({ title }) => title))
    expect(articles.map(({ article }) => article?.publishedAt === null)).toEqual([false, false])
    expect(articles[0]?.article?.markdown).toContain(LONG)
  })

  it('takes the kind that is given alone', async () => {
    await expect(trial('feed', undefined, 'plone6-api')).rejects.toMatchObject({ kind: 'empty_content' })
    await expect(trial('feed', undefined, 'feed')).resolves.toMatchObject({ site: { kind: 'feed' } })
  })

  it('says that no kind finds entries', async () => {
    const empty = { ...aSite('pesca', { kind: 'tvbrasil' }), listingUrl: 'https://tv.pesca.gov.br/ultimas' }
    const { fetcher } = openSite(empty)
    const question = { url: 'https://tv.pesca.gov.br/outra', kind: null, hosts: [] }
    await expect(trySite(fetcher, 'pesca', question, 1)).rejects.toMatchObject({ kind: 'empty_content' })
  })
})

describe('a run of a site', () => {
  const runOf = async (kind: SiteKind) => {
    const site = aSite('pesca', { kind })
    const { fetcher, asked } = openSite(site)
    const stores = new FakeStores()
    const request = {
      window: usualWindow(NOW),
      allowUpdate: false,
      isDeep: false,
      looksAgain: false,
      deadline: null,
    }
    const result = await scrapeSite(
      toScraperSite(site),
      request,
      stores.ports(fetcher, () => NOW),
    )
    return { result, sent: stores.sent, asked }
  }

  it.each(['feed', 'wordpress'] as const)('of the kind %s sends its articles', async (kind) => {
    const { result, sent } = await runOf(kind)
    expect(result).toMatchObject({ status: 'success', sent: 3, kind })
    expect(sent.map(({ title }) => title)).toEqual(news.map(({ title }) => title))
    expect(sent.every(({ content }) => content?.includes(LONG))).toBe(true)
  })

  it('of WordPress asks the API alone', async () => {
    const { asked } = await runOf('wordpress')
    const pages = asked.filter((address) => !address.endsWith('/robots.txt'))
    expect(pages.filter((address) => !address.includes('/wp-json/'))).toEqual([])
  })
})
