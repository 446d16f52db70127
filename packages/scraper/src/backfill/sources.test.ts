import { expect, it } from 'vitest'
import type { FetchedPage } from '../fetch/fetcher.ts'
import type { Site } from '../site/site.ts'
import { isAbsent, listSources, readSource, type HistorySource } from './sources.ts'
import { ScrapeError } from '../errors.ts'

const LISTING = 'https://www.gov.br/mec/pt-br/noticias'
const window = { start: '2026-01-10', end: '2026-01-20' }
const site = (changes: Partial<Site> = {}): Site => ({
  key: 'mec',
  kind: 'plone-html',
  listingUrls: [LISTING],
  ...changes,
})

/** A fetcher whose every page has this text. */
const fetcher = (text: string) => ({
  fetchPage: async (url: string): Promise<FetchedPage> => ({
    url,
    finalUrl: url,
    text,
    answer: { status: 200, headers: new Headers(), bytes: Buffer.from(text) },
    validators: { etag: null, lastModified: null },
  }),
})
const read = (current: HistorySource | undefined, text: string, of = site()) => {
  if (!current) throw new Error('no source')
  return readSource(current, { site: of, window, fetcher: fetcher(text) })
}

interface Entry {
  slug: string
  date?: string
}
/** A listing page of classic Plone. */
const listing = (entries: readonly Entry[], next: string | null = `${LISTING}?b_start:int=20`) => {
  const tiles = entries.map(
    ({ slug, date = '' }) =>
      `<article class="tileItem"><h2 class="tileHeadline"><a class="summary url" href="${LISTING}/${slug}">Título de ${slug}</a></h2><span class="documentByLine">${date}</span></article>`,
  )
  const more = next === null ? '' : `<a class="proximo" href="${next}">Próximo</a>`
  return `<html><body><div id="content">${tiles.join('')}${more}</div></body></html>`
}
const [first, sitemap] = listSources(site(), window)
const slugs = (items: readonly { url: string }[]) =>
  items.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))

it.each<[string, Partial<Site>, string[]]>([
  ['plone-html', {}, [`listing ${LISTING}`, 'sitemap https://www.gov.br/mec/sitemap.xml']],
  [
    'plone-html',
    { listingUrls: ['https://www.gov.br/mec/pt-br/sitemap-do-mec'] },
    ['listing https://www.gov.br/mec/pt-br/sitemap-do-mec', 'sitemap https://www.gov.br/mec/sitemap.xml'],
  ],
  [
    'tvbrasil',
    { kind: 'tvbrasil', listingUrls: ['https://tvbrasil.ebc.com.br/ultimas'] },
    ['listing https://tvbrasil.ebc.com.br/ultimas'],
  ],
  [
    'feed',
    { kind: 'feed', listingUrls: ['https://a.gov.br/rss.xml', 'https://b.gov.br/sitemap-noticias.xml'] },
    [
      'listing https://a.gov.br/rss.xml',
      'sitemap https://b.gov.br/sitemap-noticias.xml',
      'sitemap https://a.gov.br/sitemap.xml',
      'sitemap https://b.gov.br/sitemap.xml',
    ],
  ],
])('the sources of a site of the kind %s are its listings and sitemaps', (_, changes, sources) => {
  const found = listSources(site(changes), window)
  expect(found.map(({ what, address }) => `${what} ${address}`)).toEqual(sources)
})

it('sites with a search are asked for the days of the window', () => {
  const [api] = listSources(site({ kind: 'plone6-api' }), window)
  const query = new URL(api?.address ?? '').searchParams
  expect(query.getAll('effective.query')).toEqual(['2026-01-10T00:00:00-03:00', '2026-01-20T23:59:59-03:00'])
  expect(query.get('effective.range')).toBe('min:max')
  const posts = 'https://blog.gov.br/wp-json/wp/v2/posts'
  const [blog] = listSources(site({ kind: 'wordpress', listingUrls: [posts] }), window)
  const { searchParams } = new URL(blog?.address ?? '')
  expect([searchParams.get('after'), searchParams.get('before')]).toEqual([
    '2026-01-09T23:59:59',
    '2026-01-20T23:59:59',
  ])
})

