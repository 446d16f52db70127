import { describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
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

  /** The only entry of a feed, of which `xml` is what it has besides a title. */
  const entryOf = (xml: string, title = 'A') => {
    const [entry] = readFeed(`<rss><item><title>${title}</title>${xml}</item></rss>`, ADDRESS)
    return entry
  }
  const LINK = '<link>https://www.gov.br/a</link>'
  const at = (path: string) => `https://www.gov.br/${path}`

  it.each([
    ['of Atom', '<link rel="self" href="/self"/><link rel="alternate" href="/a"/>', at('a')],
    ['of Atom without a relation', '<link rel="self" href="/self"/><link href="/a"/>', at('a')],
    ['of Atom for itself', '<link rel="self" href="/self"/>', at('self')],
    ['of RSS, behind an empty one', '<link/><link>/a</link>', at('a')],
    ['of RDF', '', undefined],
    ['that is permanent', '<guid>https://www.gov.br/a</guid>', at('a')],
    ['that is permanent, of Atom', '<id> https://www.gov.br/a </id>', at('a')],
    ['that is not permanent', '<guid isPermaLink="false">https://www.gov.br/a</guid>', undefined],
    ['before the permanent one', '<guid>/b</guid><link>/a</link>', at('a')],
    ['that is no web address', '<link>mailto:a@b.c</link>', undefined],
    ['of Atom for another page', '<link rel="related" href="/r"/><link rel="self" href="/s"/>', at('r')],
    ['that is said to be permanent', '<guid isPermaLink="true">/a</guid>', at('a')],
  ])('have entries with the address %s', (_, xml, url) => {
    expect(entryOf(xml)?.url).toBe(url)
  })

  it.each([
    ['its own', '<pubDate>2026-03-04</pubDate><updated>2026-03-05</updated>', '04', '05'],
    ['of Atom', '<updated>2026-03-05</updated><published>2026-03-04</published>', '04', '05'],
    [
      'of Dublin Core',
      '<dcterms:modified>2026-03-05</dcterms:modified><dc:date>2026-03-04</dc:date>',
      '04',
      '05',
    ],
    ['behind one that is no time', '<pubDate>ontem</pubDate><issued>2026-03-04</issued>', '04', undefined],
    ['of its last change alone', '<updated>2026-03-05</updated>', '05', '05'],
    ['in any case', '<PUBDATE>2026-03-04</PUBDATE><atom:updated>2026-03-05</atom:updated>', '04', '05'],
  ])('have entries with the time %s', (_, xml, stamp, updatedAt) => {
    const entry = entryOf(LINK + xml)
    expect([entry?.stamp?.iso.slice(8, 10), entry?.updatedAt?.iso.slice(8, 10)]).toEqual([stamp, updatedAt])
  })

  const IMAGE = '&lt;img src="/c.jpg"&gt;'
  it.each([
    ['attached', `<description>${IMAGE}</description><media:content url="/a.jpg"/>`, 'a'],
    [
      'attached, of a type',
      '<enclosure url="/a.mp3" type="audio/mpeg"/><enclosure url="/b.jpg" type="image/jpeg"/>',
      'b',
    ],
    ['attached last', '<media:thumbnail url="/b.jpg"/><media:content url="/a.jpg"/>', 'a'],
    ['of Agência Brasil', '<imagem-destaque>/a.jpg</imagem-destaque>', 'a'],
    [
      'of its text',
      `<content:encoded>${IMAGE}</content:encoded><description>&lt;img src="/d.jpg"&gt;</description>`,
      'c',
    ],
    ['of its summary', `<description>${IMAGE}</description>`, 'c'],
    ['of nothing', '', undefined],
    ['behind one without an address', '<media:content/><media:thumbnail url="/b.jpg"/>', 'b'],
    ['of no summary beside a text', `<content>Um</content><description>${IMAGE}</description>`, undefined],
  ])('have entries with the picture %s', (_, xml, name) => {
    expect(entryOf(LINK + xml)?.imageUrl ?? undefined).toBe(name && at(`${name}.jpg`))
  })

  it('have entries with the video of their text', () => {
    const frame = '&lt;iframe src="https://youtu.be/a"&gt;&lt;/iframe&gt;'
    expect(entryOf(`${LINK}<content>${frame}</content>`)?.videoUrl).toBe('https://youtu.be/a')
    expect(entryOf(`${LINK}<description>${frame}</description>`)?.videoUrl).toBeNull()
  })

  it('have entries with tags of several names, each once', () => {
    const xml =
      '<dc:subject>Três</dc:subject><category term="Um"/><category>dois</category><category>um</category>'
    expect(entryOf(LINK + xml)).toMatchObject({ category: 'Um', tags: ['Um', 'dois', 'Três'] })
    expect(entryOf(`${LINK}<category term=""/><category/>`)).toMatchObject({ category: null, tags: [] })
    expect(entryOf(LINK)).toMatchObject({ category: null, tags: [], summary: null, markdown: null })
  })

  it.each([
    ['Siga o perfil do órgão', null],
    ['&lt;p&gt;Um&lt;/p&gt;&lt;p&gt;&lt;b&gt;Notícias relacionadas&lt;/b&gt;&lt;/p&gt;', 'Um'],
    ['&lt;p&gt;Veja o canal da Agência Brasil no WhatsApp&lt;/p&gt;&lt;p&gt;Um&lt;/p&gt;', 'Um'],
  ])('have no invitations in texts: %s', (html, markdown) => {
    expect(entryOf(`${LINK}<content>${html}</content>`)?.markdown).toBe(markdown)
  })

  it('list 500 entries, each address once and the first one first', () => {
    const items = Array.from(
      { length: 502 },
      (_, n) => `<item><title>A${n}</title><link>/${n === 1 ? 0 : n}</link></item>`,
    )
    const urls = readFeed(`<rss>${items.join('')}</rss>`, ADDRESS)
    expect([urls.length, urls[0]?.title, urls[1]?.title, urls.at(-1)?.url]).toEqual([
      499,
      'A0',
      'A2',
      at('499'),
    ])
  })

  it('keep a folder, and not another whose name begins like it', () => {
    const items = ['noticias', 'noticias/a', 'noticias-antigas/b'].map(
      (path) => `<item><title>A</title><link>/${path}</link></item>`,
    )
    const keep = (folder: string) =>
      readFeed(`<rss>${items.join('')}</rss>`, ADDRESS, folder).map(({ url }) => url)
    expect(keep('/noticias/')).toEqual([at('noticias/a')])
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

  it('have 50,000 addresses and 50,000 files at most', () => {
    const many = (xml: (n: number) => string) => Array.from({ length: 50_001 }, (_, n) => xml(n)).join('')
    const { entries } = readSitemap(`<urlset>${many((n) => `<url><loc>/${n}</loc></url>`)}</urlset>`, ADDRESS)
    expect(entries).toHaveLength(50_000)
    const index = `<sitemapindex>${many((n) => `<sitemap><loc>/${n}</loc></sitemap>`)}</sitemapindex>`
    expect(readSitemap(index, ADDRESS).sitemaps).toHaveLength(50_000)
  })

  it('give addresses without news data, of every folder', () => {
    expect(readSitemap('<urlset><url><loc>/a</loc></url><url/></urlset>', ADDRESS)).toEqual({
      entries: [{ url: 'https://www.gov.br/a', modifiedAt: null, publishedAt: null, title: null }],
      sitemaps: [],
    })
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
