import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSites, type Sites } from '@pauta/emulators/sites/sites'
import { imageOf } from '@pauta/emulators/sites/site-address'
import type { NewsSite, SiteNews } from '@pauta/emulators/sites/site-types'
import { createFetcher } from '@pauta/scraper/fetch/fetcher'
import { createMemory, systemClock, type FetchMemory } from '@pauta/scraper/fetch/ports'
import { relayedFetch } from '@pauta/scraper/fetch/relayed-fetch'
import type { RunRequest } from '@pauta/scraper/crawl/ports'
import { usualWindow } from '@pauta/scraper/runs/run-window'
import { scrapeByHost, scrapeOrReport } from '@pauta/scraper/runs/scrape-sites'
import {
  aSite,
  FakeStores,
  SITE_HOSTS,
  someNews,
  toScraperSite,
  USER_AGENT,
} from '../kit/services/news-sites.ts'

const NOW = new Date('2026-03-10T18:00:00Z')
const MINUTE = 60_000
const SITES = [
  aSite('mec', { pageSize: 3 }),
  aSite('ans', { structure: 'list' }),
  aSite('ctir', { structure: 'entries' }),
  aSite('palmares', { structure: 'items' }),
  aSite('pesca', { kind: 'plone6-api' }),
  aSite('agencia_brasil', { kind: 'agenciabrasil' }),
  aSite('tvbrasil', { kind: 'tvbrasil' }),
  aSite('mre', { listingUrl: 'https://www.gov.br/mre/pt-br/assuntos/alertas%20e%20noticias/noticias' }),
]
const REQUEST: RunRequest = {
  window: usualWindow(NOW),
  allowUpdate: false,
  isDeep: false,
  looksAgain: false,
  deadline: null,
}

let sites: Sites
let news: Map<string, SiteNews[]>
let stores: FakeStores
let memory: FetchMemory
beforeAll(async () => {
  sites = await startSites({
    port: 0,
    sites: SITES,
    now: () => NOW,
    listNews: (key) => news.get(key) ?? [],
  })
})
afterAll(() => sites.stop())
beforeEach(() => {
  // Lengths of the slugs differ, so every form of an article page occurs.
  const names = ['1', '22', '333', '4444']
  news = new Map(
    SITES.map(({ key }) => [
      key,
      names.map((name, at) => someNews(`${name}-${key}`, new Date(NOW.getTime() - at * 45 * MINUTE))),
    ]),
  )
  stores = new FakeStores()
  memory = createMemory()
  sites.intercept(undefined)
})

async function run(changes: Partial<RunRequest> = {}, of: readonly NewsSite[] = SITES) {
  const fetcher = createFetcher({
    fetch: relayedFetch(fetch, { url: sites.url, token: '' }),
    clock: { ...systemClock, sleep: async () => {} },
    memory,
    userAgent: USER_AGENT,
    allowedHosts: SITE_HOSTS,
    timeoutMilliseconds: 5_000,
  })
  const ports = stores.ports(fetcher, () => NOW)
  return await scrapeByHost(of.map(toScraperSite), (site) =>
    scrapeOrReport(site, { ...REQUEST, ...changes }, ports),
  )
}

