import { parseRecortes, type RecorteFilters } from '@pauta/core/clippings/recorte'
import { clip } from '../clip.ts'
import { otherNumber } from './number-forms.ts'
import type { Subject } from './subjects.ts'
import type { Word } from './read-words.ts'

/** More words than these together hardly ever stand in one summary. */
const PHRASE_MAX_WORDS = 5
const TITLE_MAX_CHARACTERS = 100

/** How often the news uses words, by their text. */
export type WordUses = ReadonlyMap<string, number>

/** A recorte in the making. */
export interface Draft {
  title: string
  filters: RecorteFilters
  /** What its keywords were made of, in order; fewer after an adjustment. */
  words: readonly Word[]
  /** How many there were at first. */
  askedWords: number
  /** Name of its first theme, to look for in texts where the theme itself has no news. */
  themeLabel: string | undefined
  /** Whether a person named everything in it, so that its being wide is no mistake. */
  isNamed: boolean
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The words as one keyword, and again with the first one in its other number where the news has that. */
export function keywordsOf(words: readonly Word[], uses: WordUses): string[] {
  const [first, ...others] = words.map(({ text }) => text)
  if (first === undefined) return []
  const forms = [first, ...otherNumber(first.toLowerCase()).filter((form) => (uses.get(form) ?? 0) > 0)]
  return forms.map((form) => clip([form, ...others].join(' '), TITLE_MAX_CHARACTERS))
}

function nameOf({ phrase, names, words }: Subject): string {
  // A name by itself is better given in full than as it was typed.
  if (words.length === 0 && names.length === 1) return names[0]?.label ?? phrase
  return phrase
}

/** The recorte that a subject asks for, before anything is counted. */
export function draftOf(subject: Subject, uses: WordUses): Draft {
  const codesOf = (kind: 'theme' | 'agency') => [
    ...new Set(subject.names.filter((name) => name.kind === kind).map(({ code }) => code)),
  ]
  const words = subject.words.slice(0, PHRASE_MAX_WORDS)
  return {
    title: capitalise(clip(nameOf(subject), TITLE_MAX_CHARACTERS)),
    filters: {
      themes: codesOf('theme'),
      agencies: codesOf('agency'),
      keywords: [...new Set(keywordsOf(words, uses))],
    },
    words,
    askedWords: words.length,
    themeLabel: subject.names.find(({ kind }) => kind === 'theme')?.label,
    isNamed: words.length === 0,
  }
}

/** The same filters in the same words: one recorte is enough. */
export function withoutCopies(drafts: readonly Draft[]): Draft[] {
  const byFilters = new Map<string, Draft>()
  for (const draft of drafts) {
    const key = JSON.stringify(draft.filters).toLowerCase()
    if (!byFilters.has(key)) byFilters.set(key, draft)
  }
  return [...byFilters.values()]
}

/** Drafts as `createClipping` will read them, so that what it would refuse never leaves here. */
export const checkDrafts = (drafts: readonly Draft[]) =>
  parseRecortes(drafts.map(({ title, filters }) => ({ title, ...filters })))
