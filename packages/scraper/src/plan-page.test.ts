import { describe, expect, it } from 'vitest'
import { wrongInListing, tile, type ListingRow } from '../test-pages/small-pages.ts'

const ROWS: ListingRow[] = [
  [
    'date of a summary filters nothing',
    [
      '<article class="tileItem"><h2><a class="summary url" href="https://www.gov.br/pesca/pt-br/noticias/primeira">Primeira</a></h2><p class="tileBody"><span class="description">A portaria de 2 de janeiro de 2020 foi revista pelo instituto.</span></p></article>',
      '<article class="tileItem"><h2><a class="summary url" href="https://www.gov.br/pesca/pt-br/noticias/segunda">Segunda</a></h2><p class="tileBody"><span class="description">Relatório publicado em 05/03/2019 pela diretoria volta ao debate.</span></p></article>',
      '<article class="tileItem"><h2><a class="summary url" href="https://www.gov.br/pesca/pt-br/noticias/terceira">Terceira</a></h2><p class="tileBody"><span class="description">Resumo.</span></p><p>10/01/2026 - 14h30</p></article>',
    ],
    {
      items: [{ date: '2020-01-02' }, { date: '2019-03-05' }, { date: '2026-01-10' }],
      collect: [
        'https://www.gov.br/pesca/pt-br/noticias/primeira',
        'https://www.gov.br/pesca/pt-br/noticias/segunda',
      ],
    },
    { window: { start: '2026-03-09', end: '2026-03-10' } },
  ],
  [
    'five older at the end',
    [
      tile('a', 'A'),
      tile('v0', 'V0', '01/03/2026'),
      tile('v1', 'V1', '01/03/2026'),
      tile('v2', 'V2', '01/03/2026'),
      tile('v3', 'V3', '01/03/2026'),
      tile('v4', 'V4', '01/03/2026'),
    ],
    { collect: ['https://www.gov.br/pesca/pt-br/noticias/a'], stopped: 'too_old' },
    { window: { start: '2026-03-09', end: '2026-03-10' } },
  ],
  [
    'five older within the page',
    [
      tile('a', 'A'),
      tile('v0', 'V0', '01/03/2026'),
      tile('v1', 'V1', '01/03/2026'),
      tile('v2', 'V2', '01/03/2026'),
      tile('v3', 'V3', '01/03/2026'),
      tile('v4', 'V4', '01/03/2026'),
      tile('b', 'B'),
    ],
    {
      collect: ['https://www.gov.br/pesca/pt-br/noticias/a', 'https://www.gov.br/pesca/pt-br/noticias/b'],
      stopped: null,
    },
    { window: { start: '2026-03-09', end: '2026-03-10' } },
  ],
  [
    'four older within the page',
    [
      tile('a', 'A'),
      tile('v0', 'V0', '01/03/2026'),
      tile('v1', 'V1', '01/03/2026'),
      tile('v2', 'V2', '01/03/2026'),
      tile('v3', 'V3', '01/03/2026'),
      tile('b', 'B'),
    ],
    {
      collect: ['https://www.gov.br/pesca/pt-br/noticias/a', 'https://www.gov.br/pesca/pt-br/noticias/b'],
      stopped: null,
    },
    { window: { start: '2026-03-09', end: '2026-03-10' } },
  ],
  [
    'known three in a row',
    [tile('a', 'A'), tile('k1', 'K1'), tile('k2', 'K2'), tile('k3', 'K3'), tile('b', 'B')],
    { collect: ['https://www.gov.br/pesca/pt-br/noticias/a'], stopped: 'known_urls' },
    {
      window: { start: '2026-03-09', end: '2026-03-10' },
      known: [
        'https://www.gov.br/pesca/pt-br/noticias/k1',
        'https://www.gov.br/pesca/pt-br/noticias/k2',
        'https://www.gov.br/pesca/pt-br/noticias/k3',
      ],
    },
  ],
  [
    'known under another form',
    [tile('k1', 'K1'), tile('a', 'A')],
    { collect: ['https://www.gov.br/pesca/pt-br/noticias/a'] },
    {
      window: { start: '2026-03-09', end: '2026-03-10' },
      known: ['http://www.gov.br/pesca/pt-br/noticias/k1/view'],
    },
  ],
  [
    'known with allow update',
    [tile('k1', 'K1'), tile('k2', 'K2'), tile('k3', 'K3'), tile('a', 'A')],
    {
      collect: [
        'https://www.gov.br/pesca/pt-br/noticias/k1',
        'https://www.gov.br/pesca/pt-br/noticias/k2',
        'https://www.gov.br/pesca/pt-br/noticias/k3',
        'https://www.gov.br/pesca/pt-br/noticias/a',
      ],
      stopped: null,
    },
    {
      window: { start: '2026-03-09', end: '2026-03-10' },
      known: [
        'https://www.gov.br/pesca/pt-br/noticias/k1',
        'https://www.gov.br/pesca/pt-br/noticias/k2',
        'https://www.gov.br/pesca/pt-br/noticias/k3',
      ],
      allowUpdate: true,
    },
  ],
  [
    'known',
    [tile('k1', 'K1'), tile('k2', 'K2'), tile('a', 'A'), tile('k3', 'K3'), tile('b', 'B')],
    {
      collect: ['https://www.gov.br/pesca/pt-br/noticias/a', 'https://www.gov.br/pesca/pt-br/noticias/b'],
      stopped: null,
    },
    {
      window: { start: '2026-03-09', end: '2026-03-10' },
      known: [
        'https://www.gov.br/pesca/pt-br/noticias/k1',
        'https://www.gov.br/pesca/pt-br/noticias/k2',
        'https://www.gov.br/pesca/pt-br/noticias/k3',
      ],
    },
  ],
  [
    'last item newer',
    [tile('a', 'A'), tile('futura', 'Futura', '20/03/2026')],
    { collect: ['https://www.gov.br/pesca/pt-br/noticias/a'], stopped: null },
    { window: { start: '2026-03-09', end: '2026-03-10' } },
  ],
  [
    'pinned item',
    [tile('fixa', 'Fixa', '01/01/2020'), tile('a', 'A'), tile('b', 'B')],
    {
      collect: ['https://www.gov.br/pesca/pt-br/noticias/a', 'https://www.gov.br/pesca/pt-br/noticias/b'],
      stopped: null,
      nextUrl: 'https://www.gov.br/pesca/pt-br/noticias?b_start:int=3',
    },
    { window: { start: '2026-03-09', end: '2026-03-10' } },
  ],
  [
    'undated',
    [
      '<article class="tileItem visualIEFloatFix tile-collective-nitf-content"><div class="tileContent"><h2 class="tileHeadline"><a class="summary url" href="https://www.gov.br/pesca/pt-br/noticias/a">A</a></h2><p class="tileBody">Resumo.</p></div></article>',
      tile('b', 'B'),
    ],
    { collect: ['https://www.gov.br/pesca/pt-br/noticias/a', 'https://www.gov.br/pesca/pt-br/noticias/b'] },
    { window: { start: '2026-03-09', end: '2026-03-10' } },
  ],
  [
    'whole page older',
    [tile('a', 'A', '01/03/2026'), tile('b', 'B', '28/02/2026')],
    { collect: [], stopped: 'too_old' },
    { window: { start: '2026-03-09', end: '2026-03-10' } },
  ],
  [
    'window',
    [
      tile('futura', 'Futura', '11/03/2026'),
      tile('a', 'A'),
      tile('b', 'B', '09/03/2026'),
      tile('velha', 'Velha', '08/03/2026'),
    ],
    {
      collect: ['https://www.gov.br/pesca/pt-br/noticias/a', 'https://www.gov.br/pesca/pt-br/noticias/b'],
      stopped: null,
    },
    { window: { start: '2026-03-09', end: '2026-03-10' } },
  ],
]

describe('which entries of a page are collected', () => {
  it.each(ROWS)('%s', (_, page, expected, options) => {
    expect(wrongInListing(page, expected, options)).toEqual([])
  })
})
