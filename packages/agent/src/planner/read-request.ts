import { countWordUses, findSpellings } from '@pauta/core/agent/vocabulary'
import { foldName } from '@pauta/core/entities/fold-text'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { WordUses } from './drafts.ts'
import type { NameIndex } from './name-index.ts'
import { otherNumber } from './number-forms.ts'
import { readWords, type Word } from './read-words.ts'
import { findSubjects, isKept, type Subject, type Term } from './subjects.ts'

/** Distinct words looked up in the news; a request of 2,000 characters has some 300, most of them without meaning. */
const LOOKED_UP_WORDS = 120

/** What a request says, in the words of the news. */
export interface Reading {
  subjects: Subject[]
  /** Phrases that no article has anything of. */
  unknown: string[]
  uses: WordUses
  /** Words that were read as others. */
  corrections: { from: string; to: string }[]
}

const formsOf = (text: string) => [text, ...otherNumber(text.toLowerCase())]
/** Prepositions inside of names, which are not looked up. */
const isShort = (word: string) => word.length <= 3
const isUsed = (text: string, uses: WordUses) => formsOf(text).some((form) => (uses.get(form) ?? 0) > 0)

async function countUses(index: SearchIndex, texts: readonly string[]): Promise<Map<string, number>> {
  return await countWordUses(index, [...new Set(texts.flatMap(formsOf))])
}

/** A word as the news spells it, with a capital where it had one. */
function respell(word: Word, spelling: string): Word {
  const hasCapital = word.text !== word.text.toLowerCase()
  const text = hasCapital ? spelling.charAt(0).toUpperCase() + spelling.slice(1) : spelling
  return { ...word, text, folded: foldName(text) }
}

/**
 * A subject without the terms that no article has. Undefined where half of them or more are such: what is left would be
 * another subject.
 */
function keepUsed(subject: Subject, uses: WordUses): Subject | undefined {
  const isTermUsed = ({ text, forms, isKnown }: Term) =>
    isKnown ||
    [text, ...forms].some((form) => form.split(' ').every((word) => isUsed(word, uses) || isShort(word)))
  const terms = subject.terms.filter(isTermUsed)
  const isMostlyUnknown = terms.length * 2 <= subject.terms.length
  if (subject.names.length === 0 && isMostlyUnknown) return undefined
  if (terms.length === subject.terms.length) return subject
  const allTerms = subject.allTerms.filter(isTermUsed)
  return { ...subject, terms, allTerms, phrase: allTerms.map(({ text }) => text).join(' ') || subject.phrase }
}

/** Reads a request against the catalogue and the vocabulary of the index. Throws SERVICE_UNAVAILABLE. */
export async function readRequest(prompt: string, index: SearchIndex, names: NameIndex): Promise<Reading> {
  const words = readWords(prompt)
  const texts = [...new Set(words.filter(isKept).map(({ text }) => text))].slice(0, LOOKED_UP_WORDS)
  const uses = await countUses(index, texts)
  const strange = texts.filter((text) => !isUsed(text, uses) && !names.hasWord(foldName(text)))
  const spellings = await findSpellings(index, strange)
  for (const [spelling, count] of await countUses(index, [...spellings.values()])) uses.set(spelling, count)
  const respelled = words.map((word) => {
    const spelling = spellings.get(word.text)
    return spelling === undefined ? word : respell(word, spelling)
  })
  for (const { text } of respelled) uses.set(text, uses.get(text) ?? uses.get(text.toLowerCase()) ?? 0)
  const subjects: Subject[] = []
  const unknown: string[] = []
  for (const subject of findSubjects(respelled, names)) {
    const kept = keepUsed(subject, uses)
    if (kept) subjects.push(kept)
    else unknown.push(subject.phrase)
  }
  const said = foldName(subjects.map(({ phrase }) => phrase).join(' '))
  const corrections = [...spellings]
    .map(([from, to]) => ({ from, to }))
    .filter(({ to }) => said.includes(foldName(to)))
  return { subjects, unknown, uses, corrections }
}
