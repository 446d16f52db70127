import { describe, expect, it } from 'vitest'
import type { FetchedPage } from '../fetch/fetcher.ts'
import { SITE_KINDS, type SiteKind } from '../kinds/site-kind.ts'
import { ScrapeError } from '../errors.ts'
import {
  chooseSources,
  findMovedFolder,
  isInNews,
  pickHints,
  readSources,
  type Hint,
  type HintMemory,
} from './site-hints.ts'
import type { Site } from './site.ts'

const ROOT = 'https://www.gov.br/mec'
const NEWS = `${ROOT}/pt-br/assuntos/noticias`
const SITE: Site = { key: 'mec', kind: 'plone-html', listingUrls: [NEWS] }
const WINDOW = { start: '2026-03-08', end: '2026-03-10' }
const FEED = `${ROOT}/pt-br/@@search_rss?portal_type:list=News%20Item&sort_on=Date&sort_order=reverse`
const SITEMAP = `${ROOT}/sitemap.xml`

const hint = (url: string, changes: Partial<Hint> = {}): Hint => ({
  item: { url, title: '', stamp: null, category: null, tags: [] },
  what: 'feed',
  day: '2026-03-09',
  ...changes,
})

/** Asks for the given pages; others are gone. Notes what was asked. */
function pagesOf(texts: Record<string, string | Error | null>) {
  const asked: [address: string, wanted: string, conditional: boolean | undefined][] = []
  return {
    asked,
    addresses: () => asked.map(([address]) => address),
    async fetchPage(address: string, wanted: string, options?: { conditional?: boolean }) {
      asked.push([address, wanted, options?.conditional])
      const text = Object.hasOwn(texts, address)
        ? texts[address]
        : new ScrapeError('url_broken', 'status 404')
      if (text instanceof Error) throw text
      if (text === null || text === undefined) return null
      return { url: address, finalUrl: address, text } as FetchedPage
    },
  }
}

function memoryOf(absent: readonly string[] = []): HintMemory & { recorded: string[] } {
  const recorded: string[] = []
  return {
    recorded,
    isAbsent: async (address) => absent.includes(address),
    recordAbsent: async (address) => void recorded.push(address),
  }
}

const feedOf = (...slugs: string[]) =>
  `<rss version="2.0"><channel>${slugs.map((slug) => `<item><title>T ${slug}</title><link>${NEWS}/${slug}</link><pubDate>Mon, 09 Mar 2026 10:00:00 -0300</pubDate></item>`).join('')}</channel></rss>`
const sitemapOf = (...slugs: string[]) =>
  `<urlset>${slugs.map((slug) => `<url><loc>${NEWS}/${slug}</loc><lastmod>2026-03-08</lastmod></url>`).join('')}</urlset>`

describe('the sources of a run', () => {
  const usual = { isDeep: false, looksAgain: false }
  it.each<[string, SiteKind, typeof usual, boolean, string[]]>([
    ['a usual run', 'plone-html', usual, false, []],
    ['a run of a site that allows few requests', 'agenciabrasil', usual, false, ['feed']],
    ['a second look', 'plone-html', { ...usual, looksAgain: true }, false, ['feed', 'search']],
    ['a deep pass', 'plone-html', { ...usual, isDeep: true }, false, ['feed', 'search', 'sitemap']],
    ['a run whose listing failed', 'plone-html', usual, true, ['feed', 'search', 'sitemap']],
  ])('are chosen: %s', (_, kind, run, hasFailed, sources) => {
    expect([...chooseSources(kind, run, hasFailed)]).toEqual(sources)
  })

  const all = new Set(['feed', 'search', 'sitemap'] as const)

  it('are read with a condition, and give days of publication or of the last change', async () => {
    const fetcher = pagesOf({ [FEED]: feedOf('a'), [SITEMAP]: sitemapOf('b') })
    const read = await readSources(SITE, all, { fetcher, memory: memoryOf(), conditional: true })
    expect(fetcher.asked).toEqual([
      [FEED, 'feed', true],
      [SITEMAP, 'feed', true],
    ])
    expect(read.map(({ page }) => page.url)).toEqual([FEED, SITEMAP])
    expect(
      read.flatMap(({ hints }) => hints.map(({ item, what, day }) => [item.url, item.title, what, day])),
    ).toEqual([
      [`${NEWS}/a`, 'T a', 'feed', '2026-03-09'],
      [`${NEWS}/b`, '', 'sitemap', '2026-03-08'],
    ])
    const bare = { url: `${NEWS}/b`, title: '', stamp: null, category: null, tags: [] }
    expect(read[1]?.hints[0]?.item).toStrictEqual(bare)
  })

  it('are not read when they did not change, are known to be absent, or were not chosen', async () => {
    const fetcher = pagesOf({ [FEED]: null, [SITEMAP]: sitemapOf('b') })
    const memory = memoryOf([SITEMAP])
    expect(await readSources(SITE, all, { fetcher, memory, conditional: false })).toEqual([])
    expect(fetcher.addresses()).toEqual([FEED])
    await readSources(SITE, new Set(['search'] as const), { fetcher, memory, conditional: false })
    expect(fetcher.addresses()).toEqual([FEED])
  })

  it('are recorded as absent, and the next one is read', async () => {
    const fetcher = pagesOf({ [SITEMAP]: sitemapOf('b') })
    const memory = memoryOf()
    expect(await readSources(SITE, all, { fetcher, memory, conditional: false })).toHaveLength(1)
    expect(memory.recorded).toEqual([FEED])
  })

  it('are left after another fault, which is not recorded', async () => {
    const fetcher = pagesOf({ [FEED]: new ScrapeError('network_error', 'x'), [SITEMAP]: sitemapOf('b') })
    const memory = memoryOf()
    expect(await readSources(SITE, all, { fetcher, memory, conditional: false })).toEqual([])
    expect([fetcher.addresses(), memory.recorded]).toEqual([[FEED], []])
  })

  it('throw a fault of our own', async () => {
    const fetcher = pagesOf({ [FEED]: new TypeError('x') })
    await expect(readSources(SITE, all, { fetcher, memory: memoryOf(), conditional: false })).rejects.toThrow(
      TypeError,
    )
  })

  it.each([
    [2, ['1', '2']],
    [3, ['1', '3']],
  ])('are at most two sitemaps of an index: of %i', async (count, read) => {
    const addresses = Array.from({ length: count }, (_, n) => `${ROOT}/${n + 1}.xml`)
    const index = `<sitemapindex>${addresses.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`
    const parts = addresses.map((url, n) => [url, sitemapOf(String(n + 1))])
    const fetcher = pagesOf({ ...Object.fromEntries(parts), [SITEMAP]: index })
    const [source] = await readSources(SITE, new Set(['sitemap'] as const), {
      fetcher,
      memory: memoryOf(),
      conditional: false,
    })
    expect(source?.hints.map(({ item }) => item.url)).toEqual(read.map((slug) => `${NEWS}/${slug}`))
  })
})

