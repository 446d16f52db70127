import { describe, expect, it } from 'vitest'
import type { Feed, FeedItem } from './feed.ts'
import { FEED_MEDIA_TYPES, writeFeed } from './write-feed.ts'

const bare: FeedItem = {
  id: 'urn:a',
  url: null,
  title: 'Título & mais',
  summary: '',
  author: null,
  published: new Date('2026-06-01T12:00:00Z'),
  updated: new Date('2026-06-01T13:00:00Z'),
  arrived: new Date('2026-06-01T14:00:00Z'),
  categories: [],
  image: null,
  enclosures: [],
}
const full: FeedItem = {
  ...bare,
  url: 'https://www.gov.br/a',
  summary: 'Um <resumo>',
  author: 'Ministério',
  categories: [{ name: 'Saúde', code: '01' }, { name: 'vacina' }],
  image: 'https://img.example/a.png',
  enclosures: [
    { url: 'https://img.example/a.png', type: 'image/png' },
    { url: 'https://img.example/a.mp4', type: 'video/mp4' },
  ],
}
const links = {
  hub: null,
  home: 'https://h/',
  self: 'https://s/2',
  first: 'https://s/1',
  next: null,
  previous: null,
}
const feedOf = (item: FeedItem, others: Partial<Feed['links']> = {}): Feed => ({
  id: 'urn:feed',
  title: 'Feed',
  description: 'Sobre',
  updated: new Date('2026-06-02T12:00:00Z'),
  items: [item],
  links: { ...links, ...others },
})
const json = (feed: Feed) =>
  JSON.parse(writeFeed(feed, 'json')) as Record<string, unknown> & { items: unknown[] }

describe('a feed in JSON', () => {
  it('has every value of its item', () => {
    expect(json(feedOf(full, { next: 'https://s/3' }))).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Feed',
      home_page_url: 'https://h/',
      feed_url: 'https://s/2',
      description: 'Sobre',
      language: 'pt-BR',
      next_url: 'https://s/3',
      items: [
        {
          id: 'urn:a',
          url: 'https://www.gov.br/a',
          title: 'Título & mais',
          summary: 'Um <resumo>',
          content_html: '<p>Um &lt;resumo&gt;</p>',
          date_published: '2026-06-01T12:00:00.000Z',
          date_modified: '2026-06-01T13:00:00.000Z',
          authors: [{ name: 'Ministério' }],
          tags: ['Saúde', 'vacina'],
          image: 'https://img.example/a.png',
          attachments: [
            { url: 'https://img.example/a.png', mime_type: 'image/png' },
            { url: 'https://img.example/a.mp4', mime_type: 'video/mp4' },
          ],
          language: 'pt-BR',
        },
      ],
    })
  })

  it('leaves out what its item lacks, and always has a list', () => {
    const [item] = json(feedOf(bare)).items
    for (const field of ['url', 'authors', 'tags', 'image', 'attachments'])
      expect(item).not.toHaveProperty(field)
    expect(json(feedOf(bare))).not.toHaveProperty('next_url')
    expect(json(feedOf({ ...bare, html: '<b>x</b>' })).items).toMatchObject([{ content_html: '<b>x</b>' }])
    expect(json({ ...feedOf(bare), items: [] }).items).toEqual([])
  })
})

/** What a format writes for each value of the full item and for the links, and for nothing else. */
const MARKS = {
  rss: [
    '<link>https://www.gov.br/a</link>',
    '<dc:creator>Ministério</dc:creator>',
    '<category domain="urn:pauta:theme">Saúde</category>',
    '<category>vacina</category>',
    '<enclosure url="https://img.example/a.png" length="0" type="image/png"',
    '<media:content url="https://img.example/a.png" medium="image"',
    'rel="next" href="https://s/3" type="application/rss+xml"',
    'rel="previous" href="https://s/1" type="application/rss+xml"',
  ],
  atom: [
    '<name>Ministério</name>',
    '<category term="01" scheme="urn:pauta:theme" label="Saúde"',
    '<category term="vacina"',
    '<link href="https://www.gov.br/a" rel="alternate" type="text/html"',
    '<link href="https://img.example/a.mp4" rel="enclosure" type="video/mp4"',
    'rel="next"',
    'rel="previous"',
  ],
} as const

/** Attributes in one order, which the formats leave open. */
const sortAttributes = (xml: string) =>
  xml.replaceAll(/<([\w:]+)((?: [\w:]+="[^"]*")+)/g, (_, name: string, attributes: string) => {
    const list = attributes.match(/[\w:]+="[^"]*"/g) ?? []
    return `<${name} ${list.sort().join(' ')}`
  })

