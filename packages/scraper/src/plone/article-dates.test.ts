import { describe, expect, it } from 'vitest'
import {
  wrongInArticle,
  wrongInListed,
  tile,
  type ArticleRow,
  type ListedRow,
} from '../../test-pages/small-pages.ts'

const ROWS: ArticleRow[] = [
  [
    'broken json ld',
    {
      head: '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Diz "sim" ao curso","datePublished":"2026-01-01T00:00:00-03:00"}</script>',
    },
    { publishedAt: '2026-03-04T10:00:00-03:00', precision: 'second' },
  ],
  [
    'marked date alone',
    { byline: '<span itemprop="datePublished">04.03.2026 17h05</span>' },
    { publishedAt: '2026-03-04T17:05:00-03:00', markdownExcludes: ['04.03.2026'] },
  ],
  [
    'byline for readers of English',
    {
      byline:
        '<span class="documentPublished"><span>published</span> <span class="value">Feb 10, 2026 05:05 PM</span></span>',
    },
    { publishedAt: '2026-02-10T17:05:00-03:00', markdownExcludes: ['Feb 10'] },
  ],
  [
    'byline colon time',
    { byline: '<span class="documentPublished"><span class="value">10/02/2026 7:05</span></span>' },
    { publishedAt: '2026-02-10T07:05:00-03:00' },
  ],
  [
    'byline updated',
    {
      byline:
        '<div class="documentByLine"><span class="documentPublished"><span>Publicado em</span> <span class="value">10/02/2026 17h05</span></span> <span class="documentModified"><span>Atualizado em</span> <span class="value">11/02/2026 09h30</span></span></div>',
    },
    {
      publishedAt: '2026-02-10T17:05:00-03:00',
      updatedAt: '2026-02-11T09:30:00-03:00',
      markdownExcludes: ['Publicado', 'Atualizado', '10/02/2026'],
    },
  ],
  [
    'byline without value',
    { byline: '<span class="documentPublished">publicado: 17/11/2025 - 18:58</span>' },
    { publishedAt: '2025-11-17T18:58:00-03:00' },
  ],
  [
    'impossible',
    { byline: '<span class="documentPublished"><span class="value">31/02/2026 10h00</span></span>' },
    { publishedAt: null },
  ],
  [
    'in text with weekday',
    { byline: '<span>Publicado em terça-feira, 10/02/2026 às 17h05</span>' },
    { publishedAt: '2026-02-10T17:05:00-03:00' },
  ],
  [
    'in text',
    { byline: '<p>PUBLICADO EM 10/02/2026 17h05 ATUALIZADO EM 12/02/2026 08h00</p>' },
    {
      publishedAt: '2026-02-10T17:05:00-03:00',
      updatedAt: '2026-02-12T08:00:00-03:00',
      markdownExcludes: ['PUBLICADO', '10/02/2026'],
    },
  ],
  [
    'json ld graph',
    {
      head: '<script type="application/ld+json">{"@graph":[{"@type":"WebPage"},{"@type":["NewsArticle"],"datePublished":"2026-03-04T13:00:07Z"}]}</script>',
    },
    { publishedAt: '2026-03-04T13:00:07Z' },
  ],
  [
    'json ld in cdata',
    {
      breadcrumbs: '',
      head: `<script type="application/ld+json">
//<![CDATA[
{"@type": "NewsArticle", "headline": "Curso de redes
 abre inscrições", "datePublished": "2026-02-10T17:05:07-03:00"}
//]]>
</script>`,
      byline: '',
    },
    { publishedAt: '2026-02-10T17:05:07-03:00' },
  ],
  [
    'json ld modified with text published',
    {
      head: '<script type="application/ld+json">{"@type": "NewsArticle", "dateModified": "2026-03-05T08:00:00-03:00"}</script>',
    },
    { publishedAt: '2026-03-04T10:00:00-03:00', updatedAt: '2026-03-05T08:00:00-03:00' },
  ],
  [
    'json ld without offset',
    {
      head: '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2026-03-04T10:00:00"}</script>',
      byline: '',
    },
    { publishedAt: '2026-03-04T10:00:00-03:00' },
  ],
  [
    'long form with degree sign',
    {
      breadcrumbs: '',
      byline: '<div class="documentByLine">Publicado em 1° de fevereiro de 2026, às 17h05</div>',
    },
    { publishedAt: '2026-02-01T17:05:00-03:00' },
  ],
  [
    'long form',
    { byline: '<p>Publicado em 10 de fevereiro de 2026, às 17h</p>' },
    { publishedAt: '2026-02-10T17:00:00-03:00' },
  ],
  [
    'midnight is a day',
    {
      head: '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2026-03-04T00:00:00-03:00"}</script>',
    },
    { publishedAt: '2026-03-04T00:00:00-03:00', precision: 'day' },
  ],
  ['missing update', {}, { updatedAt: null }],
  [
    'moment',
    {
      byline:
        '<span class="documentPublished"><span>publicado</span> <span class="pat-moment" data-pat-moment="format: relative">2026-02-10T20:05:00+00:00</span></span>',
    },
    { publishedAt: '2026-02-10T20:05:00Z' },
  ],
  [
    'bare time between blocks',
    { byline: '<div><time datetime="2026-03-04T13:00:00Z">4 mar 2026</time></div>' },
    { publishedAt: '2026-03-04T13:00:00Z' },
  ],
  [
    'time right before the text',
    { byline: '<time datetime="2026-03-04T13:00:00Z">4 mar 2026</time>' },
    { publishedAt: '2026-03-04T13:00:00Z' },
  ],
  [
    'time within a sentence is none of the article',
    {
      byline: `<div>O sistema volta às <time datetime="2026-03-09T08:00:00Z">8h</time> para ${'todos '.repeat(10)}</div>`,
    },
    { publishedAt: null },
  ],
  [
    'day after "publicação"',
    { byline: '<p class="date">Publicação: 10/02/2026 | 17h05</p>' },
    { publishedAt: '2026-02-10T17:05:00-03:00', markdownExcludes: ['10/02/2026'] },
  ],
  [
    'line of Drupal',
    { byline: '<div class="submitted">Enviado por ascom em ter, 10/02/2026 - 17:05</div>' },
    { publishedAt: '2026-02-10T17:05:00-03:00', markdownExcludes: ['ascom'] },
  ],
  [
    'line that is a date',
    { byline: '<p>Terça-feira, 10 de fevereiro de 2026, às 17h05</p>' },
    { publishedAt: '2026-02-10T17:05:00-03:00', markdownExcludes: ['10 de fevereiro'] },
  ],
  [
    'line that is a date behind the text is none of the article',
    { byline: '', after: '<p>10 de fevereiro de 2026</p>' },
    { publishedAt: null, markdownIncludes: ['10 de fevereiro'] },
  ],
  ['none', { byline: '' }, { publishedAt: null, uniqueId: null, flags: ['undated'], error: null }],
  [
    'older text byline',
    {
      byline:
        '<div class="documentByLine">publicado: 10/02/2026 17h05, última modificação: 11/02/2026 09h30</div>',
    },
    { publishedAt: '2026-02-10T17:05:00-03:00', updatedAt: '2026-02-11T09:30:00-03:00' },
  ],
  [
    'rnews',
    {
      byline:
        '<div class="documentByLine">publicado: <span property="rnews:datePublished">10/02/2026 17h05</span>, última modificação: <span property="rnews:dateModified">11/02/2026 09h30</span></div>',
    },
    { publishedAt: '2026-02-10T17:05:00-03:00', updatedAt: '2026-02-11T09:30:00-03:00' },
  ],
]