it('a listing page names the entries of the window, and those whose page has to tell the date', async () => {
  const { items, next, fault } = await read(
    first,
    listing([
      { slug: 'nova', date: '21/01/2026 10h00' },
      { slug: 'primeira', date: '20/01/2026 10h00' },
      { slug: 'sem-data' },
      { slug: 'falsa', date: '31/12/1969 21h00' },
      { slug: 'ultima', date: '10/01/2026 10h00' },
      { slug: 'velha', date: '09/01/2026 10h00' },
    ]),
  )
  expect(slugs(items)).toEqual(['primeira', 'sem-data', 'falsa', 'ultima'])
  expect(items.map(({ stamp }) => stamp?.iso ?? null)).toEqual([
    '2026-01-20T10:00:00-03:00',
    null,
    null,
    '2026-01-10T10:00:00-03:00',
  ])
  expect(next).toEqual([
    {
      what: 'listing',
      address: `${LISTING}?b_start:int=6`,
      depth: 1,
      digest: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      undated: [],
      tries: 0,
      isOptional: false,
    },
  ])
  expect(fault).toBeNull()
})

it('a listing ends at a page before the window, at its last page, and at a page that repeats itself', async () => {
  const old = await read(first, listing([{ slug: 'velha', date: '09/01/2026 10h00' }]))
  expect(old).toEqual({ items: [], next: [], fault: null })
  expect(await read(first, listing([], null))).toEqual({ items: [], next: [], fault: null })
  const repeating = listing([{ slug: 'a', date: '10/01/2026 10h00' }])
  const { next } = await read(first, repeating)
  expect(next).toHaveLength(1)
  expect((await read(next[0], repeating)).next).toEqual([])
})

it('a page without any date is remembered by its addresses, and its tries begin again', async () => {
  if (!first) throw new Error('no source')
  const { items, next } = await read({ ...first, tries: 2 }, listing([{ slug: 'a' }, { slug: 'b' }]))
  expect(next).toMatchObject([{ undated: items.map(({ url }) => url), tries: 0 }])
  expect(await read({ ...first, depth: 4999 }, listing([], null))).toMatchObject({ next: [], fault: null })
})

it('a listing with too many pages ends, with a fault', async () => {
  if (!first) throw new Error('no source')
  const text = listing([{ slug: 'a', date: '10/01/2026 10h00' }])
  expect((await read({ ...first, depth: 4998 }, text)).fault).toBeNull()
  expect(await read({ ...first, depth: 4999 }, text)).toMatchObject({
    next: [],
    fault: expect.stringMatching(/^too_many_pages: .* more than 5000 pages/) as string,
  })
})

it('the month in an address dates an entry without a date', async () => {
  const broadcaster = 'https://agenciabrasil.ebc.com.br'
  const link = (month: string) =>
    `<div class="item"><a class="capa-noticia" href="/geral/noticia/${month}/a-${month}">Título ${month}</a></div>`
  const of = site({ kind: 'agenciabrasil', listingUrls: [`${broadcaster}/ultimas`] })
  const [source] = listSources(of, window)
  const page = (...months: string[]) => `<html><body>${months.map(link).join('')}</body></html>`
  const { items, next } = await read(source, page('2026-02', '2026-01', '2025-12'), of)
  expect(slugs(items)).toEqual(['a-2026-01'])
  expect(next).toMatchObject([{ undated: [] }])
  expect((await read(source, page('2025-12', '2025-11'), of)).next).toEqual([])
  expect(slugs((await read(source, page('2026-01', '2026-13'), of)).items)).toEqual([
    'a-2026-01',
    'a-2026-13',
  ])
})

