import { beforeEach, describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import type { FetchedPage } from '../fetch/fetcher.ts'
import { createAddressMemory } from '../../../../test/kit/services/address-memory.ts'
import type { NewsMessage } from './news-message.ts'
import type { DriftPorts, Progress, RunPorts, RunRequest } from './ports.ts'
import type { Site } from '../site/site.ts'
import { usualWindow } from '../runs/run-window.ts'
import { scrapeSite } from './scrape-site.ts'
import { scrapeByHost, scrapeOrReport } from '../runs/scrape-sites.ts'
import { summariseRun } from '../runs/run-summary.ts'

const BASE = 'https://www.gov.br/pesca/pt-br/noticias'
const SITE: Site = { key: 'pesca', kind: 'plone-html', listingUrls: [BASE] }
const NOW = new Date('2026-03-11T01:30:00Z')
const REQUEST: RunRequest = {
  window: usualWindow(NOW),
  allowUpdate: false,
  isDeep: false,
  looksAgain: false,
  deadline: null,
}

const GONE = new ScrapeError('url_broken', 'status 404', { isGone: true })
/** A news site in memory: pages by address, faults by address, and the requests that it got. */
class FakeSite {
  readonly pages = new Map<string, string | ScrapeError>()
  readonly remembered = new Map<string, string>()
  readonly asked: string[] = []

  fetchPage = async (address: string, _: string, { conditional = false } = {}) => {
    this.asked.push(address)
    const text = this.pages.get(address) ?? GONE
    if (text instanceof ScrapeError) throw text
    if (conditional && this.remembered.get(address) === text) return null
    const validators = { etag: '"x"', lastModified: null }
    const answer = { status: 200, headers: new Headers(), bytes: Buffer.from(text) }
    return { url: address, finalUrl: address, text, answer, validators }
  }

  remember = async ({ url, text }: FetchedPage): Promise<void> => void this.remembered.set(url, text)
}

let site: FakeSite
let sent: NewsMessage[]
let known: Map<string, string>
let progress: Map<string, Progress>
let now: Date
let ports: RunPorts

beforeEach(() => {
  site = new FakeSite()
  sent = []
  known = new Map()
  progress = new Map()
  now = NOW
  ports = {
    fetcher: site,
    findKnown: async () => known,
    addresses: createAddressMemory(),
    emit: async (message) => {
      sent.push(message)
      known.set(message.url, message.uniqueId)
    },
    loadProgress: async (key) => progress.get(key) ?? null,
    // Stores progress as JSON, as a real store does.
    saveProgress: async (key, value) =>
      void (value === null
        ? progress.delete(key)
        : progress.set(key, JSON.parse(JSON.stringify(value)) as Progress)),
    now: () => now,
  }
})

const tile = (slug: string, day: string) =>
  `<article class="tileItem"><a class="summary url" href="${BASE}/${slug}">Título ${slug}</a><span class="documentByLine">${day} 14h30</span></article>`
const listing = (...tiles: string[]) => `<html><body><div id="content">${tiles.join('')}</div></body></html>`
const article = (day: string, text = 'Texto da notícia com palavras bastantes.') =>
  `<html><body><div id="content"><h1>Um título</h1><span class="documentPublished"><span class="value">${day} 14h30</span></span><p>${text}</p></div></body></html>`
const pageAt = (offset: number) => (offset === 0 ? BASE : `${BASE}?b_start:int=${offset}`)

/** Publishes articles on the site, `size` on a page, newest first. */
function publish(slugs: readonly string[], options: { day?: string; size?: number } = {}): void {
  const { day = '10/03/2026', size = 3 } = options
  for (let at = 0; at < slugs.length; at += size) {
    site.pages.set(pageAt(at), listing(...slugs.slice(at, at + size).map((slug) => tile(slug, day))))
  }
  site.pages.set(pageAt(slugs.length), listing())
  for (const slug of slugs)
    site.pages.set(`${BASE}/${slug}`, article(day, `Texto da notícia ${slug}, com palavras bastantes.`))
}
const slugsSent = () => sent.map(({ url }) => url.replace(`${BASE}/`, ''))
const run = (request: Partial<RunRequest> = {}) => scrapeSite(SITE, { ...REQUEST, ...request }, ports)

describe('a run of one agency', () => {
  it('sends every new article of all pages as a message', async () => {
    publish(['a', 'b', 'c', 'd', 'e'])
    const result = await run()
    expect(slugsSent()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(sent[0]).toMatchObject({
      agencyKey: 'pesca',
      title: 'Título a',
      url: `${BASE}/a`,
      publishedAt: '2026-03-10T14:30:00-03:00',
      extractedAt: NOW.toISOString(),
    })
    expect(sent[0]?.uniqueId).toMatch(/^titulo-a_[0-9a-f]{6}$/)
    expect(result).toMatchObject({
      status: 'success',
      stopped: 'end',
      pages: 3,
      listed: 5,
      scraped: 5,
      sent: 5,
    })
    expect(result.fields).toMatchObject({ title: 5, publishedAt: 5, body: 5 })
    expect(progress.size).toBe(0)
  })

  it('sends nothing twice, and requests nothing more when the listing did not change', async () => {
    publish(['a', 'b', 'c'])
    await run()
    site.asked.length = 0
    expect(await run()).toMatchObject({ status: 'success', stopped: 'unchanged', sent: 0 })
    expect(site.asked).toEqual([BASE])
    publish(['new', 'a', 'b', 'c'])
    expect(await run()).toMatchObject({ sent: 1, stopped: 'known_urls' })
  })

  it('continues after an article that fails, and requests it again in the next run', async () => {
    publish(['a', 'b', 'c'])
    site.pages.set(`${BASE}/b`, new ScrapeError('network_error', 'status 500'))
    expect(await run()).toMatchObject({ status: 'partial', errorKind: null, sent: 2, failed: 1 })
    site.pages.set(`${BASE}/b`, article('10/03/2026'))
    expect(await run()).toMatchObject({ status: 'success', sent: 1 })
    expect(slugsSent()).toEqual(['a', 'c', 'b'])
  })

  it('counts a removed article without failing, and requests it again', async () => {
    publish(['a', 'b'])
    site.pages.set(`${BASE}/b`, GONE)
    expect(await run()).toMatchObject({ status: 'success', sent: 1, failed: 0, gone: 1 })
    site.pages.set(`${BASE}/b`, article('10/03/2026'))
    expect(await run()).toMatchObject({ status: 'success', sent: 1, gone: 0 })
    site.pages.set(`${BASE}/a`, GONE)
    expect(await run({ looksAgain: true })).toMatchObject({ status: 'success', gone: 1 })
  })

  it('fails when five articles in a row are removed', async () => {
    site.pages.set(BASE, listing(...['a', 'b', 'c', 'd', 'e'].map((slug) => tile(slug, '10/03/2026'))))
    expect(await run()).toMatchObject({ status: 'error', errorKind: 'url_broken', gone: 5, failed: 0 })
  })

  it('sends an article whose address changed under its id, unless its text is short', async () => {
    publish(['a', 'b'])
    site.pages.set(`${BASE}/a`, article('10/03/2026', 'Um parágrafo longo da notícia. '.repeat(5)))
    ports.findSameText = async () => 'antiga_0a1b2c'
    await run()
    expect(sent.map(({ uniqueId }) => uniqueId === 'antiga_0a1b2c')).toEqual([true, false])
  })

  it('stops at the second challenge in a row and keeps what was sent', async () => {
    publish(['a', 'b', 'c'])
    site.pages.set(`${BASE}/b`, '<html><title>Just a moment...</title></html>')
    expect(await run()).toMatchObject({ status: 'partial', errorKind: null, sent: 2, failed: 1 })
    publish(['d', 'e', 'f', 'g'])
    for (const slug of ['e', 'f'])
      site.pages.set(`${BASE}/${slug}`, '<html><title>Just a moment...</title></html>')
    expect(await run()).toMatchObject({ status: 'partial', errorKind: 'anti_bot', stopped: 'error', sent: 1 })
    expect(site.asked).not.toContain(`${BASE}/g`)
  })

  it('reports a listing that fails', async () => {
    site.pages.set(BASE, new ScrapeError('network_error', 'time-out'))
    expect(await run()).toMatchObject({
      status: 'error',
      errorKind: 'network_error',
      stopped: 'error',
      pages: 0,
    })
  })

  it('continues on the page where a crash ended it', async () => {
    publish(['a', 'b', 'c', 'd', 'e', 'f'])
    let left = 4
    const working = ports
    const crashing = {
      ...ports,
      emit: async (message: NewsMessage, listedUrl: string) => {
        if (left-- === 0) throw new Error('queue is gone')
        await working.emit(message, listedUrl)
      },
    }
    await expect(scrapeSite(SITE, REQUEST, crashing)).rejects.toThrow('queue is gone')
    site.asked.length = 0
    expect(await run()).toMatchObject({ status: 'success', sent: 2 })
    expect(site.asked).not.toContain(BASE)
    expect(slugsSent()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('ends at its deadline and continues later', async () => {
    publish(['a', 'b', 'c', 'd'])
    const fetchPage: RunPorts['fetcher']['fetchPage'] = async (address, ...rest) => {
      if (address !== BASE) now = new Date(now.getTime() + 60_000)
      return await site.fetchPage(address, ...rest)
    }
    ports = { ...ports, fetcher: { fetchPage, remember: site.remember } }
    const deadline = NOW.getTime() + 90_000
    expect(await run({ deadline })).toMatchObject({ stopped: 'deadline', status: 'success', sent: 2 })
    expect(await run({ deadline: null })).toMatchObject({ stopped: 'end', sent: 2 })
    expect(slugsSent()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('reads past known articles when the pages of an earlier day stayed unread', async () => {
    publish(['a', 'b', 'c', 'd', 'e', 'f'])
    site.pages.set(pageAt(3), new ScrapeError('network_error', 'time-out'))
    expect(await run()).toMatchObject({ status: 'partial', sent: 3 })
    publish(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(await run({ window: { start: '2026-03-09', end: '2026-03-11' } })).toMatchObject({ sent: 3 })
  })

  it('requests known articles again and sends edits under their stored id', async () => {
    publish(['a', 'b'])
    await run()
    known.set(`${BASE}/a`, 'stored_id')
    site.pages.set(
      `${BASE}/a`,
      article('10/03/2026', 'Um texto corrigido depois da publicação, com outras palavras.'),
    )
    expect(await run({ looksAgain: true })).toMatchObject({ sent: 1, unchanged: 1 })
    expect(sent.at(-1)).toMatchObject({
      uniqueId: 'stored_id',
      content: expect.stringContaining('corrigido') as string,
    })
  })

  it('continues after known articles in a deep pass', async () => {
    publish(['a', 'b', 'c', 'd', 'e'])
    for (const slug of ['a', 'b', 'c', 'd']) known.set(`${BASE}/${slug}`, slug)
    expect(await run()).toMatchObject({ stopped: 'known_urls', sent: 0 })
    expect(await run({ isDeep: true })).toMatchObject({ sent: 1 })
  })

  it('leaves out articles without a date or with one that the queue refuses', async () => {
    publish(['a', 'b'])
    site.pages.set(
      BASE,
      listing(
        `<article class="tileItem"><a class="summary url" href="${BASE}/a">A</a></article>`,
        tile('b', '10/03/2026'),
      ),
    )
    site.pages.set(`${BASE}/a`, article('').replace('documentPublished', 'x'))
    site.pages.set(`${BASE}/b`, article('10/03/2027'))
    expect(await run()).toMatchObject({ status: 'partial', errorKind: null, scraped: 2, sent: 0, undated: 2 })
  })

  it('notices that a site moved to the API, and reports a page only while nothing can read it', async () => {
    site.pages.set(BASE, `<html><body><script>${'x'.repeat(6_000)}</script></body></html>`)
    const opened: string[] = []
    const drifts: DriftPorts = {
      findListing: async () => null,
      saveListing: async () => {},
      findFallen: async () => [],
      open: async (_, { kind }) => void opened.push(kind),
      end: async () => {},
    }
    ports = { ...ports, drifts }
    expect(await run()).toMatchObject({ status: 'error', errorKind: 'html_changed' })
    expect(opened).toEqual(['unknown-structure'])
    const api = 'https://www.gov.br/pesca/++api++/pt-br/noticias'
    const effective = '2026-03-10T10:00:00-03:00'
    const item = { '@id': `${api}/a`, title: 'A', effective, text: 'Corpo do texto' }
    const fetchPage: RunPorts['fetcher']['fetchPage'] = (address, ...rest) => {
      if (address.startsWith(`${api}/@search?`))
        site.pages.set(address, JSON.stringify({ items: [item], items_total: 1 }))
      return site.fetchPage(address, ...rest)
    }
    site.pages.set(`${api}/a`, JSON.stringify(item))
    ports = { ...ports, fetcher: { fetchPage, remember: site.remember } }
    expect(await run()).toMatchObject({ status: 'success', kind: 'plone6-api', kindChanged: true, sent: 1 })
    expect(sent[0]).toMatchObject({ url: `${BASE}/a`, content: 'Corpo do texto' })
    expect(opened).toEqual(['unknown-structure'])
  })

  it('ends an undated listing at a row of older articles', async () => {
    const home = 'https://agenciabrasil.ebc.com.br/ultimas'
    const ebc: Site = { key: 'agencia_brasil', kind: 'agenciabrasil', listingUrls: [home] }
    const address = (at: number) => `https://agenciabrasil.ebc.com.br/geral/noticia/2026-03/n${at}`
    for (let page = 0; page < 10; page += 1) {
      const links = [0, 1, 2, 3].map((at) => `<a class="capa-noticia" href="${address(page * 4 + at)}">N</a>`)
      site.pages.set(
        page === 0 ? home : `${home}?page=${page}`,
        `<html><body>${links.join('')}</body></html>`,
      )
      for (let at = 0; at < 4; at += 1) {
        const day = page === 0 ? '10/03/2026' : '01/03/2026'
        site.pages.set(
          address(page * 4 + at),
          `<h1 class="titulo-materia">N</h1><div class="data">Publicado em ${day} - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com palavras.</p></div>`,
        )
      }
    }
    const result = await scrapeSite(ebc, REQUEST, ports)
    expect(result).toMatchObject({ status: 'success', stopped: 'too_old', pages: 3 })
    expect(sent.length).toBe(9)
  })

  it('counts the older articles of each undated listing separately', async () => {
    const host = 'https://agenciabrasil.ebc.com.br'
    const ebc: Site = {
      key: 'agencia_brasil',
      kind: 'agenciabrasil',
      listingUrls: [`${host}/a`, `${host}/b`],
    }
    const putListing = (name: string, days: readonly string[]) => {
      const addresses = days.map((_, at) => `${host}/geral/noticia/2026-03/${name}${at}`)
      const links = addresses.map((address) => `<a class="capa-noticia" href="${address}">N</a>`)
      site.pages.set(`${host}/${name}`, `<html><body>${links.join('')}</body></html>`)
      site.pages.set(`${host}/${name}?page=1`, '<html><body></body></html>')
      for (const [at, address] of addresses.entries())
        site.pages.set(
          address,
          `<h1 class="titulo-materia">N</h1><div class="data">Publicado em ${days[at]} - 14:30</div><div class="conteudo-noticia"><p>Um parágrafo com palavras.</p></div>`,
        )
    }
    const old = '01/03/2026'
    putListing('a', ['10/03/2026', old, old, old, old])
    putListing('b', [old, '10/03/2026', '10/03/2026'])
    await scrapeSite(ebc, REQUEST, ports)
    expect(sent).toHaveLength(8)
  })

  it('ends a listing that ignores the offset', async () => {
    publish(['a', 'b', 'c'])
    site.pages.set(pageAt(3), site.pages.get(BASE) ?? '')
    expect(await run({ allowUpdate: true })).toMatchObject({ stopped: 'end', pages: 2, sent: 3 })
  })
})

describe('a run of several agencies', () => {
  it('reads hosts at the same time and agencies of a host one by one, and keeps their order', async () => {
    const running = new Map<string, number>()
    let hosts = 0
    const fetchPage = async (address: string): Promise<never> => {
      const { host } = new URL(address)
      running.set(host, (running.get(host) ?? 0) + 1)
      expect(running.get(host)).toBe(1)
      hosts = Math.max(hosts, [...running.values()].filter((count) => count > 0).length)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running.set(host, (running.get(host) ?? 0) - 1)
      throw new ScrapeError('network_error', 'time-out')
    }
    const sites = ['a', 'b', 'c']
      .map((key) => ({ ...SITE, key }))
      .concat({ ...SITE, key: 'ebc', listingUrls: ['https://agenciabrasil.ebc.com.br/ultimas'] })
    const busy = { ...ports, fetcher: { fetchPage, remember: site.remember } }
    const results = await scrapeByHost(sites, (one) => scrapeOrReport(one, REQUEST, busy))
    expect(results.map(({ agency, status }) => `${agency} ${status}`)).toEqual([
      'a error',
      'b error',
      'c error',
      'ebc error',
    ])
    expect(hosts).toBe(2)
  })

  it('reports a fault of a port only for its agency, and adds up the results', async () => {
    publish(['a'])
    const failing: RunPorts = {
      ...ports,
      findKnown: async (key) => {
        if (key === 'broken') throw new Error('store is down')
        return known
      },
    }
    const results = await scrapeByHost([{ ...SITE, key: 'broken' }, SITE], (one) =>
      scrapeOrReport(one, REQUEST, failing),
    )
    expect(summariseRun(REQUEST, results, [{ agency: 'x', error: 'unknown agency' }])).toMatchObject({
      status: 'partial',
      start_date: '2026-03-08',
      articles_scraped: 1,
      articles_saved: 1,
      agencies_processed: ['pesca'],
      errors: [
        { agency: 'x', error: 'unknown agency' },
        { agency: 'broken', error: 'internal: run: store is down' },
      ],
    })
    expect(
      summariseRun(
        REQUEST,
        [results[0]].flatMap((result) => result ?? []),
      ).status,
    ).toBe('failed')
    expect(summariseRun(REQUEST, []).status).toBe('completed')
  })
})
