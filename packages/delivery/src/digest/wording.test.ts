import { describe, expect, it } from 'vitest'
import { countOf } from './moments.ts'
import type { Section, ShownArticle } from './group-articles.ts'
import {
  changeWords,
  endWords,
  isEmptySection,
  writeAlsoIn,
  writeByline,
  writeEmpty,
  writeIntro,
  writeMore,
  writeShownBefore,
  writeSubject,
  type DigestFacts,
} from './wording.ts'

const article = (title: string, agencyName = 'MEC', more: object = {}) =>
  ({ title, agencyName, publishedAt: null, alsoIn: [], ...more }) as unknown as ShownArticle
const section = (title: string, articles: ShownArticle[] = [], more: object = {}): Section => ({
  title,
  articles,
  shownBefore: 0,
  more: 0,
  ...more,
})
// 8h and 1h at Brasília.
const EIGHT = new Date('2026-06-01T11:00:00Z')
const ONE = new Date('2026-06-01T04:05:00Z')
const YESTERDAY = new Date('2026-05-31T11:00:00Z')

const intro = (articlesCount: number, more: Partial<DigestFacts> = {}) =>
  writeIntro({
    name: 'Saúde',
    sections: [section('A', [article('T1'), article('T2')])],
    refTime: EIGHT,
    period: { kind: 'published', from: YESTERDAY } as never,
    articlesCount,
    ...more,
  })

it('a subject names the clipping, the number and the day', () => {
  const facts = { name: 'Saúde', refTime: EIGHT } as DigestFacts
  expect(writeSubject({ ...facts, articlesCount: 1 })).toBe('Saúde: 1 notícia em 1º de junho')
  expect(writeSubject({ ...facts, articlesCount: 1200 })).toBe('Saúde: 1.200 notícias em 1º de junho')
  const changes = { shown: [], more: 2 }
  expect(writeSubject({ ...facts, articlesCount: 0, changes })).toBe('Saúde: 2 mudanças em 1º de junho')
  const one = { shown: [], more: 1 }
  expect(writeSubject({ ...facts, articlesCount: 0, changes: one })).toBe('Saúde: 1 mudança em 1º de junho')
  expect(writeSubject({ ...facts, articlesCount: 1, changes: one })).toBe(
    'Saúde: 1 notícia e 1 mudança em 1º de junho',
  )
  expect(writeSubject({ ...facts, articlesCount: 0 })).toBe('Saúde: 0 notícias em 1º de junho')
  expect(countOf(0, 'um', 'muitos')).toBe('0 muitos')
})

describe('an introduction', () => {
  const period = (kind: string, from: Date, sinceRelease = false) => ({ kind, from, sinceRelease }) as never
  it.each<[string, number, Partial<DigestFacts>, string]>([
    ['none', 0, {}, 'Nenhuma notícia foi publicada de 31 de maio, às 8h, a 1º de junho, às 8h.'],
    [
      'one',
      1,
      { sections: [section('A', [article('T1')])] },
      'Uma notícia foi publicada de 31 de maio, às 8h, a 1º de junho, às 8h: “T1” (MEC).',
    ],
    [
      'few',
      2,
      {},
      '2 notícias foram publicadas de 31 de maio, às 8h, a 1º de junho, às 8h. São elas: “T1” (MEC) e “T2” (MEC).',
    ],
    [
      'within a day, from one to eight',
      2,
      { period: period('published', ONE) },
      '2 notícias foram publicadas em 1º de junho, da 1h05 às 8h. São elas: “T1” (MEC) e “T2” (MEC).',
    ],
    [
      'within a day, until one',
      0,
      { period: period('published', new Date('2026-06-01T03:00:00Z')), refTime: ONE },
      'Nenhuma notícia foi publicada em 1º de junho, das 0h à 1h05.',
    ],
    [
      'that arrived since the last release',
      1,
      { period: period('arrived', YESTERDAY, true), sections: [section('A', [article('T1', '')])] },
      'Uma notícia chegou desde a edição de 31 de maio, às 8h: “T1”.',
    ],
    [
      'that arrived in a period',
      0,
      { period: period('arrived', YESTERDAY) },
      'Nenhuma notícia chegou de 31 de maio, às 8h, a 1º de junho, às 8h.',
    ],
    [
      'the newest one',
      1,
      { period: period('newest', YESTERDAY), sections: [section('A', [article('T1')])] },
      'A notícia mais recente sobre o tema: “T1” (MEC).',
    ],
    [
      'the newest',
      3,
      { period: period('newest', YESTERDAY) },
      'Para começar, as 3 notícias mais recentes. São elas: “T1” (MEC) e “T2” (MEC).',
    ],
    [
      'more than three, of several agencies and recortes, the first of each recorte first',
      4,
      {
        sections: [
          section('A', [article('T1'), article('T2')]),
          section('B', [article('T3', 'MS'), article('T4', '')]),
          section('C'),
        ],
      },
      '4 notícias foram publicadas de 31 de maio, às 8h, a 1º de junho, às 8h, de 2 órgãos, em 2 recortes. ' +
        'Entre elas: “T1” (MEC), “T3” (MS) e “T2” (MEC).',
    ],
  ])('tells of %s', (_, count, more, text) => {
    expect(intro(count, more)).toBe(text)
  })

  it('cuts titles at 110 characters', () => {
    const long = 'palavra '.repeat(20).trim()
    const text = intro(1, { sections: [section('A', [article(long)])] })
    const quoted = /“(.*)”/.exec(text)?.[1] ?? ''
    expect(quoted.length).toBeLessThanOrEqual(110)
    expect(quoted.length).toBeGreaterThan(100)
  })
})

