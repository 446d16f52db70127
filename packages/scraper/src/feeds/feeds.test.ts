import { describe, expect, it } from 'vitest'
import { ScrapeError } from '../model/errors.ts'
import { readFeed } from './feed.ts'
import { readSitemap } from './sitemap.ts'

const ADDRESS = 'https://www.gov.br/pesca/pt-br/noticias/RSS'
const kindOf = (read: () => unknown) => {
  try {
    read()
    return null
  } catch (error) {
    return error instanceof ScrapeError ? error.kind : error
  }
}

describe('feeds', () => {
  it('give the whole article of RSS 2.0 with content', () => {
    const [entry, ...others] = readFeed(
      `<?xml version="1.0"?><rss version="2.0" xmlns:content="x"><channel><title>Canal</title>
      <item><title>Água &amp; redes</title><link>http://agenciabrasil.ebc.com.br/geral/noticia/2026-01/agua?utm_source=rss</link>
      <pubDate>Thu, 15 Jan 2026 14:30:00 -0300</pubDate><category>Geral</category><category>geral</category>
      <description><![CDATA[<p>Resumo <b>curto</b>.</p>]]></description>
      <content:encoded><![CDATA[<p>Corpo com <a href="/x">elo</a>.</p><h3>Notícias relacionadas:</h3><img src="/p.gif" width="1" height="1">
      <p>Siga o perfil no X</p>]]></content:encoded>
      <enclosure url="https://imagens.ebc.com.br/a.jpg" type="image/jpeg"/></item>
      <item><title></title><link>https://agenciabrasil.ebc.com.br/b</link></item></channel></rss>`,
      'https://agenciabrasil.ebc.com.br/rss/ultimasnoticias/feed.xml',
    )
    expect(others).toEqual([])
    expect(entry).toEqual({
      url: 'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/agua',
      title: 'Água & redes',
      stamp: { iso: '2026-01-15T14:30:00-03:00', precision: 'second' },
      updatedAt: null,
      category: 'Geral',
      tags: ['Geral'],
      summary: 'Resumo curto.',
      markdown: 'Corpo com [elo](https://agenciabrasil.ebc.com.br/x).',
      imageUrl: 'https://imagens.ebc.com.br/a.jpg',
      videoUrl: null,
    })
  })

  it.each([
    { entries: 1, quotations: 450, paragraphs: 20_000 },
    { entries: 5, quotations: 450, paragraphs: 2000 },
    { entries: 500, quotations: 300, paragraphs: 270 },
  ])(
    'return a bounded text of $entries entries of $quotations quotations around $paragraphs paragraphs',
    ({ entries, quotations, paragraphs }) => {
      const body = '&lt;blockquote>'.repeat(quotations) + '&lt;p>a&lt;/p>'.repeat(paragraphs)
      const entry = (at: number) =>
        `<item><title>A</title><link>https://www.gov.br/pesca/${at}</link><content:encoded>${body}</content:encoded></item>`
      const read = readFeed(
        `<rss>${Array.from({ length: entries }, (_, at) => entry(at)).join('')}</rss>`,
        ADDRESS,
      )
      expect(read).toHaveLength(entries)
      for (const { markdown } of read) {
        expect(markdown?.startsWith('> > ')).toBe(true)
        // A line of text and an empty line for each paragraph, each with the 20 prefixes.
        expect(markdown?.length).toBeLessThanOrEqual(paragraphs * 2 * 42)
      }
    },
  )

  it('keep only the folder of RSS 1.0, whose items have no body', () => {
    const entries = readFeed(
      `<rdf:RDF><channel/><item rdf:about="https://www.gov.br/pesca/pt-br/noticias/a"><title>A</title>
      <link>https://www.gov.br/pesca/pt-br/noticias/a</link><dc:date>2026-03-04T10:00:00-03:00</dc:date></item>
      <item rdf:about="https://www.gov.br/pesca/pt-br/agenda/b"><title>B</title><dc:date>2026-03-04T10:00:00Z</dc:date></item></rdf:RDF>`,
      ADDRESS,
      'https://www.gov.br/pesca/pt-br/noticias',
    )
    expect(entries.map(({ url, markdown }) => ({ url, markdown }))).toEqual([
      { url: 'https://www.gov.br/pesca/pt-br/noticias/a', markdown: null },
    ])
  })

  it('read Atom links, times and content', () => {
    const [entry] = readFeed(
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="html">A &lt;b&gt;b&lt;/b&gt;</title>
      <link rel="self" href="/self"/><link rel="alternate" href="a/view"/><published>2026-03-04T10:00:00Z</published>
      <updated>2026-03-05T10:00:00Z</updated><content type="html">&lt;p&gt;Corpo&lt;/p&gt;</content></entry></feed>`,
      ADDRESS,
    )
    expect(entry).toMatchObject({
      url: 'https://www.gov.br/pesca/pt-br/noticias/a',
      title: 'A b',
      stamp: { iso: '2026-03-04T10:00:00+00:00' },
      updatedAt: { iso: '2026-03-05T10:00:00+00:00' },
      markdown: 'Corpo',
    })
  })

  it.each([
    ['Tue, 10 Feb 26 17:05:00 -0300', '2026-02-10T17:05:00-03:00'],
    ['10 Feb 2026 17:05 -03:00', '2026-02-10T17:05:00-03:00'],
  ])('read the time %s', (text, iso) => {
    const item = `<item><title>A</title><link>${ADDRESS}/a</link><pubDate>${text}</pubDate></item>`
    const [entry] = readFeed(`<rss><channel>${item}</channel></rss>`, ADDRESS)
    expect(entry?.stamp?.iso).toBe(iso)
  })

  it('refuse web pages', () => {
    expect(kindOf(() => readFeed('<html><title>Just a moment...</title></html>', ADDRESS))).toBe('anti_bot')
    expect(kindOf(() => readFeed('<html><p>Outra página</p></html>', ADDRESS))).toBe('html_changed')
    expect(kindOf(() => readSitemap('<html><input type="password"></html>', ADDRESS))).toBe('login_page')
  })
})

describe('sitemaps', () => {
  it('give addresses with news data', () => {
    const { entries } = readSitemap(
      `<urlset><url><loc>https://www.gov.br/pesca/pt-br/noticias/a</loc><lastmod>2026-03-05</lastmod><news:news>
      <news:publication_date>2026-03-04T10:00:00-03:00</news:publication_date><news:title>A</news:title></news:news></url>
      <url><loc>https://www.gov.br/pesca/pt-br/agenda</loc></url><url><loc>javascript:1</loc></url></urlset>`,
      ADDRESS,
      'https://www.gov.br/pesca/pt-br/noticias/',
    )
    expect(entries).toEqual([
      {
        url: 'https://www.gov.br/pesca/pt-br/noticias/a',
        modifiedAt: { iso: '2026-03-05T00:00:00-03:00', precision: 'day' },
        publishedAt: { iso: '2026-03-04T10:00:00-03:00', precision: 'second' },
        title: 'A',
      },
    ])
  })

  it('may have more elements than a web page', () => {
    const url = (at: number) => `<url><loc>${ADDRESS}/${at}</loc><lastmod>2026-03-05</lastmod></url>`
    const text = `<urlset>${Array.from({ length: 34_000 }, (_, at) => url(at)).join('')}</urlset>`
    expect(readSitemap(text, ADDRESS).entries).toHaveLength(34_000)
  })

  it('name the files of an index', () => {
    const index =
      '<sitemapindex><sitemap><loc>https://www.gov.br/pesca/sitemap.xml.gz?page=1</loc></sitemap></sitemapindex>'
    expect(readSitemap(index, ADDRESS).sitemaps).toEqual(['https://www.gov.br/pesca/sitemap.xml.gz?page=1'])
  })
})
