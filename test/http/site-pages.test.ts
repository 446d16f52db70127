import { removeArticles } from '@pauta/core/removals/removals'
import { SITE_ENTRY } from '@pauta/platform/site/site-page'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGate, type Gate } from '../kit/relays/gate.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

/** A site of which only the headers matter here: functions make its pages. */
const SITE = { serve: (_: unknown, __: unknown, next: () => void) => next(), headers: { 'x-site': 'yes' } }
const ENTITY = 'Q4294522'
const MERGED = 'Q4294523'

let stack: TestStack
let index: Gate
let theme: { code: string; label: string }

beforeAll(async () => {
  index = await startGate()
  stack = await startTestStack({
    site: () => SITE,
    gates: { index },
    publisher: { name: 'Órgão & cia', colour: '#0b56a3' },
  })
  const { db } = stack
  await stack.publish([
    anArticle({
      uniqueId: 'vacina_000001',
      agencyKey: 'saude',
      title: 'Vacina & "gripe" <b>hoje</b>',
      summary: 'Campanha começa.',
      content: 'Texto com [fonte](https://www.gov.br/x) e <script>alert(1)</script>.',
      url: 'https://www.gov.br/saude/a',
      imageUrl: 'https://www.gov.br/saude/foto.jpg',
      publishedAt: new Date(Date.now() - 3_600_000).toISOString(),
    }),
  ])
  const removed = { uniqueId: 'retirada_000002', agencyKey: 'mec', url: 'https://www.gov.br/mec/a' }
  await stack.publish([anArticle({ ...removed, title: 'Retirada', content: 'Já não está no ar.' })])
  await removeArticles(db, [{ ...removed, removedAt: new Date() }])
  await stack.index.remove([removed.uniqueId])
  await tables.entities.add(db, {
    entityId: ENTITY,
    foldedName: 'sus',
    canonicalName: 'SUS',
    type: 'ORG',
    description: 'Sistema',
  })
  await tables.entityMerges.add(db, { entityId: MERGED, intoId: ENTITY })
  const [row] = await db<{ code: string; label: string }[]>`select code, label from known_themes limit 1`
  theme = row ?? { code: '', label: '' }
  await tables.users.add(db, { id: 'autora', name: 'Ana Lima' })
  const clipping = { authorUserId: 'autora', name: 'Saúde', schedule: '0 8 * * *' }
  await tables.clippings.add(db, { id: 'c-1', ...clipping })
  await tables.clippings.add(db, { id: 'c-2', ...clipping })
  const recorte = { id: 'r', themes: [], agencies: [], keywords: ['k'] }
  const recortes = [
    { ...recorte, title: 'Vacinas' },
    { ...recorte, title: 'SUS <b>' },
  ]
  const listing = {
    authorUserId: 'autora',
    name: 'Saúde & bem-estar',
    description: null,
    active: true,
    recortes,
  }
  await tables.listings.add(db, [
    { ...listing, id: 'publicada', sourceClippingId: 'c-1', description: 'Tudo sobre "saúde".' },
    { ...listing, id: 'sem-texto', sourceClippingId: 'c-2' },
    { ...listing, id: 'recolhida', sourceClippingId: 'c-1', active: false },
  ])
})
afterAll(async () => {
  await stack.stop()
  await index.stop()
})

async function open(path: string) {
  const response = await stack.fetch(path)
  const body = await response.text()
  const page = parseDocument(body)
  const all = (name: string) => DomUtils.getElementsByTagName(name, page)
  const metaOf = (name: string) =>
    all('meta').find(({ attribs }) => attribs['property'] === name || attribs['name'] === name)?.attribs[
      'content'
    ]
  const canonical = all('link').find(({ attribs }) => attribs['rel'] === 'canonical')?.attribs['href']
  const scripts = all('script').flatMap(({ attribs }) => attribs['src'] ?? [])
  return { response, body, all, metaOf, canonical, scripts, status: response.status }
}

