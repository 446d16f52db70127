import type { Release } from '@pauta/clippings/releases/release'
import type { IndexDocument } from '@pauta/core/search-index/collection'
import { publisherSchema } from '@pauta/platform/config/publisher'
import { expect, it } from 'vitest'
import { renderArticlePage } from './article-page.ts'
import { writeDaySitemap, writeSitemapDays } from './day-sitemaps.ts'
import { writeNewsSitemap, writeRobots } from './news-sitemap.ts'
import { renderPublisherPage } from './publisher-page.ts'
import { PUBLISHER_PAGES } from './publisher-texts.ts'
import { renderReleasePage } from './release-page.ts'
import { describeArticle, describeThing, describeVersions, renderSitePage } from './site-page.ts'

const BASE = 'https://api.example'
const SITES = { apiUrl: BASE, siteUrl: 'https://site.example', siteName: 'Órgão' }
const NO_SITE = { apiUrl: BASE, siteUrl: '', siteName: 'Pauta' }

const ARTICLE = {
  unique_id: 'norma_0a1b2c',
  title: 'Norma & <redes>',
  subtitle: 'Vale já',
  url: 'https://www.gov.br/pesca/a',
  agency: 'pesca',
  agency_name: 'Ministério da Pesca',
  published_at: 1_780_000_000,
  image: 'https://www.gov.br/pesca/a.jpg',
  summary: null,
  content: 'A norma trata do tamanho das malhas.\n\nVale para **todo o país**.',
  tags: ['Pesca'],
} as unknown as IndexDocument
/** Without what the index may lack. */
const BARE = {
  unique_id: 'b',
  title: 'Sem texto',
  published_at: 1_780_000_000,
  url: 'javascript:1',
  content: '',
} as unknown as IndexDocument

const RELEASE = {
  id: '01KBBKB1700000000000000000',
  clippingName: 'Redes & rios',
  digestPreview: null,
  articlesCount: 2,
  isPublic: true,
  pageKey: 'k',
  refTime: new Date('2026-06-01T11:00:00Z'),
  marketplaceListingId: 'l/1',
  digestHtml: '<html><head><title>E</title></head><body><p>Edição de $1</p></body></html>',
} as unknown as Release & { digestHtml: string }

const PUBLISHERS = {
  'with every setting': {
    name: 'Órgão & <b>',
    contact: 'fale@orgao.gov.br',
    privacyContact: 'https://orgao.gov.br/lgpd',
    markUrl: 'https://orgao.gov.br/m.svg',
    colour: '#0b56a3',
    dataLicence: 'CC BY 4.0',
    textLicence: 'Domínio público',
  },
  'without settings': {},
}

const OWN = publisherSchema.parse({})
const ADOPTED = publisherSchema.parse(PUBLISHERS['with every setting'])

// Readers, search engines and lawyers depend on these pages. After a change that is meant: npx vitest run FILE -u, with this file.
it.each([
  [
    'publisher',
    Object.entries(PUBLISHERS).flatMap(([name, values]) =>
      Object.keys(PUBLISHER_PAGES).map((path) => [
        `${path} ${name}`,
        renderPublisherPage(path, publisherSchema.parse(values), {
          ...SITES,
          ...(name === 'without settings' && { siteUrl: '' }),
        }),
      ]),
    ),
  ],
  [
    'news',
    [
      ['article', renderArticlePage(ARTICLE, NO_SITE)],
      ['article with a summary', renderArticlePage({ ...ARTICLE, summary: 'Resumo.' }, SITES)],
      ['article without anything', renderArticlePage(BARE, NO_SITE)],
      ['release', renderReleasePage(RELEASE, [BARE, ARTICLE], { baseUrl: BASE, publisher: OWN })],
      [
        'release without a document',
        renderReleasePage(
          { ...RELEASE, digestHtml: '<p>Só texto</p>', digestPreview: 'Prévia', marketplaceListingId: null },
          [],
          { baseUrl: BASE, publisher: ADOPTED },
        ),
      ],
      ['sitemap', writeNewsSitemap([ARTICLE, BARE], NO_SITE)],
      ['sitemap of a site', writeNewsSitemap([ARTICLE], SITES)],
      ['sitemaps of days', writeSitemapDays(['2026-06-02', '2026-06-01'], NO_SITE)],
      ['sitemap of a day', writeDaySitemap([ARTICLE, BARE], SITES)],
      ['robots.txt', writeRobots(NO_SITE)],
      ['robots.txt of a site', writeRobots(SITES)],
    ],
  ],
  [
    'site',
    [
      ['article', renderSitePage(describeArticle(ARTICLE, { sites: SITES, isListed: true }), ADOPTED)],
      ['removed article', renderSitePage(describeArticle(BARE, { sites: SITES, isListed: false }), OWN)],
      ['versions', renderSitePage(describeVersions(ARTICLE, { sites: SITES, rest: 'diferencas/1/2' }), OWN)],
      [
        'entity',
        renderSitePage(
          describeThing({ kind: 'entities', id: 'Q 1', name: 'SUS & cia', about: 'sistema público' }, SITES),
          OWN,
        ),
      ],
      ['nothing', renderSitePage(undefined, OWN)],
    ],
  ],
] as [string, [string, string | undefined][]][])(
  'the pages of %s are the recorded ones',
  async (name, pages) => {
    const text = pages.map(([title, page]) => `=== ${title} ===\n${page ?? 'none'}\n`).join('\n')
    await expect(text).toMatchFileSnapshot(`recorded/${name}.txt`)
  },
)

it.each(['/privacidade', '/contato'])(
  '%s names the contact of the publisher where it has none for personal data',
  (path) => {
    const publisher = publisherSchema.parse({ contact: 'fale@orgao.gov.br' })
    expect(renderPublisherPage(path, publisher, SITES)).toMatch(
      /Encarregado:\s<a href="mailto:fale@orgao\.gov\.br">/,
    )
  },
)

it.each([
  ['2026-06-02T02:59:59Z', '1 de junho de 2026'],
  ['2026-06-02T03:00:00Z', '2 de junho de 2026'],
])('the page of a release until %s has the day in Brasília, %s', (refTime, day) => {
  const page = renderReleasePage({ ...RELEASE, refTime: new Date(refTime) }, [], {
    baseUrl: BASE,
    publisher: OWN,
  })
  expect(page).toContain(day)
})
