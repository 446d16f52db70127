import type { Fetcher } from '@pauta/scraper/fetch/fetcher'
import { ScrapeError } from '@pauta/scraper/errors'
import type { SiteRow } from '@pauta/scraper/store/listed-sites'
import { describe, expect, it } from 'vitest'
import { describeTrial, type Trial, tryPage } from './try-page.ts'

const siteOf = (key: string, ...listingUrls: string[]): SiteRow => ({
  key,
  kind: 'plone-html',
  listingUrls,
  hosts: [],
  active: true,
  note: null,
})

const ROWS = [
  siteOf('mec', 'https://www.gov.br/mec/pt-br/assuntos/noticias'),
  siteOf('saude', 'https://www.gov.br/saude/pt-br/noticias'),
  siteOf('ebc', 'https://agencia.ebc.br/noticias', 'https://agencia.ebc.br/ultimas'),
  siteOf('none'),
  { ...siteOf('strange', 'https://strange.gov.br/noticias'), kind: 'gopher' },
]

/** A web whose pages have this text. Keeps the addresses that were asked for. */
function webOf(text: string | null) {
  const asked: string[] = []
  const fetchPage = async (url: string) => {
    asked.push(url)
    if (text === null) return null
    const validators = { etag: null, lastModified: null }
    return {
      url,
      finalUrl: url,
      text,
      answer: { status: 200, headers: new Headers(), bytes: Buffer.from(text) },
      validators,
    }
  }
  return { asked, fetcher: { fetchPage } as unknown as Fetcher }
}

const ARTICLE = `<html><body><div id="content"><h1 class="documentFirstHeading">Dez mil vagas</h1>
  <span class="documentPublished"><span class="value">10/02/2026 17h05</span></span>
  <div id="content-core"><p>O edital abre dez mil vagas em todo o país.</p></div></div></body></html>`

const tryArticle = async (target: string, kind?: 'plone-html' | 'wordpress') => {
  const trial = await tryPage(webOf(ARTICLE).fetcher, ROWS, { target, kind })
  if (trial.what !== 'article') throw new Error('a listing was read')
  return trial
}

describe('an article', () => {
  it.each([
    ['https://www.gov.br/mec/pt-br/assuntos/noticias/vagas', 'mec'],
    // Another folder of a site whose listing is elsewhere: the first part of the path tells the agency.
    ['https://www.gov.br/saude/pt-br/assuntos/vagas', 'saude'],
    // The only site of its host.
    ['https://agencia.ebc.br/geral/vagas', 'ebc'],
    // Several sites share the host, and none has the folder.
    ['https://www.gov.br/pesca/pt-br/vagas', 'pesca'],
    ['https://www.gov.br/me/vagas', 'me'],
    ['https://nowhere.gov.br/', 'try'],
    // This version cannot read the kind of the site.
    ['https://strange.gov.br/noticias/vagas', 'noticias'],
  ])('at %s is read as one of %s', async (target, agency) => {
    const { article } = await tryArticle(target)
    expect(article).toMatchObject({ title: 'Dez mil vagas', agency })
  })

  it('is read as the given kind, else as that of its site, else as Plone', async () => {
    expect(await tryArticle('https://www.gov.br/mec/vagas')).toMatchObject({ kind: 'plone-html' })
    expect(await tryArticle('https://nowhere.gov.br/a')).toMatchObject({ kind: 'plone-html' })
    await expect(tryArticle('https://www.gov.br/mec/vagas', 'wordpress')).rejects.toThrow(
      'https://www.gov.br/mec/vagas: ',
    )
  })
})

describe('a page that cannot be tried', () => {
  it.each([
    ['of an unknown agency', 'nada', 'The catalogue has no site for the agency nada.'],
    ['of an agency without listings', 'none', 'The catalogue has no site for the agency none.'],
    [
      'of a kind that this version cannot read',
      'strange',
      'The catalogue has no site for the agency strange.',
    ],
    ['of a listing', 'mec', 'https://www.gov.br/mec/pt-br/assuntos/noticias gave no page.'],
    ['of an article', 'https://a.br/x', 'https://a.br/x gave no page.'],
  ])('%s is refused', async (_, target, message) => {
    const { fetcher } = webOf(null)
    await expect(tryPage(fetcher, ROWS, { target, kind: undefined })).rejects.toThrow(message)
  })
})