describe.each(['rss', 'atom'] as const)('a feed in %s', (format) => {
  const write = (feed: Feed) => writeFeed(feed, format)
  const everything = write(feedOf(full, { next: 'https://s/3', previous: 'https://s/1' }))
  const nothing = write(feedOf(bare))

  it.each(MARKS[format])('has %s only for an item or a feed with this value', (mark) => {
    const attributes = (mark.match(/[\w:]+="[^"]*"/g) ?? []).slice(0, 4)
    const element = /^<[\w:]+/.exec(mark)?.[0] ?? '<'
    const has = (xml: string) =>
      attributes.length === 0
        ? xml.includes(mark)
        : (sortAttributes(xml).match(/<[^>]+>[^<]*/g) ?? []).some(
            (tag) => tag.startsWith(element) && attributes.every((attribute) => tag.includes(attribute)),
          )
    expect([has(everything), has(nothing)]).toEqual([true, false])
  })

  it('names its language and its page, and introduces an item without a summary by its title', () => {
    for (const xml of [everything, nothing]) {
      expect(xml).toContain('pt-BR')
      expect(xml).toContain('https://h/')
      expect(xml).toContain('urn:a')
    }
    expect(everything).toContain('Um ')
    expect(nothing.split('Título').length).toBeGreaterThan(2)
  })
})

/** What a format writes of a feed with a hub, whatever its items are. Only the feed names its hub. */
const OWN = {
  rss: [
    '<title>Feed</title>',
    '<link>https://h/</link>',
    '<description>Sobre</description>',
    '<lastBuildDate>Tue, 02 Jun 2026 12:00:00 GMT</lastBuildDate>',
    '<generator>Pauta</generator>',
    '<docs>https://www.rssboard.org/rss-specification</docs>',
    '<atom:link href="https://hub/" rel="hub"/>',
    '<atom:link href="https://s/2" rel="self" type="application/rss+xml"/>',
    '<atom:link href="https://s/1" rel="first" type="application/rss+xml"/>',
  ],
  atom: [
    '<id>urn:feed</id>',
    '<title>Feed</title>',
    '<subtitle>Sobre</subtitle>',
    '<updated>2026-06-02T12:00:00.000Z</updated>',
    '<author><name>Pauta</name></author>',
    '<generator>Pauta</generator>',
    '<link href="https://hub/" rel="hub"/>',
    '<link href="https://s/2" rel="self" type="application/atom+xml"/>',
    '<link href="https://s/1" rel="first" type="application/atom+xml"/>',
    '<link href="https://h/" rel="alternate" type="text/html"/>',
  ],
} as const

it.each(['rss', 'atom'] as const)('describes a feed in %s without items, and names its hub', (format) => {
  const write = (hub: string | null) => writeFeed({ ...feedOf(bare, { hub }), items: [] }, format)
  const xml = sortAttributes(write('https://hub/').replaceAll(/\n\s*/g, ''))
  expect(OWN[format].filter((mark) => !xml.includes(mark))).toEqual([])
  expect(write(null)).not.toContain('"hub"')
})

/** What a format writes of every item. */
const OF_ITEM = {
  rss: [
    '<title><![CDATA[Título & mais]]></title>',
    '<guid isPermaLink="false">urn:a</guid>',
    '<pubDate>Mon, 01 Jun 2026 12:00:00 GMT</pubDate>',
    '<atom:updated>2026-06-01T13:00:00.000Z</atom:updated>',
    '<description><![CDATA[<p>Título &amp; mais</p>]]></description>',
  ],
  atom: [
    '<id>urn:a</id>',
    '<title><![CDATA[Título & mais]]></title>',
    '<published>2026-06-01T12:00:00.000Z</published>',
    '<updated>2026-06-01T13:00:00.000Z</updated>',
    '<summary><![CDATA[Título & mais]]></summary>',
    '<content type="html"><![CDATA[<p></p>]]></content>',
  ],
} as const

it.each(['rss', 'atom'] as const)('identifies and dates each item of a feed in %s', (format) => {
  const xml = writeFeed(feedOf(bare), format).replaceAll(/\n\s*/g, '')
  expect(OF_ITEM[format].filter((mark) => !xml.includes(mark))).toEqual([])
})

it('names the hub of a feed in JSON', () => {
  expect(json(feedOf(bare, { hub: 'https://hub/' }))['hubs']).toEqual([
    { type: 'WebSub', url: 'https://hub/' },
  ])
  expect(json(feedOf(bare))).not.toHaveProperty('hubs')
})

it('gives an RSS item its HTML beside its description', () => {
  expect(writeFeed(feedOf({ ...full, html: '<b>x</b>' }), 'rss')).toMatch(
    /<content:encoded>\s*<!\[CDATA\[<b>x<\/b>\]\]>\s*<\/content:encoded>/,
  )
  expect(writeFeed(feedOf(full), 'rss')).not.toContain('<content:encoded>')
})

it('gives an Atom entry a content when it has HTML or no link', () => {
  const content = (item: FeedItem) => writeFeed(feedOf(item), 'atom').includes('<content')
  expect([content(full), content({ ...full, html: '<b>x</b>' }), content(bare)]).toEqual([false, true, true])
})

it('encloses one file in an RSS item', () => {
  expect(writeFeed(feedOf(full), 'rss').match(/<enclosure /g)).toHaveLength(1)
})

it('has a media type for each format', () => {
  expect(FEED_MEDIA_TYPES).toEqual({
    rss: 'application/rss+xml',
    atom: 'application/atom+xml',
    json: 'application/feed+json',
  })
})
