import { describe, expect, it } from 'vitest'
import { isInNews, narrow, widen } from './adjust.ts'
import type { Draft } from './drafts.ts'
import type { NamedThing } from '../names/name-index.ts'
import type { Term } from './subject.ts'

const term = (text: string): Term => ({ text, forms: [], isKnown: false })

/** A draft that has only words and captured no article. */
function aDraft(...texts: string[]): Draft {
  const terms = texts.map(term)
  const keywords = [texts.join(' ')]
  return {
    title: texts.join(' '),
    filters: { themes: [], agencies: [], keywords },
    terms,
    subject: { phrase: texts.join(' '), names: [], terms, allTerms: terms, states: [] },
  }
}

const textsOf = (draft: Draft | undefined) => draft?.terms.map(({ text }) => text)

describe('widen, for words that never occur together', () => {
  it('keeps the rarer of two words', () => {
    const widened = widen(
      aDraft('combate', 'dengue'),
      new Map([
        ['combate', 90],
        ['dengue', 7],
      ]),
    )
    expect(textsOf(widened?.draft)).toEqual(['dengue'])
    expect(widened?.draft.filters.keywords).toEqual(['dengue'])
  })

  it.each([
    'vacinação infantil',
    'vacinação escolar',
    'vacinação sanitária',
    'energia renovável',
    'saúde indígena',
    'transportes urbanos',
  ])('drops the adjective of “%s” before its noun, although the noun is more common', (phrase) => {
    const [noun = '', adjective = ''] = phrase.split(' ')
    const uses = new Map([
      [noun, 90],
      [adjective, 7],
    ])
    expect(textsOf(widen(aDraft(noun, adjective), uses)?.draft)).toEqual([noun])
  })

  it('drops the common noun when a preposition stands before the adjective', () => {
    const draft = aDraft('ações', 'ambiental')
    draft.subject.phrase = 'ações na ambiental'
    const uses = new Map([
      ['ações', 90],
      ['ambiental', 7],
    ])
    expect(textsOf(widen(draft, uses)?.draft)).toEqual(['ambiental'])
  })

  it('drops at most half of the words', () => {
    const uses = new Map([
      ['obras', 90],
      ['pontes', 30],
      ['ferrovias', 7],
    ])
    const first = widen(aDraft('obras', 'pontes', 'ferrovias'), uses)
    expect(textsOf(first?.draft)).toEqual(['pontes', 'ferrovias'])
    expect(first && widen(first.draft, uses)).toBeUndefined()
  })

  it.each([
    [['dengue'], 'Dengue'],
    [[], 'Nome da pasta'],
  ])('looks in all agencies, with the words %j in the title', (texts, title) => {
    const draft = aDraft(...texts)
    draft.title = 'Nome da pasta'
    draft.filters = { ...draft.filters, agencies: ['mec'], themes: ['03'] }
    const widened = widen(draft, new Map(texts.map((text) => [text, 9])))?.draft
    expect([widened?.title, widened?.filters.agencies]).toEqual([title, []])
  })

  it('keeps every word if no article contains one of them', () => {
    expect(widen(aDraft('vacinação', 'varíola'), new Map([['vacinação', 90]]))).toBeUndefined()
  })
})

describe('isInNews', () => {
  const uses = new Map([
    ['obra', 1],
    ['pontes', 0],
  ])

  it.each([
    ['obra', true],
    // In the other number.
    ['obras', true],
    ['pontes', false],
    ['varíola', false],
    // Prepositions inside of a name are not counted.
    ['obra com', true],
    ['obra para', false],
    ['obra pontes', false],
  ])('of “%s” is %s', (text, expected) => {
    expect(isInNews(term(text), uses)).toBe(expected)
  })

  it('is true for a known name, and for a word with another form in the news', () => {
    expect(isInNews({ ...term('varíola'), isKnown: true }, uses)).toBe(true)
    expect(isInNews({ ...term('varíola'), forms: ['obra'] }, uses)).toBe(true)
  })
})

const THEME: NamedThing = { kind: 'theme', code: '03', label: 'Saúde', alias: 'saúde' }
const AGENCY: NamedThing = { kind: 'agency', code: 'mec', label: 'Ministério da Educação', alias: 'MEC' }

/** A draft of a subject with names, and with filters that may be narrower than the names. */
function named(names: NamedThing[], texts: string[], filters: Partial<Draft['filters']> = {}): Draft {
  const draft = aDraft(...texts)
  const codes = (kind: string) => names.filter((name) => name.kind === kind).map(({ code }) => code)
  return {
    ...draft,
    filters: {
      themes: codes('theme'),
      agencies: codes('agency'),
      keywords: texts.length === 0 ? [] : draft.filters.keywords,
      ...filters,
    },
    subject: { ...draft.subject, names },
  }
}