it('a sitemap names articles that the news folder has and that did not change last before the window', async () => {
  const loc = (path: string, extra = '') => `<url><loc>https://www.gov.br/mec${path}</loc>${extra}</url>`
  const changed = (date: string) => `<lastmod>${date}</lastmod>`
  const news = (date: string) =>
    `<news:news><news:publication_date>${date}</news:publication_date><news:title>T</news:title></news:news>`
  const { items, next } = await read(
    sitemap,
    `<urlset>${[
      loc('/pt-br/noticias'),
      loc('/pt-br/noticias/2026'),
      loc('/pt-br/noticias/2026/sem-data'),
      loc('/pt-br/noticias/2026/mudou-depois', changed('2026-05-01')),
      loc('/pt-br/noticias/2026/mudou-antes', changed('2026-01-09')),
      loc('/pt-br/noticias/2026/mudou-no-primeiro-dia', changed('2026-01-10')),
      loc('/pt-br/noticias/2026/data-e-mudanca', news('2026-01-15') + changed('2026-01-09')),
      loc('/pt-br/noticias/2026/falsa', changed('1969-12-31T21:00:00-03:00')),
      loc('/pt-br/noticias/2026/do-dia', news('2026-01-15')),
      loc('/pt-br/noticias/2026/de-outro-dia', news('2026-01-21')),
      loc('/pt-br/agenda/reuniao'),
      loc('/pt-br/noticias/2026/anexo.pdf'),
    ].join('')}</urlset>`,
  )
  expect(slugs(items)).toEqual([
    'sem-data',
    'mudou-depois',
    'mudou-no-primeiro-dia',
    'data-e-mudanca',
    'falsa',
    'do-dia',
  ])
  expect(items.map(({ title }) => title)).toEqual(['', '', '', 'T', '', 'T'])
  expect(next).toEqual([])
})

it('an index names its sitemaps, up to a thousand of them and two levels', async () => {
  if (!sitemap) throw new Error('no source')
  const index = (count: number) =>
    `<sitemapindex>${Array.from({ length: count }, (_, at) => `<sitemap><loc>https://www.gov.br/mec/s${at}.xml</loc></sitemap>`).join('')}</sitemapindex>`
  const all = await read(sitemap, index(1000))
  expect([all.next.length, all.fault, all.next[999]?.address]).toEqual([
    1000,
    null,
    'https://www.gov.br/mec/s999.xml',
  ])
  expect(all.next[0]).toEqual({ ...sitemap, address: 'https://www.gov.br/mec/s0.xml', depth: 1, tries: 0 })
  expect(await read({ ...sitemap, depth: 1, tries: 2 }, index(2))).toMatchObject({
    next: [
      { depth: 2, tries: 0 },
      { depth: 2, tries: 0 },
    ],
    fault: null,
  })
  expect(await read({ ...sitemap, depth: 2 }, '<urlset/>')).toMatchObject({ next: [], fault: null })
  const tooMany = await read(sitemap, index(1001))
  expect([tooMany.next.length, tooMany.fault]).toEqual([
    1000,
    expect.stringMatching(/^too_many_sitemaps: /) as string,
  ])
  expect(await read({ ...sitemap, depth: 2 }, index(1))).toMatchObject({
    next: [],
    fault: expect.stringMatching(/^sitemap_depth: /) as string,
  })
})

it('a site without a sitemap is complete, and one whose index names a sitemap that is missing is not', () => {
  if (!first || !sitemap) throw new Error('no source')
  const missing = new ScrapeError('url_broken', 'status 404', { isGone: true })
  const broken = new ScrapeError('network_error', 'status 500')
  expect(isAbsent(sitemap, missing)).toBe(true)
  expect(isAbsent(sitemap, broken)).toBe(false)
  expect(isAbsent({ ...sitemap, depth: 1 }, missing)).toBe(false)
  expect(isAbsent(first, missing)).toBe(false)
})
