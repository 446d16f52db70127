import { PUBLISHER_PATHS } from '@pauta/platform/config/publisher'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askBoth } from '../kit/client/head.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { createClipping, newPerson, publish } from '../kit/rows/people.ts'
import { PORTAL, shareTestStack } from '../kit/stack/shared-stack.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

/** What search engines read of an article. */
const NEWS_ARTICLE = {
  '@type': 'NewsArticle',
  headline: 'Vacina & "gripe" </script><b>hoje</b>',
  url: 'https://www.gov.br/saude/a',
  datePublished: '2026-06-03T15:00:00.000Z',
  publisher: { '@type': 'GovernmentOrganization', name: 'Ministério da Saúde' },
  image: 'https://www.gov.br/saude/foto.jpg',
}

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({
      uniqueId: 'vacina_000001',
      agencyKey: 'saude',
      title: NEWS_ARTICLE.headline,
      summary: 'Campanha começa.',
      content:
        '# Início\n\nTexto com [fonte](https://www.gov.br/x) e <script>alert(1)</script>.\n\n[mau](javascript:alert(1))',
      url: 'https://www.gov.br/saude/a',
      imageUrl: 'https://www.gov.br/saude/foto.jpg',
      videoUrl: 'https://www.gov.br/saude/filme.mp4',
      subtitle: 'Doses em todo o país',
      category: 'Imunização',
      tags: ['SUS'],
      themeL1Code: '03',
      themeL2Code: '03.01',
      publishedAt: '2026-06-03T12:00:00-03:00',
    }),
    anArticle({ uniqueId: 'subtitulo_000001', agencyKey: 'mec', subtitle: 'Inscrições até sexta' }),
    anArticle({
      uniqueId: 'semresumo_000001',
      agencyKey: 'mec',
      content: '![Foto](https://www.gov.br/f.png)\n\n**Enem** tem [nova data](https://www.gov.br/d).',
    }),
  ])
})
afterAll(() => stack.stop())

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await stack.fetch(path, { headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

function readPage(html: string) {
  const page = parseDocument(html)
  const all = (name: string) => DomUtils.getElementsByTagName(name, page)
  const metaOf = (name: string) =>
    all('meta').find(({ attribs }) => attribs['property'] === name || attribs['name'] === name)?.attribs[
      'content'
    ]
  const script = all('script').find(({ attribs }) => attribs['type'] === 'application/ld+json')
  return { all, metaOf, data: JSON.parse(DomUtils.textContent(script ?? [])) as Record<string, unknown> }
}

describe('the page of an article', () => {
  it('has its text, its data for search engines and no script of the text', async () => {
    const { status, body } = await open('/artigos/vacina_000001')
    expect(status).toBe(200)
    const { all, metaOf, data } = readPage(body)
    expect(all('script')).toHaveLength(1)
    expect(DomUtils.textContent(all('h1'))).toBe('Vacina & "gripe" </script><b>hoje</b>')
    expect(data).toMatchObject({ '@type': 'NewsArticle', headline: 'Vacina & "gripe" </script><b>hoje</b>' })
    expect(metaOf('og:image')).toBe('https://www.gov.br/saude/foto.jpg')
    expect(all('a').map(({ attribs }) => attribs['href'])).not.toContain('javascript:alert(1)')
    expect(all('a').map(({ attribs }) => attribs['href'])).toContain('https://www.gov.br/x')
  })

  it('has every value that search engines, its feed and its readers need', async () => {
    const { all, metaOf, data } = readPage((await open('/artigos/vacina_000001')).body)
    expect(data).toEqual({ '@context': 'https://schema.org', ...NEWS_ARTICLE })
    expect(metaOf('description')).toBe('Campanha começa.')
    const feed = all('link').find(({ attribs }) => attribs['rel'] === 'alternate')?.attribs
    expect(feed?.['title']).toBe('Ministério da Saúde')
    expect(feed?.['href']).toMatch(/\/feeds\/articles\.rss\?agencies=saude$/)
    expect(DomUtils.textContent(all('main'))).toMatch(/Ministério da Saúde · 3 de junho de 2026 às 12:00/)
    expect(DomUtils.textContent(all('strong'))).toBe('Doses em todo o país')
    expect(all('a').map(({ attribs }) => attribs['href'])).toContain('https://www.gov.br/saude/a')
    const other = readPage((await open('/artigos/subtitulo_000001')).body)
    expect(other.metaOf('description')).toBe('Inscrições até sexta')
  })

  it('is in the feed of its agency with all values', async () => {
    const feed = JSON.parse((await open('/feeds/agencies/saude.json')).body) as { items: unknown[] }
    expect(feed.items).toEqual([
      {
        id: 'urn:pauta:article:vacina_000001',
        url: 'https://www.gov.br/saude/a',
        title: NEWS_ARTICLE.headline,
        summary: 'Campanha começa.',
        content_html: '<p>Campanha começa.</p>',
        date_published: NEWS_ARTICLE.datePublished,
        date_modified: NEWS_ARTICLE.datePublished,
        authors: [{ name: 'Ministério da Saúde' }],
        tags: ['Saúde', 'Sistema Único de Saúde (SUS)', 'Imunização', 'SUS'],
        image: NEWS_ARTICLE.image,
        attachments: [
          { url: NEWS_ARTICLE.image, mime_type: 'image/jpeg' },
          { url: 'https://www.gov.br/saude/filme.mp4', mime_type: 'video/mp4' },
        ],
        language: 'pt-BR',
      },
    ])
    const { body } = await open('/feeds/agencies/mec.json')
    expect(body).toContain('"summary":"Inscrições até sexta"')
  })

  it('is described by the beginning of its text when it has no summary', async () => {
    const { metaOf } = readPage((await open('/artigos/semresumo_000001')).body)
    expect(metaOf('description')).toBe('Enem tem nova data.')
    expect(metaOf('og:description')).toBe('Enem tem nova data.')
  })

  it('answers 304 to a reader that has it, and 404 for an unknown article', async () => {
    const first = await open('/artigos/vacina_000001')
    const again = await open('/artigos/vacina_000001', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    const unknown = await open('/artigos/nada_000000')
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('content-type')).toContain('text/html')
  })
})

describe('an address of the observatory where there is none', () => {
  it('has the page of an article without scripts, and no page of other things', async () => {
    const { status, body } = await open('/noticias/vacina_000001')
    expect(status).toBe(200)
    expect(body).toBe((await open('/artigos/vacina_000001')).body)
    expect((await open('/orgaos/saude')).status).toBe(404)
    expect((await open('/noticias/vacina_000001/versoes/1')).status).toBe(404)
  })
})

describe('HEAD', () => {
  it.each([
    '/artigos/vacina_000001',
    '/artigos/nada_000000',
    '/edicoes/nada',
    '/feeds/articles.rss',
    '/health',
    '/playground',
    '/widget.js',
    '/unsubscribe?token=x',
    '/confirm?token=x',
  ])('is answered as GET, without the body: %s', async (path) => {
    const { get, head } = await askBoth(stack, path, { accept: 'text/html' })
    expect(get.status).not.toBe(403)
    expect(head).toEqual({ ...get, body: '' })
  })

  it('gets 304 for the tag of the page', async () => {
    const path = '/artigos/vacina_000001'
    const tag = (await stack.fetch(path, { method: 'HEAD' })).headers.get('etag') ?? ''
    const again = await stack.fetch(path, { method: 'HEAD', headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)
  })
})

describe('the page of a release', () => {
  it('is the digest with what search engines, feed readers and printers need, and 404 unless it is public', async () => {
    const author = await newPerson(stack)
    const clippingId = await createClipping(author, { name: 'Saúde & mais' })
    let editions = 0
    const insert = async (digest: string) => {
      const id = uniqueName('edicao')
      await tables.releases.add(stack.db, {
        id,
        clippingId,
        clippingName: 'Saúde & mais',
        digestHtml: digest,
        digestPreview: 'Uma notícia chegou',
        // In Brasília it is still the day before.
        refTime: new Date(Date.UTC(2026, 5, 3, 2, 30, editions++)),
        articleIds: ['vacina_000001'],
        articlesCount: 1,
      })
      return id
    }
    const before = await insert('<html><head><title>Digest</title></head><body><h1>Saúde</h1></body></html>')
    expect((await open(`/edicoes/${before}`)).status).toBe(404)
    const listingId = await publish(author, clippingId)
    const whole = await insert(
      '<html><head><title>Digest</title></head><body><h1>Custa $& hoje</h1></body></html>',
    )
    const { status, headers, body } = await open(`/edicoes/${whole}`)
    expect(status).toBe(200)
    expect((await askBoth(stack, `/edicoes/${whole}`)).head).toMatchObject({ status: 200, body: '' })
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    const { all, metaOf, data } = readPage(body)
    expect(DomUtils.textContent(all('h1'))).toBe('Custa $& hoje')
    expect(metaOf('og:title')).toBe('Saúde & mais, 2 de junho de 2026')
    expect(metaOf('og:image')).toBe(NEWS_ARTICLE.image)
    expect(metaOf('description')).toBe('Uma notícia chegou')
    expect(data).toMatchObject({
      '@type': 'ItemList',
      name: 'Saúde & mais',
      itemListElement: [{ '@type': 'ListItem', position: 1, item: NEWS_ARTICLE }],
    })
    expect(body).toContain('@media print')
    expect(DomUtils.textContent(all('footer'))).toContain('Licença dos textos: CC BY-ND 3.0')
    const about = all('footer').flatMap((footer) => DomUtils.getElementsByTagName('a', footer))
    expect(about.map(({ attribs }) => new URL(attribs['href'] ?? '').pathname)).toEqual(
      Object.keys(PUBLISHER_PATHS),
    )
    const feeds = all('link').flatMap(({ attribs }) =>
      attribs['rel'] === 'alternate' ? [attribs['href']] : [],
    )
    expect(feeds.join(' ')).toContain(`/feeds/listings/${listingId}.rss`)
    for (const feed of feeds) expect((await open(new URL(feed ?? '').pathname)).status).toBe(200)

    const fragment = await insert('<p>Só um trecho</p>')
    const page = readPage((await open(`/edicoes/${fragment}`)).body)
    expect(page.metaOf('og:title')).toMatch(/^Saúde & mais, /)
    expect(DomUtils.textContent(page.all('p'))).toContain('Só um trecho')

    await author.query('mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }', {
      id: listingId,
    })
    expect((await open(`/edicoes/${whole}`)).status).toBe(404)
  })

  it('lists its first 50 articles for search engines', async () => {
    const ids = Array.from({ length: 51 }, (_, at) => `muitas_${String(at).padStart(6, '0')}`)
    await stack.publish(ids.map((uniqueId) => anArticle({ uniqueId, url: `https://www.gov.br/${uniqueId}` })))
    const author = await newPerson(stack)
    const clippingId = await createClipping(author)
    await publish(author, clippingId)
    const id = uniqueName('edicao')
    await tables.releases.add(stack.db, { id, clippingId, articleIds: ids, articlesCount: ids.length })
    const { data } = readPage((await open(`/edicoes/${id}`)).body)
    const items = data['itemListElement'] as { position: number; item: { url: string } }[]
    expect(items.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
    expect(items.map(({ item }) => item.url)).not.toContain(`https://www.gov.br/${ids[50]}`)
    expect(data['numberOfItems']).toBe(51)
  })
})

describe('an address that is no text', () => {
  it.each(['/artigos/%ff', '/artigos/%', '/artigos/%00', '/edicoes/%ff', '/edicoes/%00'])(
    'answers 404 to %s',
    async (path) => {
      const { status, headers } = await open(path)
      expect(status).toBe(404)
      expect(headers.get('content-type')).toContain('text/html')
    },
  )
})

describe('the headers of an answer', () => {
  const JSON_ANSWER = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  const TEXT = { 'x-content-type-options': 'nosniff' }
  const storedFor = (seconds: number) =>
    `public, max-age=${Math.min(seconds / 2, 60)}, s-maxage=${seconds}, stale-while-revalidate=${seconds}`
  const PAGE = {
    ...TEXT,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src '[^']+'; img-src .*data:; form-action.*frame-ancestors.*base-uri/,
    ),
  }
  const READ_ONLY = { ...JSON_ANSWER, 'cache-control': expect.any(String), allow: 'GET, HEAD, OPTIONS' }

  it.each<[string, string, number, Record<string, unknown>]>([
    ['GET', '/health', 200, JSON_ANSWER],
    ['GET', '/nada', 404, { ...JSON_ANSWER, vary: 'origin', 'access-control-allow-origin': PORTAL }],
    [
      'GET',
      '/widget.js',
      200,
      {
        ...TEXT,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        vary: expect.stringContaining('accept-encoding'),
        etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      },
    ],
    ['GET', '/playground', 200, { ...TEXT, 'content-type': 'text/plain; charset=utf-8', vary: 'accept' }],
    [
      'GET',
      '/robots.txt',
      200,
      { ...TEXT, 'content-type': 'text/plain; charset=utf-8', 'cache-control': storedFor(3600) },
    ],
    [
      'GET',
      '/sitemap.xml',
      200,
      { ...TEXT, 'content-type': 'application/xml; charset=utf-8', 'cache-control': storedFor(300) },
    ],
    [
      'GET',
      '/sitemaps/dias.xml',
      200,
      { ...TEXT, 'content-type': 'application/xml; charset=utf-8', 'cache-control': storedFor(3600) },
    ],
    [
      'GET',
      '/contato',
      200,
      { ...PAGE, 'cache-control': storedFor(60), 'referrer-policy': 'strict-origin-when-cross-origin' },
    ],
    [
      'GET',
      '/confirm',
      400,
      { ...PAGE, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
    ],
    [
      'GET',
      '/feeds/articles.rss',
      200,
      { ...TEXT, 'cache-control': storedFor(60), link: expect.stringContaining('rel="hub"') },
    ],
    ['GET', '/feeds/changes.atom', 200, { ...TEXT, 'cache-control': storedFor(60) }],
    ['GET', '/feeds/agencies.opml', 200, { ...TEXT, 'cache-control': storedFor(300) }],
    ['GET', '/export/counts.json?by=agency', 200, { ...TEXT, 'cache-control': storedFor(60) }],
    ['DELETE', '/feeds/articles.rss', 405, READ_ONLY],
    ['DELETE', '/export/articles.csv', 405, READ_ONLY],
    ['DELETE', '/stream/articles', 405, READ_ONLY],
    ['GET', '/feeds/hub', 405, { ...READ_ONLY, allow: 'POST, OPTIONS' }],
    [
      'HEAD',
      '/export/articles.csv',
      200,
      {
        ...TEXT,
        'cache-control': 'private, no-store',
        'content-disposition': expect.stringMatching(/^attachment; filename="noticias/),
        'x-total-rows': expect.stringMatching(/^\d+$/),
        'x-max-rows': expect.stringMatching(/^\d+$/),
        'access-control-expose-headers': 'x-request-id, retry-after, x-warnings, x-total-rows, x-max-rows',
      },
    ],
    [
      'HEAD',
      '/stream/articles',
      200,
      {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        'x-request-id': expect.any(String),
      },
    ],
    [
      'OPTIONS',
      '/stream/articles',
      204,
      {
        vary: 'origin',
        'access-control-allow-origin': PORTAL,
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-max-age': '86400',
      },
    ],
  ])('to %s %s', async (method, path, status, headers) => {
    const response = await stack.fetch(path, { method, headers: { origin: PORTAL, accept: '*/*' } })
    expect({ status: response.status, headers: Object.fromEntries(response.headers) }).toMatchObject({
      status,
      headers,
    })
  })

  it('to /health has the stage and the version', async () => {
    expect(await (await stack.fetch('/health')).json()).toEqual({
      status: 'ok',
      stage: expect.stringMatching(/./),
      release: expect.stringMatching(/./),
    })
  })
})
