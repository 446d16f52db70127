import { describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import type { ListingItem } from '../pages/listing.ts'
import { findFeedLink } from '../feeds/feed-link.ts'
import { feed } from './feed.ts'

const FEED = 'https://noticias.exemplo.gov.br/rss.xml'
const PAGE = 'https://noticias.exemplo.gov.br/censo'
const PARAGRAPH =
  'O instituto começa em abril a coleta do censo agropecuário, com doze mil recenseadores em todos os municípios do país.'
const pageOf = (text: string) =>
  `<html><head><title>Censo começa - Instituto</title></head><body><div><h1>Censo começa</h1><div>${text}</div></div></body></html>`
const whole = (paragraphs: number) => `<p>${PARAGRAPH}</p>`.repeat(paragraphs)
const textOf = (paragraphs: number) => Array.from({ length: paragraphs }, () => PARAGRAPH).join('\n\n')
/** Twice the characters of two paragraphs. */
const TWICE = 2 * textOf(2).length

describe('a listing of the kind feed', () => {
  const rss = `<rss><channel><item><title>A</title><link>${PAGE}</link><pubDate>Tue, 10 Feb 2026 17:05:00 -0300</pubDate></item></channel></rss>`
  const guid = `<rss><channel><item><title>A</title><guid>${PAGE}</guid></item></channel></rss>`
  const atom = `<feed><entry><title>A</title><link href="${PAGE}"/><updated>2026-02-10T17:05:00-03:00</updated></entry></feed>`
  const map = `<urlset><url><loc>${PAGE}</loc><lastmod>2026-02-10T17:05:00-03:00</lastmod></url></urlset>`
  it.each([
    ['RSS', rss, 'A', '2026-02-10T17:05:00-03:00', 'feed'],
    ['RSS whose addresses are in guid', guid, 'A', undefined, 'feed'],
    ['Atom', atom, 'A', '2026-02-10T17:05:00-03:00', 'feed'],
    ['a sitemap, without titles', map, '', '2026-02-10T17:05:00-03:00', 'sitemap'],
  ])('is %s', (_, text, title, iso, structure) => {
    const listing = feed.readListing(text, FEED)
    expect(listing).toMatchObject({ found: 1, nextUrl: null, structure })
    expect(listing.items.map((item) => [item.url, item.title, item.stamp?.iso])).toEqual([[PAGE, title, iso]])
  })

  it('has every field of an entry, and no more than dates of a sitemap', () => {
    const item =
      '<item><title>A</title><link>/a</link><category>x</category><category>y</category><enclosure url="/f.jpg" type="image/jpeg"/><pubDate>Tue, 10 Feb 2026 17:05:00 -0300</pubDate></item>'
    const stamp = { iso: '2026-02-10T17:05:00-03:00', precision: 'second' }
    expect(feed.readListing(`<rss><channel>${item}</channel></rss>`, FEED).items).toEqual([
      {
        url: 'https://noticias.exemplo.gov.br/a',
        title: 'A',
        stamp,
        category: 'x',
        tags: ['x', 'y'],
        inFeed: { markdown: null, imageUrl: 'https://noticias.exemplo.gov.br/f.jpg' },
      },
    ])
    expect(feed.readListing(map, FEED).items).toEqual([
      { url: PAGE, title: '', stamp, category: null, tags: [] },
    ])
  })

  it('has no structure without an entry', () => {
    expect(feed.readListing('<rss><channel></channel></rss>', FEED)).toMatchObject({
      found: 0,
      structure: null,
    })
  })

  it('has the newest pages of a sitemap first, and none without a date', () => {
    const url = (name: string, date: string) => `<url><loc>https://a.gov.br/${name}</loc>${date}</url>`
    const text = `<urlset>${url('old', '<lastmod>2026-01-01</lastmod>')}${url('undated', '')}${url('new', '<lastmod>2026-02-01</lastmod>')}</urlset>`
    const { items, found } = feed.readListing(text, FEED)
    expect(items.map((item) => item.url)).toEqual(['https://a.gov.br/new', 'https://a.gov.br/old'])
    expect(found).toBe(3)
  })

  it('keeps the 500 newest pages of a sitemap', () => {
    const url = (at: number) => `<url><loc>https://a.gov.br/${at}</loc><lastmod>2026-02-01</lastmod></url>`
    const text = (count: number) =>
      `<urlset>${Array.from({ length: count }, (_, at) => url(at)).join('')}</urlset>`
    expect(feed.readListing(text(500), FEED).items).toHaveLength(500)
    expect(feed.readListing(text(501), FEED).items).toHaveLength(500)
  })

  it.each([
    [
      'the last sitemap of an index',
      '<sitemapindex><sitemap><loc>/1.xml</loc></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>',
      'https://noticias.exemplo.gov.br/2.xml',
      2,
    ],
    [
      'the first feed of a web page',
      '<html><head><link rel="alternate" type="text/calendar" href="/agenda"><link rel="alternate" type="application/atom+xml" href="/atom"><link rel="alternate" type="application/rss+xml" href="/rss"></head></html>',
      'https://noticias.exemplo.gov.br/atom',
      1,
    ],
  ])('leads to %s', (_, text, feedUrl, found) => {
    expect(feed.readListing(text, FEED)).toMatchObject({
      items: [],
      feedUrl,
      found,
      structure: null,
      nextUrl: null,
    })
  })

  it('refuses a page without a feed', () => {
    const read = () => feed.readListing('<html><body><p>Portal</p></body></html>', FEED)
    expect(read).toThrow(expect.objectContaining({ kind: 'html_changed' }) as ScrapeError)
    expect(findFeedLink('<link rel="alternate" hreflang="en" href="/en">', FEED)).toBeNull()
  })

  it('is at the feed of a WordPress site whose API is closed', () => {
    expect(feed.firstPageUrl('https://a.gov.br/blog/wp-json/wp/v2/posts?categories=3')).toBe(
      'https://a.gov.br/blog/feed/',
    )
    expect(feed.firstPageUrl(FEED)).toBe(FEED)
  })
})

describe('an article of the kind feed', () => {
  const entry = (markdown: string | null, imageUrl: string | null = null): ListingItem => ({
    url: PAGE,
    title: 'Censo começa',
    stamp: { iso: '2026-02-10T17:05:00-03:00', precision: 'second' },
    category: 'Pesquisas',
    tags: ['censo'],
    inFeed: { markdown, imageUrl },
  })
  const read = (page: string, item?: ListingItem) =>
    feed.readArticle(page, { url: PAGE, agency: 'ibge', item })

  it.each([
    ['its page, where the feed has no text', pageOf(whole(3)), entry(null), textOf(3)],
    ['its page, where the feed has less than it', pageOf(whole(3)), entry(textOf(2)), textOf(3)],
    [
      'its page, where the feed has twice as much',
      pageOf(whole(2)),
      entry(textOf(9).slice(0, TWICE)),
      textOf(2),
    ],
    [
      'the feed, where it has more than twice as much',
      pageOf(whole(2)),
      entry(textOf(9).slice(0, TWICE + 1)),
      textOf(9).slice(0, TWICE + 1),
    ],
    [
      'the feed, where the page is a script',
      '<html><body><div id="app"></div></body></html>',
      entry(textOf(1)),
      textOf(1),
    ],
  ])('has the text of %s', (_, page, item, markdown) => {
    const article = read(page, item)
    expect(article.markdown).toBe(markdown)
    expect(article).toMatchObject({ agency: 'ibge', title: 'Censo começa', url: PAGE, flags: [] })
    expect(article.publishedAt?.iso).toBe('2026-02-10T17:05:00-03:00')
    expect(article.category).toBe('Pesquisas')
    expect(article.uniqueId).toMatch(/^censo-comeca_/)
  })

  const line = (text: string) => pageOf(`<p>Publicado em ${text}</p>${whole(3)}`)
  it.each([
    ['the feed, where the page has the same day alone', line('10/02/2026'), '2026-02-10T17:05:00-03:00'],
    ['the page, where it has another day', line('09/02/2026'), '2026-02-09T00:00:00-03:00'],
    ['the page, where it has a time', line('10/02/2026 16h00'), '2026-02-10T16:00:00-03:00'],
  ])('has the time of %s', (_, page, iso) => {
    expect(read(page, entry(null)).publishedAt?.iso).toBe(iso)
  })

  it('has the day of a sitemap, which may be that of a change', () => {
    const { inFeed: _, ...ofSitemap } = entry(null)
    expect(read(pageOf(whole(3)), ofSitemap).publishedAt?.iso).toBe('2026-02-10T00:00:00-03:00')
  })

  it('has the picture of the page, else that of the feed', () => {
    const picture = '<p><img src="/foto.jpg" width="600" height="400"></p>'
    const ofFeed = entry(null, 'https://a.gov.br/capa.jpg')
    expect(read(pageOf(whole(3) + picture), ofFeed).imageUrl).toBe('https://noticias.exemplo.gov.br/foto.jpg')
    expect(read(pageOf(whole(3)), ofFeed).imageUrl).toBe('https://a.gov.br/capa.jpg')
  })

  it('has the fields and rules of the feed, where the page is a script', () => {
    const script = '<html><body><div id="app"></div></body></html>'
    const {
      uniqueId: _,
      contentHash: __,
      ...article
    } = read(script, entry(textOf(1), 'https://a.gov.br/capa.jpg'))
    const rules = { title: 'feed', body: 'feed' }
    expect(article).toEqual({
      agency: 'ibge',
      url: PAGE,
      title: 'Censo começa',
      heading: 'Censo começa',
      publishedAt: { iso: '2026-02-10T17:05:00-03:00', precision: 'second' },
      updatedAt: null,
      subtitle: null,
      editorialLead: null,
      category: 'Pesquisas',
      tags: ['censo'],
      imageUrl: 'https://a.gov.br/capa.jpg',
      videoUrl: null,
      markdown: textOf(1),
      flags: [],
      rules: { ...rules, publishedAt: 'feed' },
    })
    expect(read(script, { ...entry(textOf(1)), stamp: null }).rules).toEqual(rules)
  })

  it('names the feed as the rule of its text alone, where the page has less', () => {
    expect(read(pageOf(whole(2)), entry(textOf(9))).rules).toMatchObject({ title: 'listing', body: 'feed' })
    expect(read(pageOf(whole(2)), entry(null)).rules.body).toBe('general')
  })

  it('is marked as undated once, where neither its page nor the feed has a date', () => {
    const item = { ...entry(textOf(9)), stamp: null }
    for (const page of [pageOf(whole(3)), '<div id="app"></div>'])
      expect(read(page, item).flags).toEqual(['undated'])
  })

  it.each([
    [
      'a login form, whatever the feed has',
      '<form><input type="password"></form>',
      entry(textOf(3)),
      'login_page',
    ],
    [
      'a script, where the feed has no title',
      '<div id="app"></div>',
      { ...entry(textOf(3)), title: '' },
      'empty_content',
    ],
  ])('is refused where its page is %s', (_, page, item, kind) => {
    expect(() => read(page, item)).toThrow(expect.objectContaining({ kind }) as ScrapeError)
  })

  it('is refused where neither its page nor the feed has a text', () => {
    expect(() => read('<html><body></body></html>', entry(null))).toThrow(ScrapeError)
    expect(() => read('<html><body></body></html>')).toThrow(ScrapeError)
  })
})
