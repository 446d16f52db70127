import { describe, expect, it } from 'vitest'
import type { ListingItem } from '../pages/listing.ts'
import { FIRST_PAGE, planPage, type PlanOptions, type PlanState } from './plan-page.ts'
import { wrongInListing, tile, type ListingRow } from '../../test-pages/small-pages.ts'

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
    'stored articles, in a run for updates',
    [tile('a', 'A'), tile('b', 'B')],
    { collect: ['https://www.gov.br/pesca/pt-br/noticias/a', 'https://www.gov.br/pesca/pt-br/noticias/b'] },
    { known: ['https://www.gov.br/pesca/pt-br/noticias/a'], allow_update: true },
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

describe('when a listing ends', () => {
  const item = (url: string, stamp: ListingItem['stamp'] = null): ListingItem => ({
    url,
    title: url,
    stamp,
    category: null,
    tags: [],
  })
  const window = { start: '2026-03-09', end: '2026-03-10' }
  const plan = (items: ListingItem[], state: Partial<PlanState> = {}, options: Partial<PlanOptions> = {}) =>
    planPage(
      { items, found: items.length, nextUrl: '?2', structure: null },
      { window, whyNot: () => null, ...options },
      { ...FIRST_PAGE, ...state },
    )
  const stored: Partial<PlanOptions> = { whyNot: () => 'stored' }
  const dated = (day: number) =>
    ({ iso: `2026-03-${String(day).padStart(2, '0')}T12:00:00Z`, precision: 'second' }) as const

  it.each<[string, number, string | null]>([
    ['one page below the most', 1_998, null],
    ['the most pages', 1_999, 'page_cap'],
  ])('%s', (_, pages, stopped) => {
    expect(plan([item('a')], { pages }).stopped).toBe(stopped)
  })

  it.each<[string, number, ListingItem[], string | null]>([
    ['39 pages in a row without a date or a new item', 38, [item('a')], null],
    ['40 of them', 39, [item('a')], 'page_cap'],
    ['a date after 39 of them', 39, [item('a'), item('b', dated(9))], null],
  ])('%s', (_, idlePages, items, stopped) => {
    const found = plan(items, { idlePages }, { ...stored, readsPastKnown: true })
    expect(found).toMatchObject({ stopped, nextUrl: stopped === null ? '?2' : null })
  })

  it('counts no page with a new item as idle', () => {
    expect(plan([item('a')], { idlePages: 39 }).state).toMatchObject({ pages: 1, idlePages: 0 })
  })

  it.each<[string, ListingItem[], Partial<PlanState>, string | null]>([
    ['older ones alone', [item('a', dated(8))], {}, 'too_old'],
    [
      'four older ones at the end',
      [item('b'), ...[1, 2, 3, 4].map((n) => item(`o${n}`, dated(8)))],
      {},
      null,
    ],
    [
      'one without a date after older ones of two pages',
      [item('a', dated(8)), item('b')],
      { olderInRow: 3 },
      null,
    ],
    [
      'five older ones at the end',
      [item('b'), ...[1, 2, 3, 4, 5].map((n) => item(`o${n}`, dated(8)))],
      {},
      'too_old',
    ],
    ['no item', [], {}, 'end'],
    ['items of earlier pages alone', [item('a')], { seen: new Set(['a']) }, 'end'],
    ['an item of an earlier page beside a new one', [item('a'), item('b')], { seen: new Set(['a']) }, null],
    ['the days of the window', [item('a', dated(9)), item('b', dated(10))], {}, null],
  ])('%s', (_, items, state, stopped) => {
    expect(plan(items, state).stopped).toBe(stopped)
  })

  it.each<[string, number, Partial<PlanOptions>, string | null]>([
    ['two known ones', 2, stored, null],
    ['three known ones', 3, stored, 'known_urls'],
    ['any known ones that are read past', 9, { ...stored, readsPastKnown: true }, null],
    [
      'fewer known ones without a date than may be read past',
      3,
      { ...stored, readsPastKnown: true, undatedKnownMax: 4 },
      null,
    ],
    ['as many', 4, { ...stored, readsPastKnown: true, undatedKnownMax: 4 }, 'known_urls'],
    ['four that had no date', 4, { whyNot: () => 'undated' }, null],
    ['five that had no date', 5, { whyNot: () => 'undated' }, 'undated'],
  ])('%s', (_, length, options, stopped) => {
    const items = Array.from({ length }, (__, n) => item(`i${n}`))
    expect(plan(items, {}, options).stopped).toBe(stopped)
  })

  it('adds known ones of the page before, until a new one', () => {
    expect(plan([item('a')], { knownInRow: 2 }, stored).stopped).toBe('known_urls')
    expect(plan([item('a')], { knownInRow: 2 }).state.knownInRow).toBe(0)
    expect(plan([item('a')], { knownInRow: 2 }, { whyNot: () => 'undated' }).state.knownInRow).toBe(2)
  })

  it('lists each known item of the window, and why items are not asked', () => {
    const reasons = new Map([
      ['a', 'stored'],
      ['b', 'undated'],
      ['c', 'stored'],
    ] as const)
    const found = plan(
      [item('a', dated(9)), item('b'), item('c', dated(8)), item('d')],
      { seen: new Set(['e']) },
      {
        whyNot: (url) => reasons.get(url as 'a') ?? null,
      },
    )
    expect(found).toMatchObject({
      collect: [{ url: 'd' }],
      known: [{ url: 'a' }],
      skipped: ['stored', 'undated'],
    })
    expect(found.state).toEqual({
      pages: 1,
      idlePages: 0,
      knownInRow: 0,
      olderInRow: 0,
      seen: new Set(['e', 'a', 'b', 'c', 'd']),
    })
  })
})
