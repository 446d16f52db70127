import { describe, expect, it } from 'vitest'
import { ScrapeError, type ErrorKind } from '../errors.ts'
import type { FetchedPage } from '../fetch/fetcher.ts'
import { fetchArticle, fetchFirstPage, fetchListing, firstPageUrl } from './site-pages.ts'

const LISTING = 'https://www.gov.br/pesca/pt-br/noticias'
const site = { key: 'pesca', kind: 'plone-html', listingUrls: [LISTING] } as const
const tile = (href: string) =>
  `<article class="tileItem"><a class="summary url" href="${href}">Título</a></article>`
const listingOf = (...hrefs: string[]) =>
  `<html><body><div id="content">${hrefs.map(tile).join('')}</div></body></html>`

/** Answers with texts, failures, and null for pages that did not change. Notes what was asked. */
function pagesOf(texts: Readonly<Record<string, string | Error | null>>) {
  const asked: [address: string, isConditional: boolean | undefined][] = []
  return {
    asked,
    async fetchPage(address: string, _wanted: string, options?: { conditional?: boolean }) {
      asked.push([address, options?.conditional])
      const text = texts[address]
      if (text === undefined) throw new Error(`nobody expected ${address}`)
      if (text instanceof Error) throw text
      return text === null ? null : ({ url: address, finalUrl: address, text } as FetchedPage)
    },
  }
}

describe('a listing', () => {
  it('is without entries that lead to files and to other hosts', async () => {
    const other = 'https://agenciagov.ebc.com.br/noticias/b'
    const text = listingOf(`${LISTING}/a`, other, `${LISTING}/edital.pdf/view`, `${LISTING}/c`)
    const read = await fetchListing(pagesOf({ [LISTING]: text }), site, LISTING, false)
    expect(read?.value.items.map(({ url }) => url)).toEqual([`${LISTING}/a`, `${LISTING}/c`])
    // The offset of the next page counts all entries of the site.
    expect(read?.value.nextUrl).toBe(`${LISTING}?b_start:int=4`)
    const further = { ...site, hosts: ['agenciagov.ebc.com.br'] }
    const whole = await fetchListing(pagesOf({ [LISTING]: text }), further, LISTING, false)
    expect(whole?.value.items.map(({ url }) => url)).toEqual([`${LISTING}/a`, other, `${LISTING}/c`])
  })

  it('is the feed that a page names, two steps away at most', async () => {
    const feed = { ...site, kind: 'feed' } as const
    const naming = (name: string) =>
      `<html><head><link rel="alternate" type="application/rss+xml" href="/${name}"></head></html>`
    const [first, second, third] = ['a', 'b', 'c'].map((name) => `https://www.gov.br/${name}`) as [
      string,
      string,
      string,
    ]
    const pages = pagesOf({ [first]: naming('b'), [second]: naming('c'), [third]: naming('d') })
    const read = await fetchListing(pages, feed, first, true)
    expect(pages.asked).toEqual([first, second, third].map((address) => [address, true]))
    expect(read?.page.finalUrl).toBe(third)
  })
})

describe('the first page of a site', () => {
  const API = firstPageUrl('plone6-api', LISTING)
  const ITEM = { '@id': `${LISTING}/a`, '@type': 'News Item', title: 'Um' }
  const SHELL = `<html><body><div id="root"></div><!-- ${'x'.repeat(5_000)} --></body></html>`
  const answer = (...items: object[]) => JSON.stringify({ items, items_total: items.length })
  const fail = (kind: ErrorKind) => new ScrapeError(kind, 'the other one')

  it('is read as the kind that the site has changed to, without a condition', async () => {
    const other = 'https://agenciagov.ebc.com.br/b'
    const pages = pagesOf({ [LISTING]: SHELL, [API]: answer(ITEM, { ...ITEM, '@id': other }) })
    const further = { ...site, hosts: ['agenciagov.ebc.com.br'] }
    const { kind, read } = await fetchFirstPage(pages, further, LISTING, true)
    expect([kind, read?.value.items.map(({ url }) => url)]).toEqual(['plone6-api', [`${LISTING}/a`, other]])
    expect(pages.asked).toEqual([
      [LISTING, true],
      [API, false],
    ])
  })

  it('is read as its own kind, also when nothing changed', async () => {
    const own = await fetchFirstPage(pagesOf({ [LISTING]: listingOf('/a') }), site, LISTING, false)
    expect([own.kind, own.read?.value.found]).toEqual(['plone-html', 1])
    const same = await fetchFirstPage(pagesOf({ [LISTING]: null }), site, LISTING, true)
    expect(same).toEqual({ kind: 'plone-html', read: null })
  })

  it.each<[string, string | Error, string | Error | null | undefined, string]>([
    ['a failure that shows no other kind', fail('network_error'), undefined, 'the other one'],
    ['a fault of our own', new TypeError('x'), undefined, 'x'],
    ['its own failure, where the other kind fails, too', SHELL, fail('url_broken'), 'no entries'],
    ['its own failure, where the other kind lists nothing', SHELL, answer(), 'no entries'],
    ['its own failure, where the other kind has no page', SHELL, null, 'no entries'],
    ['a fault of our own with the other kind', SHELL, new TypeError('x'), 'x'],
  ])('fails with %s', async (_, own, other, message) => {
    const pages = pagesOf({ [LISTING]: own, ...(other !== undefined && { [API]: other }) })
    await expect(fetchFirstPage(pages, site, LISTING, false)).rejects.toThrow(message)
  })
})

describe('an article', () => {
  const url = `${LISTING}/a`
  const item = { url, title: 'Título', stamp: null, category: 'Ensino', tags: [] }
  const text = `<html><body><div id="content"><h1>Um</h1><p>${'Texto. '.repeat(40)}</p></div></body></html>`

  it('is of the agency of its site, and has what its entry says', async () => {
    const read = await fetchArticle(pagesOf({ [url]: text }), { ...site, key: 'mpa' }, item, true)
    expect(read?.value).toMatchObject({ agency: 'mpa', url, title: 'Título', category: 'Ensino' })
    expect(await fetchArticle(pagesOf({ [url]: null }), site, item, true)).toBeNull()
  })

  it('is on the page to which its own page sends readers, as no object of an API does', async () => {
    const sent = `<meta http-equiv='refresh' content='0; url=${LISTING}/b'>`
    const pages = pagesOf({ [url]: sent, [`${LISTING}/b`]: text })
    expect((await fetchArticle(pages, site, item, true))?.value.url).toBe(`${LISTING}/b`)
    expect(pages.asked).toEqual([
      [url, true],
      [`${LISTING}/b`, false],
    ])
    const object = 'https://www.gov.br/pesca/++api++/pt-br/noticias/a'
    const answers = pagesOf({ [object]: JSON.stringify({ '@id': url, title: 'Um', text: sent }) })
    const read = await fetchArticle(answers, { ...site, kind: 'plone6-api' }, item, false)
    expect(read?.value).toMatchObject({ url, title: 'Um' })
  })
})