describe('an address of the news', () => {
  it.each([
    [SITE, `${NEWS}/a`, true],
    [SITE, NEWS, false],
    [SITE, `${NEWS}-antigas/a`, false],
    [SITE, `${NEWS}/a.pdf`, false],
    [{ ...SITE, listingUrls: [`${NEWS}/2026?b=1`] }, `${NEWS}/2025/a`, true],
    [{ ...SITE, listingUrls: [`${NEWS}/1826`] }, `${NEWS}/a`, false],
    [{ ...SITE, listingUrls: [`${NEWS}/#x`] }, `${NEWS}/a`, true],
    [{ ...SITE, listingUrls: [`${ROOT}/outra`, NEWS] }, `${NEWS}/a`, true],
    [{ ...SITE, kind: 'agenciabrasil' }, 'https://agenciabrasil.ebc.com.br/saude/noticia/2026-03/a', true],
    [{ ...SITE, kind: 'agenciabrasil' }, 'https://agenciabrasil.ebc.com.br/fotos/2026-03/a', false],
    [{ ...SITE, kind: 'agenciabrasil' }, 'https://radios.ebc.com.br/noticia/a', false],
    [{ ...SITE, kind: 'agenciabrasil' }, 'https://agenciabrasil.ebc.com.br/saude/noticia/a.pdf', false],
  ] as [Site, string, boolean][])('%j has %s: %s', (site, url, isIn) => {
    expect(isInNews(site, url)).toBe(isIn)
  })

  it('has a rule in each kind of site', () => {
    for (const kind of SITE_KINDS) expect(typeof isInNews({ ...SITE, kind }, `${NEWS}/a`)).toBe('boolean')
  })
})

describe('the hints of a run', () => {
  it.each([
    ['in the days', {}, true],
    ['of the first day', { day: '2026-03-08' }, true],
    ['of the last day', { day: '2026-03-10' }, true],
    ['before the first day', { day: '2026-03-07' }, false],
    ['after the last day', { day: '2026-03-11' }, false],
    ['of a feed without a date', { day: null }, true],
    ['of a search without a date', { day: null, what: 'search' }, true],
    ['of a sitemap without a date', { day: null, what: 'sitemap' }, false],
    ['of a sitemap in the days', { what: 'sitemap' }, true],
  ] as [string, Partial<Hint>, boolean][])('have an address %s: %j %s', (_, changes, isPicked) => {
    expect(pickHints([hint(`${NEWS}/a`, changes)], SITE, WINDOW)).toHaveLength(isPicked ? 1 : 0)
  })

  it('have each address once, the first, and none outside the news or of a folder', () => {
    const first = hint(`${NEWS}/a`, { item: { ...hint(`${NEWS}/a`).item, title: 'Primeira' } })
    const picked = pickHints(
      [first, hint(`${NEWS}/a`), hint(`${NEWS}/pasta`), hint(`${NEWS}/pasta/b`), hint(`${ROOT}/pt-br/x`)],
      SITE,
      WINDOW,
    )
    expect(picked.map(({ url, title }) => [url, title])).toEqual([
      [`${NEWS}/a`, 'Primeira'],
      [`${NEWS}/pasta/b`, ''],
    ])
  })
})