const LISTED: ListedRow[] = [
  [
    'from listing',
    { byline: '' },
    [tile('curso-de-redes', 'Título da Lista')],
    { publishedAt: '2026-03-10T00:00:00-03:00', title: 'Título da Lista', precision: 'day' },
  ],
  [
    'of a sentence loses to listing',
    {
      byline: '',
      after:
        '<p>O edital que rege o curso foi publicado em 05/01/2020 e continua valendo para todas as turmas, que seguem as mesmas regras de seleção e de presença.</p>',
    },
    [tile('curso-de-redes', 'Curso-De-Redes')],
    { publishedAt: '2026-03-10T00:00:00-03:00', markdownIncludes: ['foi publicado em 05/01/2020'] },
  ],
  [
    'of a short sentence loses to listing',
    { byline: '', after: '<p>O decreto foi publicado em 05/01/2020.</p>' },
    [tile('curso-de-redes', 'Curso-De-Redes')],
    { publishedAt: '2026-03-10T00:00:00-03:00' },
  ],
  [
    'of a summary is the last resort',
    { breadcrumbs: '', byline: '' },
    [
      '<article class="tileItem"><h2><a class="summary url" href="https://www.gov.br/pesca/pt-br/noticias/curso-de-redes">Curso de redes</a></h2><p class="tileBody"><span class="description">O curso de 2 de fevereiro de 2026 recebe inscrições do instituto de pesca.</span></p></article>',
    ],
    { publishedAt: '2026-02-02T00:00:00-03:00' },
  ],
  [
    'of a summary loses to text',
    {
      breadcrumbs: '',
      byline: '',
      after:
        '<p>O edital, publicado em 09/02/2026, traz as regras para todos os pescadores que se inscreverem neste ano em qualquer turma do curso.</p>',
    },
    [
      '<article class="tileItem"><h2><a class="summary url" href="https://www.gov.br/pesca/pt-br/noticias/curso-de-redes">Curso de redes</a></h2><p class="tileBody"><span class="description">A portaria de 2 de janeiro de 2020 foi revista pelo instituto de pesca.</span></p></article>',
    ],
    { publishedAt: '2026-02-09T00:00:00-03:00' },
  ],
]

describe('dates of an article', () => {
  it.each(ROWS)('%s', (_, page, expected, url) => {
    expect(wrongInArticle(page, expected, url)).toEqual([])
  })
  it.each(LISTED)('beside a listing: %s', (_, page, entries, expected) => {
    expect(wrongInListed(page, entries, expected)).toEqual([])
  })
})