it.each([
  [article('T', 'MEC', { publishedAt: EIGHT }), 'MEC · 1º de junho de 2026, às 8h'],
  [article('T', '', { publishedAt: EIGHT }), '1º de junho de 2026, às 8h'],
  [article('T', 'MEC'), 'MEC'],
])('the byline of %j is %j', (shown, text) => {
  expect(writeByline(shown)).toBe(text)
})

it.each([
  [[], ''],
  [['B'], 'Também no recorte: B'],
  [['B', 'C'], 'Também nos recortes: B, C'],
])('an article of the recortes %j is told as %j', (alsoIn, text) => {
  expect(writeAlsoIn(article('T', 'MEC', { alsoIn }))).toBe(text)
})

it.each([
  [0, ''],
  [1, 'E mais 1 notícia deste recorte na página do envio.'],
  [2, 'E mais 2 notícias deste recorte na página do envio.'],
])('%d further articles are told as %j', (more, text) => {
  expect(writeMore(section('A', [], { more }))).toBe(text)
})

it.each([
  [0, 1, ''],
  [1, 0, '1 notícia deste recorte, já mostrada acima.'],
  [2, 0, '2 notícias deste recorte, já mostradas acima.'],
  [1, 1, 'E mais 1 notícia deste recorte, já mostrada acima.'],
  [2, 1, 'E mais 2 notícias deste recorte, já mostradas acima.'],
])('%d articles shown before, beside %d, are told as %j', (shownBefore, count, text) => {
  const articles = Array.from({ length: count }, () => article('T'))
  expect(writeShownBefore(section('A', articles, { shownBefore }))).toBe(text)
})

it('a recorte is empty without articles, shown or not', () => {
  const [empty, shown, before, more] = [
    section('A'),
    section('B', [article('T')]),
    section('C', [], { shownBefore: 1 }),
    section('D', [], { more: 1 }),
  ]
  expect([empty, shown, before, more].map(isEmptySection)).toEqual([true, false, false, false])
  expect(writeEmpty([empty, shown, section('E')])).toBe('Sem novidades em: A, E.')
  expect(writeEmpty([shown, before, more])).toBe('')
})

it.each([
  [[], 'O clipping “A”, que você segue, mudou.'],
  [['unknown'], 'O clipping “A”, que você segue, mudou.'],
  [
    ['name', 'paused'],
    'O clipping “A”, que você segue, mudou. O que há de novo: o nome e os envios, que estão pausados.',
  ],
  [
    ['recortes', 'schedule', 'resumed'],
    'O clipping “A”, que você segue, mudou. O que há de novo: os temas, órgãos ou palavras que acompanha, os dias ou o horário de envio e os envios, que voltaram.',
  ],
  [
    ['finished'],
    'O clipping “A”, que você segue, mudou. O que há de novo: os envios, que terminaram no último dia previsto.',
  ],
])('the changes %j are told as %j', (changes, sentence) => {
  expect(changeWords('A', changes)).toEqual({ title: 'Clipping atualizado', sentence })
})

it('the end of a clipping is told by its reason', () => {
  expect(endWords('A', true)).toMatchObject({ title: 'Clipping não é mais público' })
  expect(endWords('A', false)).toMatchObject({ title: 'Clipping encerrado' })
})
