import { describe, expect, it } from 'vitest'
import { widen } from './adjust.ts'
import type { Draft } from './drafts.ts'
import type { Term } from './subjects.ts'

const term = (text: string): Term => ({ text, forms: [], isKnown: false })

/** A draft that has only words and captured no article. */
function aDraft(...texts: string[]): Draft {
  const terms = texts.map(term)
  const keywords = [texts.join(' ')]
  return {
    title: texts.join(' '),
    filters: { themes: [], agencies: [], keywords },
    terms,
    subject: { phrase: texts.join(' '), names: [], terms, allTerms: terms },
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

  it('keeps every word if no article contains one of them', () => {
    expect(widen(aDraft('vacinação', 'varíola'), new Map([['vacinação', 90]]))).toBeUndefined()
  })
})