describe('the folder to which a listing moved', () => {
  const OLD = { ...SITE, listingUrls: [`${ROOT}/pt-br/noticias-antigas`] }
  const find = (hints: readonly Hint[], site: Site = OLD, home: string | Error | null = null) => {
    const fetcher = pagesOf({ [`${ROOT}/pt-br`]: home })
    return findMovedFolder(fetcher, site, { hints, window: WINDOW })
  }
  const menu = (...links: [words: string, href: string][]) =>
    `<html><body>${links.map(([words, href]) => `<a href="${href}">${words}</a>`).join('')}</body></html>`

  it('is the one with most news of the feed', async () => {
    const hints = [`${ROOT}/pt-br/novidades/a`, `${NEWS}/a`, `${NEWS}/b`].map((url) => hint(url))
    expect(await find(hints)).toBe(NEWS)
    expect(await find(hints.toReversed())).toBe(NEWS)
  })

  it.each([
    ['of other agencies', [hint('https://www.gov.br/saude/pt-br/noticias/a')]],
    ['in no folder of news', [hint(`${ROOT}/pt-br/assuntos/a`)]],
    ['that are the folder itself', [hint(NEWS)]],
    ['whose agency is called news', [hint('https://www.gov.br/noticias/a')]],
    ['still in the folder of the listing', [hint(`${ROOT}/pt-br/noticias-antigas/a`), hint(`${NEWS}/a`)]],
  ])('is none for addresses %s', async (_, hints) => {
    expect(await find(hints)).toBeNull()
  })

  it.each([
    'noticias',
    'Noticia',
    'not%C3%ADcias',
    'notcias',
    'novidades',
    'atualidades',
    'noticias-2026',
    'todas_noticias',
  ])('may be called %s', async (name) => {
    expect(await find([hint(`${ROOT}/pt-br/${name}/a`)])).toBe(`${ROOT}/pt-br/${name}`)
  })

  it('may be beside the language of the site, and in an agency that is called news', async () => {
    expect(await find([hint(`${ROOT}/noticias/a`)])).toBe(`${ROOT}/noticias`)
    const agency = 'https://www.gov.br/noticias'
    const site: Site = { ...OLD, listingUrls: [`${agency}/pt-br/antigas`] }
    expect(await find([hint(`${agency}/pt-br/novidades/a`)], site)).toBe(`${agency}/pt-br/novidades`)
  })

  it('is the outer one of two', async () => {
    expect(await find([hint(`${NEWS}/noticias/a`)])).toBe(NEWS)
  })

  it('counts a sitemap only where nothing else names news, and only in the days of the run', async () => {
    const mapped = hint(`${NEWS}/a`, { what: 'sitemap' })
    expect(await find([mapped])).toBe(NEWS)
    expect(await find([{ ...mapped, day: '2026-03-07' }])).toBeNull()
    expect(await find([mapped, hint(`${ROOT}/pt-br/x/a`)])).toBeNull()
  })

  it('is none for kinds with a rule of their own', async () => {
    expect(await find([hint(`${NEWS}/a`)], { ...OLD, kind: 'agenciabrasil' })).toBeNull()
  })

  it.each<[string, string | Error | null, string | null]>([
    ['leads to', menu(['Notícias', `${NEWS}/`]), NEWS],
    ['leads to by a longer name', menu(['Últimas notícias', 'assuntos/noticias']), NEWS],
    ['leads to in the middle', menu(['Saúde', '/x'], ['Mais Novidades', NEWS]), NEWS],
    ['has under another name', menu(['Notícias do dia', NEWS]), null],
    ['has on another site', menu(['Notícias', 'https://www.gov.br/saude/pt-br/noticias']), null],
    ['has as the home page', menu(['Notícias', `${ROOT}/pt-br`]), null],
    ['has as the listing', menu(['Notícias', `${ROOT}/pt-br/noticias-antigas/2026`]), null],
    [
      'has behind the listing',
      menu(['Notícias', `${ROOT}/pt-br/noticias-antigas`], ['Notícias', NEWS]),
      NEWS,
    ],
    ['has no page for', new ScrapeError('network_error', 'x'), null],
    ['did not change for', null, null],
  ])('is what the menu %s', async (_, home, folder) => {
    expect(await find([], OLD, home)).toBe(folder)
  })

  it('is not looked for in the menu where a source names news, or pages are made by a script', async () => {
    const home = menu(['Notícias', NEWS])
    const old = hint(`${ROOT}/pt-br/noticias-antigas/a`, { what: 'sitemap', day: '2020-01-01' })
    expect(await find([old], OLD, home)).toBeNull()
    expect(await find([], { ...OLD, kind: 'plone6-api' }, home)).toBeNull()
  })

  it('throws a fault of our own', async () => {
    await expect(find([], OLD, new TypeError('x'))).rejects.toThrow(TypeError)
  })
})
