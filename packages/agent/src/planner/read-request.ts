import { countWordUses, findSpellings } from '../words/vocabulary.ts'
import { RECORTE_BOUNDS } from '@pauta/clippings/recortes/recorte'
import { foldName } from '@pauta/platform/text/fold-text'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { WordUses } from './drafts.ts'
import type { NamedThing, NameIndex } from '../names/name-index.ts'
import { otherNumber } from '../words/number-forms.ts'
import { readWords } from '../words/read-words.ts'
import { isSlip, likeWord } from '../words/slips.ts'
import type { Subject, Term } from './subject.ts'
import { isKept, readSubjects } from './subjects.ts'

/**
 * Distinct words that are counted in the index. A request of 2,000 characters has about 300 words, most of them stop
 * words.
 */
const LOOKED_UP_WORDS = 120

/** The subjects and words of a request. */
export interface Reading {
  subjects: Subject[]
  /** Phrases that the reader excludes, as written. */
  exclusions: string[]
  /** Agencies that the reader excludes. */
  excludedAgencies: NamedThing[]
  /** The excluded phrases, with the plurals and singulars that the news has. */
  excludeKeywords: string[]
  /** The words that no article contains. */
  unused: string[]
  uses: WordUses
  /** Words that are also searched in another spelling. */
  offers: { from: string; to: string }[]
}

const formsOf = (text: string) => [text, ...otherNumber(text.toLowerCase())]
const isUsed = (text: string, uses: WordUses) => formsOf(text).some((form) => (uses.get(form) ?? 0) > 0)

async function countUses(index: SearchIndex, texts: readonly string[]): Promise<Map<string, number>> {
  return await countWordUses(index, [...new Set(texts.flatMap(formsOf))])
}

/** Returns the term with other spellings of the news as forms. */
function withSpellings(term: Term, spellings: ReadonlyMap<string, string>): Term {
  const words = term.text.split(' ')
  if (!words.some((word) => spellings.has(word))) return term
  const respelled = words.map((word) => spellings.get(word) ?? word).join(' ')
  const others = words.length === 1 ? otherNumber(respelled.toLowerCase()) : []
  return { ...term, forms: [...term.forms, respelled, ...others] }
}

/**
 * Reads a request with the catalogue and the vocabulary of the index. Words keep their spelling; a misspelt word is
 * also searched in the spelling of the news. Throws SERVICE_UNAVAILABLE.
 */
export async function readRequest(prompt: string, index: SearchIndex, names: NameIndex): Promise<Reading> {
  const words = readWords(prompt)
  const texts = [...new Set(words.filter(isKept).map(({ text }) => text))].slice(0, LOOKED_UP_WORDS)
  const uses = await countUses(index, texts)
  const strange = texts.filter((text) => !isUsed(text, uses) && !names.hasWord(foldName(text)))
  const found = await findSpellings(index, strange)
  const spellings = new Map(
    [...found]
      .filter(([word, spelling]) => isSlip(word, spelling))
      .map(([word, spelling]) => [word, likeWord(spelling, word)]),
  )
  for (const [spelling, count] of await countUses(index, [...spellings.values()])) uses.set(spelling, count)
  const read = readSubjects(words, names)
  const { exclusions } = read
  const formUses = await countWordUses(index, [...new Set(exclusions.flatMap(({ forms }) => forms))])
  const subjects = read.subjects.map((subject) => ({
    ...subject,
    terms: subject.terms.map((term) => withSpellings(term, spellings)),
    allTerms: subject.allTerms.map((term) => withSpellings(term, spellings)),
  }))
  const said = new Set(
    subjects.flatMap(({ terms, allTerms }) => [...terms, ...allTerms]).flatMap(({ text }) => text.split(' ')),
  )
  return {
    subjects,
    exclusions: exclusions.map(({ phrase }) => phrase),
    excludedAgencies: read.excludedAgencies.slice(0, RECORTE_BOUNDS.excludeAgencies.most),
    excludeKeywords: [
      ...new Set(
        exclusions.flatMap(({ phrase, forms }) => [
          phrase,
          ...forms.filter((form) => (formUses.get(form) ?? 0) > 0),
        ]),
      ),
    ],
    unused: strange.filter((word) => said.has(word) && !spellings.has(word)),
    uses,
    offers: [...spellings].map(([from, to]) => ({ from, to })).filter(({ from }) => said.has(from)),
  }
}
