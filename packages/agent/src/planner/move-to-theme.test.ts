import type { SearchIndex } from '@pauta/core/search-index/client'
import { expect, it } from 'vitest'
import type { Draft } from './drafts.ts'
import { moveToTheme } from './move-to-theme.ts'

/** The fields of a draft that decide, of “rodovias no sertão”. */
interface Case {
  terms?: string[]
  keyword?: string
  names?: string[]
  themes?: string[]
  agencies?: string[]
}

async function asksForTheme({ terms = ['rodovias', 'sertão'], ...changes }: Case): Promise<boolean> {
  const { keyword = 'rodovias sertão', names = [], themes = [], agencies = [] } = changes
  const words = terms.map((text) => ({ text, forms: [], isKnown: false }))
  const draft: Draft = {
    title: 'Rodovias no sertão',
    filters: { themes, agencies, keywords: [keyword] },
    terms: words,
    subject: {
      phrase: 'rodovias no sertão',
      names: names.map((code) => ({ kind: 'agency', code, label: code, alias: code })),
      terms: words,
      allTerms: words,
      states: [],
    },
  }
  const uses = new Map([
    ['rodovias', 90],
    ['sertão', 30],
    ['rodovias sertão', 0],
    ['Rodovias juntas', 1],
  ])
  const events = moveToTheme(draft, uses, {
    prompt: '',
    index: {} as SearchIndex,
    readCatalogue: async () => ({ themes: [], agencies: [], entities: [] }),
    now: new Date(),
    signal: new AbortController().signal,
    isWanted: async () => true,
  })
  // The first event is the call that counts the articles of the first word.
  return (await events.next()).done === false
}

it.each<[string, Case, boolean]>([
  ['two words that never occur together', {}, true],
  ['no word', { terms: [] }, false],
  ['one word', { terms: ['rodovias'] }, false],
  ['a first word without news', { terms: ['varíola', 'sertão'] }, false],
  ['a second word without news', { terms: ['rodovias', 'varíola'] }, false],
  ['words that occur together', { keyword: 'Rodovias juntas' }, false],
  ['words with a name', { names: ['dnit'] }, false],
  ['words with a theme', { themes: ['08'] }, false],
  ['words with an agency', { agencies: ['dnit'] }, false],
])('asks for the theme of the first of %s: %#', async (_, given, expected) => {
  expect(await asksForTheme(given)).toBe(expected)
})