describe('the page of an article in the observatory', () => {
  it('has its previews and its text before the script, and the script alone', async () => {
    const { status, response, all, metaOf, canonical, scripts, body } = await open('/noticias/vacina_000001')
    expect(status).toBe(200)
    expect(DomUtils.textContent(all('title'))).toBe('Vacina & "gripe" <b>hoje</b> · Órgão & cia')
    expect(metaOf('og:title')).toBe('Vacina & "gripe" <b>hoje</b>')
    expect(metaOf('og:description')).toBe('Campanha começa.')
    expect(metaOf('og:image')).toBe('https://www.gov.br/saude/foto.jpg')
    expect(metaOf('og:site_name')).toBe('Órgão & cia')
    expect(metaOf('robots')).toBeUndefined()
    expect(canonical).toBe(`${stack.stack.frontUrl}/noticias/vacina_000001`)
    expect(DomUtils.textContent(all('main'))).toContain('Texto com fonte')
    expect(scripts).toEqual([SITE_ENTRY.script])
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('--accent: #0b56a3')
    expect(response.headers.get('x-site')).toBe('yes')
    expect(response.headers.get('content-security-policy')).toBeNull()
    expect(response.headers.get('cache-control')).toContain('s-maxage=60')
  })

  it('is the address that the page without scripts and the sitemap name', async () => {
    const address = `${stack.stack.frontUrl}/noticias/vacina_000001`
    const plain = await open('/artigos/vacina_000001')
    expect([plain.canonical, plain.metaOf('og:url')]).toEqual([address, address])
    expect(plain.response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const sitemap = await open('/sitemap.xml')
    expect(sitemap.body).toContain(`<loc>${address}</loc>`)
    expect(sitemap.body).toContain('<news:name>Órgão &amp; cia</news:name>')
    const robots = (await open('/robots.txt')).body
    for (const path of ['/sitemap.xml', '/sitemaps/dias.xml'])
      expect(robots).toContain(`Sitemap: ${stack.stack.frontUrl}${path}\n`)
  })

  it('has the name of the publisher in the widget, and its licences in pages, whose charts write files', async () => {
    const { response, body } = await open('/widget.js')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(body).toMatch(/\)\("Órgão & cia"\)\n$/)
    expect((await open('/orgaos/saude')).metaOf('dcterms.rights')).toMatch(
      /^Licença dos textos: CC BY-ND 3\.0, /,
    )
  })

  it('is not listed by search engines once its site removed it, and stays readable', async () => {
    const { status, metaOf, all } = await open('/noticias/retirada_000002')
    expect([status, metaOf('robots')]).toEqual([200, 'noindex'])
    expect(DomUtils.textContent(all('main'))).toContain('Já não está no ar.')
  })

  it.each([
    ['versoes/1', 'Vacina & "gripe" <b>hoje</b> (versão)'],
    ['diferencas/1/2', 'Vacina & "gripe" <b>hoje</b> (diferença de versões)'],
  ])('has the title of its versions at %s', async (rest, title) => {
    const path = `/noticias/vacina_000001/${rest}`
    const { status, metaOf, canonical } = await open(path)
    expect([status, metaOf('og:title')]).toEqual([200, title])
    expect(canonical).toBe(stack.stack.frontUrl + path)
  })
})

describe('pages of one thing', () => {
  it.each([
    ['an agency', () => '/orgaos/saude', () => 'Ministério da Saúde', () => '/feeds/agencies/saude.rss'],
    ['a theme', () => `/temas/${theme.code}`, () => theme.label, () => `/feeds/themes/${theme.code}.rss`],
    ['an entity', () => `/entidades/${ENTITY}`, () => 'SUS', () => `/feeds/entities/${ENTITY}.rss`],
  ])('name %s and its feed', async (_, path, name, feed) => {
    const { status, metaOf, canonical, all, scripts } = await open(path())
    expect([status, metaOf('og:title'), canonical]).toEqual([200, name(), stack.stack.frontUrl + path()])
    expect(metaOf('description')).toContain(name())
    const feeds = all('link').flatMap(({ attribs }) =>
      attribs['rel'] === 'alternate' ? attribs['href'] : [],
    )
    expect(feeds).toEqual([stack.stack.frontUrl + feed()])
    expect(scripts).toEqual([SITE_ENTRY.script])
  })

  it('name the entity into which another one was merged, and its address', async () => {
    const { status, metaOf, canonical } = await open(`/entidades/${MERGED}`)
    expect([status, metaOf('og:title'), canonical]).toEqual([
      200,
      'SUS',
      `${stack.stack.frontUrl}/entidades/${ENTITY}`,
    ])
  })

  it('describe a published clipping by the words of its author, and tell who made it and what it collects', async () => {
    const { status, metaOf, canonical, all } = await open('/recortes/publicada')
    expect([status, metaOf('og:title'), canonical]).toEqual([
      200,
      'Saúde & bem-estar',
      `${stack.stack.frontUrl}/recortes/publicada`,
    ])
    expect(metaOf('og:description')).toBe('Tudo sobre "saúde".')
    const feeds = all('link').filter(({ attribs }) => attribs['rel'] === 'alternate')
    expect(feeds.map(({ attribs }) => attribs['href'])).toEqual([
      `${stack.stack.frontUrl}/feeds/listings/publicada.rss`,
    ])
    const made = 'Clipping de Ana Lima: Vacinas, SUS <b>.'
    expect(all('p').map((one) => DomUtils.textContent(one))).toEqual([
      'Tudo sobre "saúde".',
      made,
      'As edições em RSS',
    ])
    expect((await open('/recortes/sem-texto')).metaOf('description')).toBe(made)
  })

  it('leave the form of a new clipping to the script, and search engines leave it out', async () => {
    const { status, metaOf, scripts, all } = await open('/recortes/novo')
    expect([status, metaOf('robots'), scripts]).toEqual([200, 'noindex', [SITE_ENTRY.script]])
    expect(DomUtils.textContent(all('title'))).toBe('Novo clipping · Órgão & cia')
  })

  it.each([
    '/noticias/nada_000000',
    '/recortes/nada',
    '/recortes/recolhida',
    '/recortes/publicada/mais',
    '/noticias/vacina_000001/outra',
    '/noticias/vacina_000001/versoes/a',
    '/orgaos/nada',
    '/orgaos/saude/mais',
    '/temas/99.99',
    '/entidades/Q0',
  ])('answer 404 for %s with the script, which says what is missing', async (path) => {
    const { status, metaOf, scripts, response } = await open(path)
    expect([status, metaOf('robots'), scripts]).toEqual([404, 'noindex', [SITE_ENTRY.script]])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('keep the script while a store does not answer, and have the text again afterwards', async () => {
    index.close()
    try {
      const { status, scripts, metaOf, response } = await open('/noticias/vacina_000001')
      expect([status, metaOf('robots'), scripts]).toEqual([503, 'noindex', [SITE_ENTRY.script]])
      expect(response.headers.get('retry-after')).toBe('30')
    } finally {
      index.open()
    }
    expect((await open('/noticias/vacina_000001')).status).toBe(200)
  })
})
