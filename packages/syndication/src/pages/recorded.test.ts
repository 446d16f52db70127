import type { Release } from '@pauta/clippings/releases/release'
import type { IndexDocument } from '@pauta/core/search-index/collection'
import { publisherSchema } from '@pauta/platform/config/publisher'
import { expect, it } from 'vitest'
import { renderArticlePage } from './article-page.ts'
import { writeNewsSitemap, writeRobots } from './news-sitemap.ts'
import { renderPublisherPage } from './publisher-page.ts'
import { PUBLISHER_PAGES } from './publisher-texts.ts'
import { renderReleasePage } from './release-page.ts'

const BASE = 'https://api.example'
const SITES = { apiUrl: BASE, siteUrl: 'https://site.example' }

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

// Readers, search engines and lawyers depend on these pages. After a change that is meant: npx vitest run -u with this file.
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
      ['article', renderArticlePage(ARTICLE, BASE)],
      ['article with a summary', renderArticlePage({ ...ARTICLE, summary: 'Resumo.' }, BASE)],
      ['article without anything', renderArticlePage(BARE, BASE)],
      ['release', renderReleasePage(RELEASE, [BARE, ARTICLE], BASE)],
      [
        'release without a document',
        renderReleasePage(
          { ...RELEASE, digestHtml: '<p>Só texto</p>', digestPreview: 'Prévia', marketplaceListingId: null },
          [],
          BASE,
        ),
      ],
      ['sitemap', writeNewsSitemap([ARTICLE, BARE], BASE)],
      ['robots.txt', writeRobots(BASE)],
    ],
  ],
] as [string, [string, string | undefined][]][])(
  'the pages of %s are the recorded ones',
  async (name, pages) => {
    const text = pages.map(([title, page]) => `=== ${title} ===\n${page ?? 'none'}\n`).join('\n')
    await expect(text).toMatchFileSnapshot(`recorded/${name}.txt`)
  },
)
