import { describe, expect, it } from 'vitest'
import type { SiteKind } from './site-kind.ts'
import { KINDS } from './kinds.ts'

const LISTING = {
  'plone-html': 'https://www.gov.br/pesca/pt-br/assuntos/noticias',
  'plone6-api': 'https://www.gov.br/pesca/pt-br/assuntos/noticias',
  agenciabrasil: 'https://agenciabrasil.ebc.com.br/ultimas',
  tvbrasil: 'https://tvbrasil.ebc.com.br/noticias',
  feed: 'https://a.gov.br/rss.xml',
  wordpress: 'https://a.gov.br/noticias',
} satisfies Record<SiteKind, string>

describe('a kind of site', () => {
  it.each<[SiteKind, 'html' | 'json' | 'feed', 'html' | 'json', unknown[]]>([
    [
      'plone-html',
      'html',
      'html',
      [
        'feed https://www.gov.br/pesca/pt-br/@@search_rss?portal_type:list=News%20Item&sort_on=Date&sort_order=reverse',
        'sitemap https://www.gov.br/pesca/sitemap.xml',
      ],
    ],
    [
      'plone6-api',
      'json',
      'json',
      [
        expect.stringMatching(
          /^search https:\/\/www\.gov\.br\/pesca\/\+\+api\+\+\/pt-br\/@search\?.*b_start=0&/,
        ),
        'sitemap https://www.gov.br/pesca/sitemap.xml',
      ],
    ],
    [
      'agenciabrasil',
      'html',
      'html',
      [
        'feed https://agenciabrasil.ebc.com.br/rss/ultimasnoticias/feed.xml',
        'sitemap https://agenciabrasil.ebc.com.br/sitemap.xml',
      ],
    ],
    ['tvbrasil', 'html', 'html', []],
    ['feed', 'feed', 'html', []],
    ['wordpress', 'json', 'json', ['feed https://a.gov.br/feed/']],
  ])('%s asks for its listing, its articles and the pages of hints', (kind, listingAs, articleAs, hints) => {
    const found = KINDS[kind]
    expect(found).toMatchObject({ listingAs, articleAs })
    expect(found.hintSources(LISTING[kind]).map(({ what, address }) => `${what} ${address}`)).toEqual(hints)
  })

  it('is the broadcaster’s, whose sites are slow, or not', () => {
    const kinds = Object.entries(KINDS)
    const having = (test: 'isBroadcaster' | 'isSlow' | 'hasFeedFirst') =>
      kinds.flatMap(([name, kind]) => (kind[test] === true ? [name] : []))
    expect(having('isBroadcaster')).toEqual(['agenciabrasil', 'tvbrasil'])
    expect(having('isSlow')).toEqual(['agenciabrasil', 'tvbrasil'])
    expect(having('hasFeedFirst')).toEqual(['agenciabrasil'])
    expect(kinds.map(([, { agency }]) => agency).filter(Boolean)).toEqual(['agencia_brasil', 'tvbrasil'])
  })

  it.each([
    ['https://agenciabrasil.ebc.com.br/saude/noticia/2026-02/a', true],
    ['https://agenciabrasil.ebc.com.br/saude/foto/2026-02/a', false],
    ['https://radios.ebc.com.br/saude/noticia/2026-02/a', false],
  ])('has news of Agência Brasil at its own addresses alone: %s', (url, isNews) => {
    expect(KINDS.agenciabrasil.isNews?.(url)).toBe(isNews)
  })

  it('has news at each address of WordPress', () => {
    expect(KINDS.wordpress.isNews?.('https://a.gov.br/2026/02/a')).toBe(true)
  })

  it('may become another when its listing fails', () => {
    const successors = Object.entries(KINDS).flatMap(([name, { successor }]) =>
      successor ? [[name, successor.kind, [...successor.after].sort().join(' ')]] : [],
    )
    expect(successors).toEqual([
      ['plone-html', 'plone6-api', 'html_changed'],
      ['plone6-api', 'plone-html', 'html_changed login_page not_json url_broken'],
      ['wordpress', 'feed', 'html_changed login_page not_json url_broken'],
    ])
  })
})
