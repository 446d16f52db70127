import { setTimeout } from 'node:timers/promises'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { FEED_READERS, readAtom, readRss } from '../kit/oracles/feed-rules.ts'
import { createClipping, newPerson, publish } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const FORMATS = ['rss', 'atom', 'json'] as const
const URN = 'urn:pauta:article:'
const KEPT = 'public, max-age=30, s-maxage=60, stale-while-revalidate=60'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish(
    [
      anArticle({
        uniqueId: 'vacina_000001',
        agencyKey: 'saude',
        title: 'Vacina & "gripe" <b>hoje</b> ]]> \u0001',
        summary: 'Campanha <script>alert(1)</script> começa.',
        url: 'https://www.gov.br/saude/a?b=1&c=ção|x',
        imageUrl: 'https://www.gov.br/saude/foto.JPG',
        publishedAt: '2026-06-03T12:00:00-03:00',
        themeL1Code: '03',
        tags: ['SUS', 'a&b'],
      }),
      anArticle({ uniqueId: 'creche_000002', agencyKey: 'mec', publishedAt: '2026-06-02T12:00:00-03:00' }),
      anArticle({ uniqueId: 'dengue_000003', agencyKey: 'saude', publishedAt: '2026-06-01T12:00:00-03:00' }),
    ],
    [
      {
        uniqueId: 'creche_000002',
        features: { entities: [{ text: 'MEC', type: 'ORG', canonical_id: 'Q100' }] },
      },
    ],
  )
})
afterAll(() => stack.stop())

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await stack.fetch(path, { headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

async function read(path: string) {
  const format = FORMATS.find((one) => new URL(path, 'http://x').pathname.endsWith(`.${one}`)) ?? 'rss'
  const { status, body } = await open(path)
  expect({ path, status, body: status === 200 ? '' : body }).toMatchObject({ status: 200 })
  const feed = FEED_READERS[format](body)
  expect(feed.faults).toEqual([])
  return { ...feed, ids: feed.items.map(({ id }) => id.replace(URN, '')) }
}

const messageOf = (body: string) =>
  (JSON.parse(body) as { errors: { message: string; extensions: unknown }[] }).errors[0]

describe('a feed of articles', () => {
  it.each(FORMATS)('returns valid %s with the newest articles first', async (format) => {
    const { title, items, ids, links } = await read(`/feeds/articles.${format}`)
    expect(title).toBe('Notícias do governo federal')
    expect(ids).toEqual(['vacina_000001', 'creche_000002', 'dengue_000003'])
    expect(items[0]).toMatchObject({
      title: 'Vacina & "gripe" <b>hoje</b> ]]>',
      link: 'https://www.gov.br/saude/a?b=1&c=%C3%A7%C3%A3o%7Cx',
      published: new Date('2026-06-03T15:00:00Z'),
      updated: new Date('2026-06-03T15:00:00Z'),
      categories: ['Saúde', 'SUS', 'a&b'],
      enclosures: [{ url: 'https://www.gov.br/saude/foto.JPG', type: 'image/jpeg' }],
    })
    expect(links['self']).toBe(new URL(`/feeds/articles.${format}`, stack.stack.graphqlUrl).href)
  })

  it('escapes what would be markup to a reader', async () => {
    const { body } = await open('/feeds/articles.rss')
    expect(body).toContain('&lt;script&gt;alert(1)')
    expect(body).not.toContain('<script')
  })

  it('returns the pages of a selection with links between them', async () => {
    const first = await read('/feeds/articles.atom?agencies=saude&limit=1')
    expect(first.ids).toEqual(['vacina_000001'])
    expect(first.title).toBe('Notícias: órgãos saude')
    expect(first.links['previous']).toBeUndefined()
    const next = new URL(first.links['next'] ?? '')
    const second = await read(next.pathname + next.search)
    expect(second.ids).toEqual(['dengue_000003'])
    expect(second.links['next']).toBeUndefined()
    expect(second.links['previous']).toBe(first.links['first'])
    expect(second.links['self']).toBe(next.href)
  })

  it('counts every limit above 100 as 100, however large', async () => {
    const { ids, links } = await read('/feeds/articles.rss?agencies=saude&limit=123456789')
    expect(ids).toEqual(['vacina_000001', 'dengue_000003'])
    expect(links['self']).toContain('&limit=100')
  })

  it('filters by words, excluded words and the title of a recorte', async () => {
    expect((await read('/feeds/articles.rss?q=gripe')).ids).toEqual(['vacina_000001'])
    expect((await read('/feeds/articles.json?keywords=campanha,creche')).ids).toEqual(['vacina_000001'])
    const { ids, title } = await read(
      '/feeds/articles.rss?agencies=saude&excludeKeywords=campanha&title=Sem+campanha',
    )
    expect({ ids, title }).toEqual({ ids: ['dengue_000003'], title: 'Sem campanha' })
  })

  it.each([
    ['/feeds/articles.rss?agencias=saude', 'BAD_USER_INPUT', 'agencias: parâmetro desconhecido'],
    ['/feeds/articles.rss?constructor=x', 'BAD_USER_INPUT', 'constructor: parâmetro desconhecido'],
    ['/feeds/articles.rss?limit=0', 'BAD_USER_INPUT', 'limit: deve ser'],
    ['/feeds/articles.rss?limit=1.5', 'BAD_USER_INPUT', 'limit: deve ser'],
    ['/feeds/articles.rss?page=12345678', 'LIMIT_EXCEEDED', 'page: só os primeiros 10000'],
    ['/feeds/articles.rss?page=1000&limit=100', 'LIMIT_EXCEEDED', 'page: só os primeiros 10000'],
    ['/feeds/agencies/saude.rss?agencies=mec', 'BAD_USER_INPUT', 'agencies: o caminho deste feed'],
    ['/feeds/articles.rss?startDate=ontem', 'BAD_USER_INPUT', 'startDate: data inválida'],
  ])('refuses %s and names the parameter', async (path, code, message) => {
    const { status, body, headers } = await open(path)
    expect(status).toBe(400)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(messageOf(body)).toEqual({
      message: expect.stringContaining(message) as string,
      extensions: { code },
    })
  })
})

it.each(FORMATS)('has a page for readers, never the playground, as the home of %s', async (format) => {
  for (const path of [`/feeds/articles.${format}`, `/feeds/themes/03.${format}?q=gripe`])
    expect((await read(path)).home).toBe('https://www.gov.br/pt-br/noticias')
  expect((await read(`/feeds/agencies/saude.${format}`)).home).toBe(
    'https://www.gov.br/saude/pt-br/assuntos/noticias',
  )
})

it.each(FORMATS)('returns a valid empty %s feed', async (format) => {
  expect((await read(`/feeds/articles.${format}?agencies=nenhum`)).ids).toEqual([])
})

describe('a feed of a subject', () => {
  it.each([
    ['/feeds/agencies/saude.rss', 'Ministério da Saúde', ['vacina_000001', 'dengue_000003']],
    ['/feeds/themes/03.atom', 'Saúde', ['vacina_000001']],
    ['/feeds/entities/Q100.json', 'MEC', ['creche_000002']],
    ['/feeds/agencies/saude.json?q=gripe', 'Ministério da Saúde: gripe', ['vacina_000001']],
  ])('returns %s', async (path, title, ids) => {
    expect(await read(path)).toMatchObject({ title, ids })
  })

  it.each([
    '/feeds/agencies/nenhum.rss',
    '/feeds/themes/99.rss',
    '/feeds/entities/Q9999999.rss',
    '/feeds/listings/nenhuma.rss',
    '/feeds/articles.xml',
    '/feeds/articles/x.rss',
    '/feeds/agencies/%00.rss',
    '/feeds/agencies/%E0.rss',
    '/feeds/outros/x.rss',
  ])('answers 404 for %s', async (path) => {
    const { status, body } = await open(path)
    expect(status).toBe(404)
    expect(messageOf(body)?.extensions).toEqual({ code: 'NOT_FOUND' })
  })

  it('refuses methods that would write', async () => {
    expect((await stack.fetch('/feeds/articles.rss', { method: 'POST' })).status).toBe(405)
    expect((await stack.fetch('/feeds/articles.rss', { method: 'HEAD' })).status).toBe(200)
  })
})

describe('a feed of a listing', () => {
  it('returns the public releases, or their articles, until the listing ends', async () => {
    const author = await newPerson(stack)
    const clippingId = await createClipping(author, { name: 'Saúde & mais' })
    const hidden = uniqueName('antes')
    let minutes = 0
    const insert = (id: string, articles: string[], digestPreview: string | null = 'Duas notícias') =>
      tables.releases.add(stack.db, {
        id,
        clippingId,
        createdAt: new Date(Date.now() + 60_000 * minutes++),
        clippingName: 'Saúde & mais',
        digestPreview,
        articleIds: articles,
        articlesCount: articles.length,
      })
    await insert(hidden, ['creche_000002'])
    const listingId = await publish(author, clippingId)
    await insert(uniqueName('edicao'), ['creche_000002', 'removida_000001'], null)
    await insert(uniqueName('edicao'), ['vacina_000001'], ' ')
    const newest = uniqueName('edicao')
    const removed = Array.from({ length: 28 }, (_, n) => `removida_${n}`)
    await insert(newest, [...removed, 'dengue_000003', 'vacina_000001', 'creche_000002'])

    const { items: entries } = JSON.parse((await open(`/feeds/listings/${listingId}.json`)).body) as {
      items: { summary: string; content_html: string }[]
    }
    // A release without the beginning of its text has the number of its articles.
    expect(entries.map(({ summary }) => summary)).toEqual(['Duas notícias', '1 notícia', '2 notícias'])
    // The first thirty articles of a release are listed, the newest first.
    expect(
      entries.map((entry) =>
        entry.content_html.replace(/<li>.*<\/li>/, (li) => `${li.split('<li>').length - 1}`),
      ),
    ).toEqual([
      '<p>31 notícias</p><ul>2</ul><p>E mais 29 notícias.</p>',
      '<p>1 notícia</p><ul>1</ul>',
      '<p>2 notícias</p><ul>1</ul><p>E mais 1 notícia.</p>',
    ])
    expect(entries[0]?.content_html).toMatch(/<ul><li>.*gripe.*<\/li><li>/)
    for (const format of FORMATS) {
      const { title, items, home } = await read(`/feeds/listings/${listingId}.${format}?items=releases`)
      expect(title).toBe('Saúde & mais')
      expect(home).toBe(`${stack.stack.frontUrl}/edicoes/${newest}`)
      expect(items).toHaveLength(3)
      expect(items[0]?.id).toBe(`urn:pauta:release:${newest}`)
    }
    expect((await open(`/feeds/listings/${listingId}.json`)).body).toContain('Vacina &amp; &quot;gripe&quot;')
    for (const query of ['', '&items=articles'])
      expect((await read(`/feeds/listings/${listingId}.rss?limit=1${query}`)).links['next']).toMatch(/page=2/)
    const articles = await read(`/feeds/listings/${listingId}.rss?items=articles`)
    expect(articles.ids).toEqual(['vacina_000001', 'creche_000002', 'dengue_000003'])
    expect(articles.links['self']).toContain('items=articles')
    expect((await open(`/feeds/listings/${listingId}.rss?items=tudo`)).body).toContain(
      'items: use um destes valores',
    )
    for (const other of ['q=a', 'title=a', 'sort=views', 'dedup=true']) {
      const { status, body } = await open(`/feeds/listings/${listingId}.rss?${other}`)
      expect({ status, message: messageOf(body)?.message }).toEqual({
        status: 400,
        message: `${other.split('=')[0]}: o feed de uma publicação não tem este parâmetro.`,
      })
    }

    await author.query('mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }', {
      id: listingId,
    })
    expect((await open(`/feeds/listings/${listingId}.rss`)).status).toBe(404)
  })
})

describe('lists of feeds', () => {
  const outlines = (body: string) =>
    DomUtils.findAll((node) => node.name === 'outline', parseDocument(body, { xmlMode: true }).children).map(
      ({ attribs }) => attribs,
    )

  it('name the feeds of agencies and of the theme tree, which all exist', async () => {
    const agencies = outlines((await open('/feeds/agencies.opml')).body)
    expect(agencies.map(({ text }) => text)).toEqual(['Ministério da Educação', 'Ministério da Saúde'])
    const themes = await open('/feeds/themes.opml')
    expect(themes.headers.get('content-type')).toBe('text/x-opml; charset=utf-8')
    expect(themes.headers.get('cache-control')).toContain('s-maxage=300')
    const known = outlines(themes.body)
    expect(known.length).toBeGreaterThan(600)
    for (const { type, xmlUrl = '' } of [...agencies, ...known.slice(0, 3)]) {
      expect(type).toBe('rss')
      await read(new URL(xmlUrl).pathname)
    }
  })
})

describe('the cache of feeds', () => {
  async function takeDown(uniqueId: string) {
    const now = new Date()
    await tables.articles.set(stack.db, { uniqueId }, { deletedAt: now, updatedAt: now })
    await stack.publish([])
  }

  it('returns 304 for the tag or the date of the last answer, in every format', async () => {
    for (const format of FORMATS) {
      const path = `/feeds/articles.${format}`
      const { headers } = await open(path)
      expect(headers.get('cache-control')).toBe(KEPT)
      expect(headers.get('vary')).toBe('origin')
      const tag = headers.get('etag') ?? ''
      const date = headers.get('last-modified') ?? ''
      expect(date).toMatch(/ GMT$/)
      for (const condition of [{ 'if-none-match': tag }, { 'if-modified-since': date }]) {
        const again = await open(path, condition)
        expect(again).toMatchObject({ status: 304, body: '' })
        expect(again.headers.get('etag')).toBe(tag)
      }
    }
  })

  it('returns the feed to a reader that sends only a date after the newest article was taken down', async () => {
    const path = '/feeds/articles.rss?agencies=ibge'
    await stack.publish([anArticle({ uniqueId: 'censo_000001', agencyKey: 'ibge' })])
    const date = (await open(path)).headers.get('last-modified') ?? ''
    expect(await open(path, { 'if-modified-since': date })).toMatchObject({ status: 304 })
    await takeDown('censo_000001')
    const { status, body } = await open(path, { 'if-modified-since': date })
    expect(status).toBe(200)
    expect(body).not.toContain('censo_000001')
  })

  it('returns the feed to a reader that sends the tag after an older article was taken down', async () => {
    const path = '/feeds/articles.rss?agencies=funai'
    await stack.publish([
      anArticle({ uniqueId: 'terra_000001', agencyKey: 'funai', publishedAt: '2026-06-04T12:00:00-03:00' }),
      anArticle({ uniqueId: 'terra_000002', agencyKey: 'funai', publishedAt: '2026-06-01T12:00:00-03:00' }),
    ])
    const tag = (await open(path)).headers.get('etag') ?? ''
    expect(await open(path, { 'if-none-match': tag })).toMatchObject({ status: 304 })
    await takeDown('terra_000002')
    const { status, body } = await open(path, { 'if-none-match': tag })
    expect(status).toBe(200)
    expect(body).not.toContain('terra_000002')
  })

  it('returns the feed to a reader that sends only a date after an article of an earlier day arrived', async () => {
    const path = '/feeds/articles.atom?agencies=iphan'
    await stack.publish([anArticle({ agencyKey: 'iphan', publishedAt: '2026-06-04T12:00:00-03:00' })])
    const date = (await open(path)).headers.get('last-modified') ?? ''
    // Dates of HTTP have no fractions of a second.
    while (Date.now() < Date.parse(date) + 1000) await setTimeout(50)
    await stack.publish([anArticle({ agencyKey: 'iphan', publishedAt: '2026-06-01T12:00:00-03:00' })])
    const { status, headers, body } = await open(path, { 'if-modified-since': date })
    expect(status).toBe(200)
    const { items } = readAtom(body)
    expect(items.map(({ updated }) => updated)).toEqual(items.map(({ published }) => published))
    expect(Date.parse(headers.get('last-modified') ?? '')).toBeGreaterThan(Date.parse(date))
  })

  it('reports a change of an article as `updated`, not a change of its views', async () => {
    const path = '/feeds/articles.atom?agencies=mec'
    const before = await open(path)
    const article = anArticle({
      uniqueId: 'creche_000002',
      agencyKey: 'mec',
      publishedAt: '2026-06-02T12:00:00-03:00',
      title: 'Creches abertas',
    })
    await stack.publish([article], [{ uniqueId: 'creche_000002', features: { view_count: 7 } }])
    const changed = await open(path)
    const [item] = readAtom(changed.body).items
    expect(item?.title).toBe('Creches abertas')
    expect(item?.published).toEqual(new Date('2026-06-02T15:00:00Z'))
    expect(item?.updated.getTime()).toBeGreaterThan(new Date('2026-06-02T15:00:00Z').getTime())
    expect(readAtom(before.body).items[0]?.id).toBe(item?.id)
    expect(changed.headers.get('etag')).not.toBe(before.headers.get('etag'))

    await stack.publish([article], [{ uniqueId: 'creche_000002', features: { view_count: 8 } }])
    expect((await open(path)).headers.get('etag')).toBe(changed.headers.get('etag'))
  })

  it('transfers bodies to a polling reader only when something changed', async () => {
    const path = '/feeds/articles.rss?agencies=ans&limit=5'
    const polls = 100
    let tag = ''
    const bodies: number[] = []
    const statuses: number[] = []
    for (let poll = 0; poll < polls; poll++) {
      if (poll === 30 || poll === 70) {
        await stack.publish([
          anArticle({ uniqueId: 'plano_000009', agencyKey: 'ans', title: `Planos de saúde, versão ${poll}` }),
        ])
      }
      const { status, body, headers } = await open(path, tag === '' ? {} : { 'if-none-match': tag })
      tag = headers.get('etag') ?? tag
      if (body !== '') bodies.push(readRss(body).items.length)
      statuses.push(status)
    }
    expect(bodies).toEqual([0, 1, 1])
    expect(statuses.filter((status) => status === 304)).toHaveLength(97)
  })
})

it('shows the beginning of a text without summary as plain text', async () => {
  const title = 'Aviso de temporal'
  const content = `${title}\n=====\n\n![Foto](https://www.gov.br/f.png)\n\nO **Inmet** avisa: [chuva](https://www.gov.br/c) &amp; vento.`
  await stack.publish([anArticle({ agencyKey: 'inmet', title, summary: null, subtitle: null, content })])
  for (const format of FORMATS) {
    const { body } = await open(`/feeds/articles.${format}?agencies=inmet`)
    expect(body).toMatch(/O Inmet avisa: chuva (&|&amp;) vento\./)
    expect(body).not.toMatch(/f\.png|=====|temporal O Inmet/)
  }
})

describe('pages for people', () => {
  it.each(['/graphql', '/unsubscribe?token=x'])('name the feeds: %s', async (path) => {
    const { body } = await open(path, { accept: 'text/html' })
    const links = DomUtils.findAll(
      ({ attribs }) => attribs['rel'] === 'alternate',
      parseDocument(body).children,
    )
    expect(links.map(({ attribs }) => attribs['type'])).toEqual([
      'application/rss+xml',
      'application/atom+xml',
      'application/feed+json',
    ])
    for (const { attribs } of links)
      await read(new URL(attribs['href'] ?? '', new URL(path, 'http://x')).pathname)
  })
})