describe('the emulated sites', () => {
  it('are read by the scraper exactly: addresses, dates, pictures and texts', async () => {
    const results = await run()
    expect(results.map(({ status, errorMessage }) => [status, errorMessage])).toEqual(
      SITES.map(() => ['success', null]),
    )
    for (const site of SITES) {
      const isPlone = site.kind.startsWith('plone')
      const read = stores.sent.filter(({ agencyKey }) => agencyKey === site.key)
      const wanted = (news.get(site.key) ?? []).map((each) => ({
        title: each.title,
        imageUrl: imageOf(site, each),
        subtitle: isPlone ? each.subtitle : null,
        publishedAt: each.publishedAt.getTime(),
        tags: site.kind === 'tvbrasil' ? [] : each.tags,
      }))
      const got = read.map(({ title, imageUrl, subtitle, publishedAt, tags }) => ({
        title,
        imageUrl,
        subtitle,
        publishedAt: Date.parse(publishedAt),
        tags: site.kind === 'plone6-api' ? tags.slice(1) : tags,
      }))
      expect({ key: site.key, got }).toEqual({ key: site.key, got: wanted })
      for (const { content, url } of read) {
        expect(url).toMatch(/^https:\/\/(www\.gov\.br\/\w+\/pt-br|\w+\.ebc\.com\.br)\/.*noticia-\d+-\w+$/)
        expect(content).toContain('As aulas são gratuitas')
        expect(content).not.toMatch(/Compartilhe|Publicado em/)
      }
    }
    expect(new Set(sites.visits.map(({ userAgent }) => userAgent))).toEqual(new Set([USER_AGENT]))
  })

  it('answer 304 until something changes, and show edits and new articles', async () => {
    const of = SITES.filter(({ key }) => key === 'mec')
    await run({}, of)
    expect(await run({}, of)).toMatchObject([{ stopped: 'unchanged', sent: 0 }])
    const [first, ...others] = news.get('mec') ?? []
    const edited = { ...(first as SiteNews), paragraphs: ['Um texto corrigido depois, com outras palavras.'] }
    news.set('mec', [{ ...edited, updatedAt: NOW }, ...others])
    expect(await run({ looksAgain: true }, of)).toMatchObject([{ sent: 1, unchanged: 3 }])
    expect(stores.sent.at(-1)).toMatchObject({ uniqueId: stores.sent[0]?.uniqueId })
    expect(stores.sent.at(-1)?.content).toContain('corrigido')
    news.set('mec', [someNews('nova', NOW), ...(news.get('mec') ?? [])])
    expect(await run({}, of)).toMatchObject([{ sent: 1 }])
  })

  it('pin articles above newer ones, and the scraper reads the articles after them', async () => {
    const pinned = someNews('fixa', new Date('2026-01-05T12:00:00Z'), { isPinned: true })
    news.set('mec', [...(news.get('mec') ?? []), pinned])
    const results = await run(
      {},
      SITES.filter(({ key }) => key === 'mec'),
    )
    expect(results).toMatchObject([{ status: 'success', sent: 4 }])
  })

  it.each([
    ['not-found', 'url_broken'],
    ['gone', 'url_broken'],
    ['forbidden', 'url_broken'],
    ['challenge', 'anti_bot'],
    ['firewall', 'anti_bot'],
    ['login', 'login_page'],
    ['too-many', 'network_error'],
    ['unavailable', 'network_error'],
    ['hang-up', 'network_error'],
    ['cut-off', 'network_error'],
    ['endless', 'not_a_page'],
    ['redirect-home', 'url_broken'],
    ['redirect-away', 'url_broken'],
    ['redirect-loop', 'url_broken'],
    ['wrong-charset', null],
  ] as const)('return %s, which the scraper reports as %s and never reads as news', async (trouble, kind) => {
    sites.intercept(({ path }) => (path.endsWith('noticia-22-mec') ? trouble : undefined))
    const of = SITES.filter(({ key }) => key === 'mec')
    const [result] = await run({}, of)
    const fault = result?.faults.find(({ url }) => url.endsWith('noticia-22-mec'))
    expect(fault?.kind ?? null).toBe(kind)
    expect(result?.errorKind).toBeNull()
    const titles = (news.get('mec') ?? []).map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(stores.sent.map(({ title }) => title)))
    sites.intercept(undefined)
    memory = createMemory()
    await run({ looksAgain: true }, of)
    expect(new Set(stores.sent.map(({ title }) => title))).toEqual(new Set(titles))
  })

  it('answer browsers and programs as the real sites do', async () => {
    const at = (path: string, init?: RequestInit) => fetch(`${sites.url}${path}`, init)
    const listing = '/mec/pt-br/assuntos/noticias'
    expect(await (await at('/')).text()).toContain(`<a href="${listing}">mec</a>`)
    expect(await (await at(listing)).text()).toContain('Programa 1-mec abre inscrições')
    expect(await (await at('/agenciabrasil.ebc.com.br/ultimas')).text()).toContain('agencia_brasil')
    expect((await at(listing, { method: 'HEAD' })).status).toBe(403)
    expect((await at(listing, { headers: { accept: 'application/json' } })).status).toBe(401)
    const picture = `${listing}/noticia-1-mec/@@images/imagem.png`
    const part = await at(picture, { headers: { range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, expect.stringContaining('PNG')])
    expect((await at(`${listing}/outra/@@images/imagem.png`)).status).toBe(404)
  })
})
