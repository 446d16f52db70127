import { startOfLocalDay } from '@pauta/platform/time/time'
import { describe, expect, it } from 'vitest'
import type { ArticleFilter } from './article-filter.ts'
import {
  differs,
  equals,
  hasKeywords,
  hasNoKeywords,
  inRange,
  publishedIn,
  toIndexFilter,
  type Condition,
} from './condition.ts'
import { MATCH_NOTHING } from './filter.ts'
import { matchCondition, matchFilter } from './match-filter.ts'

const DAY = startOfLocalDay(new Date('2026-06-10T12:00:00Z'), 0).getTime() / 1000
const document = {
  agency: 'saude',
  theme_l1_code: '03',
  theme_l2_code: '03.02',
  theme_l3_code: '03.02.01',
  theme_l1_label: 'Saúde',
  theme_source: 'site',
  theme_confidence: 0.5,
  states: ['PA', 'AM'],
  tags: ['Dengue', 'zika'],
  entities: ['Ministério da Saúde'],
  entity_canonical: ['Q1'],
  sentiment_label: 'positive',
  title: 'Casos de dengue',
  summary: 'Vacinas chegam a Belém.',
  published_at: DAY,
} as Parameters<ReturnType<typeof matchFilter>>[0]

describe('a filter of events', () => {
  it.each<[ArticleFilter | null, boolean]>([
    [null, true],
    [{}, true],
    [{ agencies: [] }, true],
    [{ agencies: null }, true],
    [{ agencies: ['mec', 'SAÚDE'] }, true],
    [{ agencies: ['mec'] }, false],
    [{ agencies: ['***'] }, false],
    [{ excludeAgencies: [] }, true],
    [{ excludeAgencies: ['mec', 'SAÚDE'] }, false],
    [{ excludeAgencies: ['mec', 'sau'] }, true],
    [{ excludeAgencies: ['***'] }, true],
    [{ agencies: ['saude'], excludeAgencies: ['saude'] }, false],
    [{ themes: ['03'] }, true],
    [{ themes: ['03.02'] }, true],
    [{ themes: ['03.02.01'] }, true],
    [{ themes: ['03.02.02'] }, false],
    [{ themeLabel: 'saude' }, true],
    [{ themeLabel: 'Educação' }, false],
    [{ themeLabel: ' ' }, true],
    [{ themeLabel: '***' }, false],
    [{ themeSource: ['site'] }, true],
    [{ themeSource: ['model'] }, false],
    [{ minThemeConfidence: 0.5 }, true],
    [{ minThemeConfidence: 0.51 }, false],
    [{ minThemeConfidence: 0 }, true],
    [{ states: ['AM'] }, true],
    [{ states: ['AC'] }, false],
    [{ tags: ['ZIKA'] }, true],
    [{ tags: ['zik'] }, false],
    [{ entities: ['ministerio da saude'] }, true],
    [{ entities: ['Q1'] }, false],
    [{ entityCanonical: ['Q1'] }, true],
    [{ entityCanonical: ['Q2'] }, false],
    [{ sentiment: ['negative'] }, false],
    [{ sentiment: ['positive'] }, true],
    [{ keywords: ['vacinas dengue'] }, true],
    [{ keywords: ['zika', 'belem'] }, true],
    [{ keywords: ['vacina'] }, false],
    [{ keywords: ['***'] }, false],
    [{ excludeKeywords: ['vacinas dengue'] }, true],
    [{ excludeKeywords: ['dengue casos'] }, false],
    [{ excludeKeywords: ['zika', 'vacinas belem'] }, false],
    [{ excludeKeywords: ['***'] }, true],
    [{ agencies: ['saude'], states: ['AC'] }, false],
    [{ agencies: ['mec'], states: ['PA'] }, false],
    [{ startDate: '2026-06-10' }, true],
    [{ startDate: '2026-06-11' }, false],
    [{ endDate: '2026-06-10' }, true],
    // The end of a day is the first instant of the next one, which is outside.
    [{ endDate: '2026-06-09' }, false],
    [{ startDate: '2026-06-09', endDate: '2026-06-10' }, true],
    [{ dedup: true, oneStoryPer: true }, true],
  ])('%j passes: %s', (filter, passes) => {
    expect(matchFilter(filter)(document)).toBe(passes)
  })

  it('passes no article without the field that it needs', () => {
    expect(matchFilter({ themes: ['03'] })({ agency: 'saude' })).toBe(false)
    expect(matchFilter({ startDate: '2026-06-10' })({ agency: 'saude' })).toBe(false)
    expect(matchFilter({ endDate: '2026-06-10' })({ agency: 'saude' })).toBe(false)
    expect(matchFilter({ minThemeConfidence: 0 })({ agency: 'saude' })).toBe(false)
    expect(matchFilter({ agencies: ['saude'] })({ agency: 'saude' })).toBe(true)
    expect(matchFilter({ keywords: ['dengue'] })({ agency: 'saude' })).toBe(false)
  })

  it('passes an article without the field of which it excludes values', () => {
    expect(matchFilter({ excludeAgencies: ['saude'] })({ title: 'Casos de dengue' })).toBe(true)
  })

  it('keeps the words of each article apart', () => {
    const matches = matchFilter({ keywords: ['dengue'], tags: ['zika'] })
    expect(matches(document)).toBe(true)
    expect(matches({ ...document, title: 'Vacinas' })).toBe(false)
    expect(matches({ ...document, tags: ['dengue'] })).toBe(false)
  })
})

