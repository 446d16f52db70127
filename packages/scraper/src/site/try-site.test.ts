import { RefusedAddressError } from '@pauta/platform/outbound/public-lookup'
import { describe, expect, it } from 'vitest'
import type { FetchedPage } from '../fetch/fetcher.ts'
import type { SiteKind } from '../kinds/site-kind.ts'
import { ScrapeError } from '../errors.ts'
import { trySite } from './try-site.ts'

const URL_OF_SITE = 'https://noticias.exemplo.gov.br/todas'
const ORIGIN = 'https://noticias.exemplo.gov.br'
const HEAD =
  '<link rel="https://api.w.org/" href="/wp-json"><link rel="alternate" type="application/rss+xml" href="/meu.rss">'
const page = (head = '') => `<html><head>${head}</head><body><p>Olá</p></body></html>`
const GONE = new ScrapeError('url_broken', 'status 404')

/** Tries a site whose pages have these texts; others are gone. Returns the outcome and what was asked. */
async function tryTexts(
  texts: Record<string, string | Error | null>,
  {
    kind = null,
    articlesMax = 2,
    hosts = [],
  }: { kind?: SiteKind | null; articlesMax?: number; hosts?: string[] } = {},
) {
  const asked: string[] = []
  const fetcher = {
    async fetchPage(address: string) {
      asked.push(address)
      const text = Object.hasOwn(texts, address) ? texts[address] : GONE
      if (text instanceof Error) throw text
      if (text === null || text === undefined) return null
      return { url: address, finalUrl: address, text } as FetchedPage
    },
  }
  const trial = trySite(fetcher, 'exemplo', { url: URL_OF_SITE, kind, hosts }, articlesMax)
  return { asked, trial: await trial.catch((error: unknown) => error as Error) }
}

const feedOf = (...slugs: string[]) =>
  `<rss version="2.0"><channel>${slugs.map((slug) => `<item><title>T ${slug}</title><link>${ORIGIN}/${slug}</link><pubDate>Mon, 09 Mar 2026 10:00:00 -0300</pubDate></item>`).join('')}</channel></rss>`

describe('a site to try', () => {
  it('is read as each kind that its page names, then as the others', async () => {
    const { asked, trial } = await tryTexts({ [URL_OF_SITE]: page(HEAD) })
    expect(trial).toMatchObject({ kind: 'empty_content' })
    const paths = [...new Set(asked)].map((address) => address.replace(ORIGIN, '').replace(/\?.*/, ''))
    expect(paths).toEqual([
      '/todas',
      '/wp-json/wp/v2/posts',
      '/todas/++api++/@search',
      '/meu.rss',
      '/rss.xml',
      '/feed/',
      '/sitemap.xml',
    ])
  })

  it('is read as WordPress behind its feed when its page names no posts', async () => {
    const { asked } = await tryTexts({ [URL_OF_SITE]: page() })
    expect(asked.slice(-4).map((address) => address.replace(/\?.*/, ''))).toEqual([
      `${ORIGIN}/wp-json/wp/v2/posts`,
      `${ORIGIN}/rss.xml`,
      `${ORIGIN}/feed/`,
      `${ORIGIN}/sitemap.xml`,
    ])
  })

  it('has the entries of the first kind that finds some, and its first articles', async () => {
    const feed = feedOf('a', 'b', 'c')
    const texts = { [URL_OF_SITE]: page(HEAD), [`${ORIGIN}/meu.rss`]: feed, [`${ORIGIN}/a`]: null }
    const { trial } = await tryTexts(texts)
    expect(trial).toMatchObject({
      site: { key: 'exemplo', kind: 'feed', listingUrls: [`${ORIGIN}/meu.rss`] },
      entries: 3,
      articles: [
        { url: `${ORIGIN}/a`, article: null, error: 'no page' },
        { url: `${ORIGIN}/b`, article: null, error: 'url_broken: status 404' },
      ],
    })
  })

  it('is read as the wanted kind alone', async () => {
    const { asked, trial } = await tryTexts({ [URL_OF_SITE]: feedOf('a') }, { kind: 'feed', articlesMax: 0 })
    expect(trial).toMatchObject({
      site: { kind: 'feed', listingUrls: [URL_OF_SITE] },
      entries: 1,
      articles: [],
    })
    expect(new Set(asked)).toEqual(new Set([URL_OF_SITE]))
  })

  it.each([
    ['does not answer', new ScrapeError('network_error', 'time-out')],
    [
      'has a private address',
      new ScrapeError('url_broken', 'refused', { cause: new RefusedAddressError('not public') }),
    ],
  ])('that %s is no other kind', async (_, error) => {
    const { asked, trial } = await tryTexts({ [URL_OF_SITE]: error })
    expect(trial).toBe(error)
    expect(asked).toEqual([URL_OF_SITE])
  })

  it('has articles as they would be stored, also of its further hosts', async () => {
    const url = 'https://outro.gov.br/a'
    const text = `<html><head><title>T a</title></head><body><h1>T a</h1><main><p>${'Texto. '.repeat(50)}</p></main></body></html>`
    const texts = { [URL_OF_SITE]: feedOf('a').replace(`${ORIGIN}/a`, url), [url]: text }
    const { trial } = await tryTexts(texts, { kind: 'feed', hosts: ['outro.gov.br'] })
    expect(trial).toMatchObject({
      site: { hosts: ['outro.gov.br'] },
      articles: [{ url, article: { agency: 'exemplo', url, title: 'T a' }, error: null }],
    })
  })

  it('throws a fault of our own', async () => {
    const fault = new TypeError('x')
    const texts = { [URL_OF_SITE]: page(HEAD), [`${ORIGIN}/meu.rss`]: feedOf('a'), [`${ORIGIN}/a`]: fault }
    expect((await tryTexts(texts)).trial).toBe(fault)
  })
})