describe('a site that refuses', () => {
  const refusing = (error: Error) => {
    const fetchPage = async () => {
      throw error
    }
    return { fetchPage } as unknown as Fetcher
  }

  it.each([
    [
      'mec',
      'url_broken',
      /^mec: the address does not exist or refuses this machine \(url_broken: status 403\)\.\n/,
    ],
    ['mec', 'url_broken', /\n.*npm run catalogue -- set site mec --url URL/],
    ['https://www.gov.br/mec/pt-br/vagas', 'robots_disallowed', /\n.*npm run catalogue -- pause site mec$/],
    ['https://nowhere.gov.br/a', 'url_broken', /set site AGENCY --url URL/],
    ['mec', 'network_error', /^mec: the site does not answer .*\n.*asks again by itself/],
  ] as const)(
    'at %s with %s is described in a sentence, with the next step',
    async (target, kind, message) => {
      const trial = tryPage(refusing(new ScrapeError(kind, 'status 403')), ROWS, { target, kind: undefined })
      await expect(trial).rejects.toThrow(message)
      await expect(trial).rejects.toMatchObject({ name: 'CommandError' })
    },
  )
})

describe('a trial is printed', () => {
  const item = (n: number) => ({
    url: `https://a.br/${n}`,
    title: `T${n}\u001b`,
    stamp: n === 0 ? null : { iso: '2026-06-01' },
  })
  const listing = (items: object[], more: object = {}) =>
    ({
      what: 'listing',
      kind: 'plone-html',
      address: 'https://a.br/',
      listing: { items, ...more },
    }) as unknown as Trial

  it('with the first ten entries of a listing', () => {
    const many = Array.from({ length: 11 }, (_, n) => item(n))
    expect(describeTrial(listing(many, { structure: 'tiles', nextUrl: 'https://a.br/2' }))).toEqual([
      'https://a.br/ (plone-html)',
      '11 entries by the rule tiles; next page: https://a.br/2',
      'no date  T0·  https://a.br/0',
      ...many.slice(1, 10).map(({ url }, at) => `2026-06-01  T${at + 1}·  ${url}`),
    ])
    expect(describeTrial(listing([], { structure: null, nextUrl: null }))[1]).toBe(
      '0 entries by the rule none; next page: none',
    )
  })

  it('with each field of an article and its rule', () => {
    const article = {
      url: 'https://a.br/1',
      title: 'T\u001b',
      publishedAt: { iso: '2026-06-01' },
      updatedAt: { iso: '2026-06-02' },
      editorialLead: 'K',
      subtitle: 'S',
      category: 'C',
      tags: ['a', 'b'],
      imageUrl: 'i',
      videoUrl: 'v',
      uniqueId: 'id',
      markdown: 'x'.repeat(601),
      flags: ['short', 'old'],
      rules: {
        title: 'h1',
        publishedAt: 'p',
        updatedAt: 'u',
        editorialLead: 'k',
        subtitle: 's',
        category: 'c',
        tags: 't',
        imageUrl: 'og',
        videoUrl: 'vi',
        body: 'main',
      },
    }
    const print = (changes: object) =>
      describeTrial({
        what: 'article',
        kind: 'plone-html',
        article: { ...article, ...changes },
      } as unknown as Trial)
    expect(print({})).toEqual([
      'https://a.br/1 (plone-html; short, old)',
      'title      T·  [h1]',
      'published  2026-06-01  [p]',
      'updated    2026-06-02  [u]',
      'kicker     K  [k]',
      'subtitle   S  [s]',
      'category   C  [c]',
      'tags       a, b  [t]',
      'image      i  [og]',
      'video      v  [vi]',
      'body       601 characters  [main]',
      'id         id',
      '',
      'x'.repeat(600),
    ])
    expect(print({ flags: ['short'] })[0]).toBe('https://a.br/1 (plone-html; short)')
    const bare = print({ flags: [], subtitle: null, tags: [], uniqueId: null, rules: {} })
    expect([bare[0], bare[5], bare[7], bare[11]]).toEqual([
      'https://a.br/1 (plone-html)',
      'subtitle   —',
      'tags       —',
      'id         —',
    ])
  })
})
