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