describe('widen, for a subject with names', () => {
  const uses = new Map([
    ['dengue', 1],
    ['febre', 90],
    ['febre dengue', 0],
  ])
  const filtersOf = (draft: Draft) => widen(draft, uses)?.draft.filters

  it.each<[string, Draft, Partial<Draft['filters']> | undefined]>([
    [
      'an agency with words loses the agency',
      named([AGENCY], ['dengue']),
      { agencies: [], keywords: ['dengue'] },
    ],
    ['an agency with a theme loses the agency', named([AGENCY, THEME], []), { agencies: [], themes: ['03'] }],
    ['an agency alone stays', named([AGENCY], []), undefined],
    ['a theme with words loses the theme', named([THEME], ['dengue']), { themes: [], keywords: ['dengue'] }],
    ['a theme alone is searched by its words', named([THEME], []), { themes: [], keywords: [] }],
    [
      'a theme that was left after its words stays',
      { ...named([THEME], ['dengue']), terms: [], filters: { themes: ['03'], agencies: [], keywords: [] } },
      undefined,
    ],
    [
      'the words of a theme without other words stay, as the theme had no news',
      {
        ...named([THEME], [], { themes: [], keywords: ['febre dengue'] }),
        terms: [term('febre'), term('dengue')],
      },
      undefined,
    ],
    ['a word with news before these 30 days stays', named([AGENCY], ['dengue'], { agencies: [] }), undefined],
    [
      'a theme without its qualifiers is closer than one of them',
      named([THEME], ['febre', 'dengue'], { themes: [] }),
      { themes: ['03'], agencies: [], keywords: [] },
    ],
    [
      'an agency comes back when its words have no news',
      named([AGENCY], ['dengue'], { agencies: [], keywords: ['febre dengue'] }),
      { themes: [], agencies: ['mec'], keywords: [] },
    ],
  ])('%s', (_, draft, filters) => {
    const widened = filtersOf(draft)
    expect(widened && filters ? { ...widened, ...filters } : filters).toEqual(widened)
  })

  it.each<[string, Draft, Partial<Draft>, string]>([
    [
      'without its agency',
      named([AGENCY], ['dengue']),
      { title: 'Dengue', filters: { themes: [], agencies: [], keywords: ['dengue'] } },
      '“dengue”: nada com esse órgão em 30 dias; procuro em todos os órgãos.',
    ],
    [
      'without its theme',
      named([THEME], ['dengue'], { keywords: ['febre dengue'] }),
      { filters: { themes: [], agencies: [], keywords: ['dengue'] } },
      '“dengue”: nada dentro desse tema em 30 dias; procuro só pelas palavras.',
    ],
    [
      'with its names alone',
      named([AGENCY], ['dengue'], { agencies: [], keywords: ['febre dengue'] }),
      {
        title: 'Ministério da Educação',
        filters: { themes: [], agencies: ['mec'], keywords: [] },
        terms: [],
      },
      '“dengue”: nada com essas palavras em 30 dias; fico com Ministério da Educação.',
    ],
    [
      'without its commonest word',
      aDraft('febre', 'dengue'),
      { filters: { themes: [], agencies: [], keywords: ['dengue'] }, terms: [term('dengue')] },
      '“febre dengue”: nenhuma notícia tem todas as palavras; tirei “febre”.',
    ],
  ])('goes on %s, says so and keeps the rest', (_, draft, changed, message) => {
    expect(widen(draft, uses)).toEqual({ draft: { ...draft, ...changed }, message })
  })

  it.each<[string, Draft]>([
    ['an agency', named([AGENCY], ['dengue'], { keywords: [] })],
    ['a theme', named([THEME], ['dengue'], { keywords: [] })],
    ['a theme and an agency', named([THEME, AGENCY], ['dengue'], { keywords: [] })],
  ])('keeps %s in a place that was asked for', (_, draft) => {
    const placed = { ...draft, subject: { ...draft.subject, states: ['CE'] } }
    expect(widen(draft, uses)).toBeDefined()
    expect(widen(placed, uses)).toBeUndefined()
  })

  it('takes the words as its title when the agency is left out, or keeps it without words', () => {
    expect(widen(named([AGENCY], ['dengue']), uses)?.draft.title).toBe('Dengue')
    expect(widen({ ...named([AGENCY, THEME], []), title: 'Saúde (MEC)' }, uses)?.draft.title).toBe(
      'Saúde (MEC)',
    )
  })
})

describe('narrow', () => {
  const count = (themes: { code: string; label: string; count: number }[] = []) =>
    ({ count_30_days: 60, total_30_days: 90, top_themes: themes }) as Parameters<typeof narrow>[1]
  const health = count([{ code: '03', label: 'Saúde', count: 40 }])

  it('limits words to their most frequent theme', () => {
    const narrowed = narrow(aDraft('febre'), health)
    expect(narrowed?.draft).toEqual({
      ...aDraft('febre'),
      filters: { themes: ['03'], agencies: [], keywords: ['febre'] },
    })
    expect(narrowed?.message).toContain('captaria 67% de todas as notícias')
  })

  it.each([
    ['without words', named([AGENCY], []), health],
    ['without a theme in its news', aDraft('febre'), count()],
    ['with a theme', named([THEME], ['febre']), health],
  ])('keeps a draft %s', (_, draft, given) => {
    expect(narrow(draft, given)).toBeUndefined()
  })
})