describe('a condition', () => {
  const at = (seconds: number) => new Date(seconds * 1000)

  it.each<[Condition, string | undefined, boolean]>([
    [equals('tags', 'entities')(['zika']), '(tags:=[`zika`]) || (entities:=[`zika`])', true],
    [equals('tags')([]), MATCH_NOTHING, false],
    [equals('tags')(['***']), MATCH_NOTHING, false],
    [differs('tags')(['mec', 'saude']), 'tags:!=[`mec`,`saude`]', true],
    // One of several values is enough.
    [differs('tags')(['mec', 'ZIKA']), 'tags:!=[`mec`,`ZIKA`]', false],
    [differs('tags')([]), undefined, true],
    [differs('tags')(['***']), undefined, true],
    [inRange('theme_confidence', {}), undefined, true],
    [inRange('theme_confidence', { least: 0.5 }), 'theme_confidence:>=0.5', true],
    [inRange('theme_confidence', { least: 0.6 }), 'theme_confidence:>=0.6', false],
    [inRange('theme_confidence', { most: 0.5 }), 'theme_confidence:<=0.5', true],
    [inRange('theme_confidence', { most: 0.4 }), 'theme_confidence:<=0.4', false],
    [
      inRange('theme_confidence', { least: 0.4, most: 0.5 }),
      '(theme_confidence:>=0.4) && (theme_confidence:<=0.5)',
      true,
    ],
    [inRange('word_count', { least: 0 }), 'word_count:>=0', false],
    [hasKeywords(['zika', 'dengue']), '(title:[`zika`,`dengue`]) || (summary:[`zika`,`dengue`])', true],
    [hasNoKeywords(['dengue']), '(title:![`dengue`]) && (summary:![`dengue`])', false],
    [publishedIn({}), undefined, true],
    [publishedIn({ from: at(DAY) }), `published_at:>=${DAY}`, true],
    [publishedIn({ from: at(DAY + 1) }), `published_at:>=${DAY + 1}`, false],
    [publishedIn({ to: at(DAY + 1) }), `published_at:<${DAY + 1}`, true],
    [publishedIn({ to: at(DAY) }), `published_at:<${DAY}`, false],
  ])('%j is %s for the index and passes one document: %s', (condition, filter, passes) => {
    expect(toIndexFilter(condition, 'filter.tags')).toBe(filter)
    expect(matchCondition(condition)(document)).toBe(passes)
  })
})
