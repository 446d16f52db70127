import { parseRecortes, type RecorteFilters } from '@pauta/clippings/recortes/recorte'
import { clip } from '../run/clip.ts'
import type { Subject, Term } from './subjects.ts'

/** More terms than these together hardly ever stand in one summary. */
const PHRASE_MAX_TERMS = 5
/** Forms of one phrase that are looked for. */
const FORMS_MAX = 8
const KEYWORD_MAX_CHARACTERS = 100
const TITLE_MAX_CHARACTERS = 100
/** Official names longer than this are given as they were typed. */
const NAME_MAX_CHARACTERS = 45

/** How often the news uses words and phrases, by their text. */
export type WordUses = ReadonlyMap<string, number>

/** A recorte in the making. */
export interface Draft {
  title: string
  filters: RecorteFilters
  /** What its keywords were made of, in order; fewer after an adjustment. */
  terms: readonly Term[]
  /** What it was asked for with, to go back to. */
  subject: Subject
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Terms as one keyword, and again with each of them in its other forms. */
export function keywordForms(terms: readonly Term[]): string[] {
  const taken = terms.slice(0, PHRASE_MAX_TERMS)
  if (taken.length === 0) return []
  const texts = taken.map(({ text }) => text)
  const others = taken.flatMap(({ forms }, position) =>
    forms.map((form) => texts.with(position, form).join(' ')),
  )
  const keywords = [texts.join(' '), ...others].map((text) => clip(text, KEYWORD_MAX_CHARACTERS))
  return [...new Set(keywords)].slice(0, FORMS_MAX)
}

/** The same without forms that the news has nowhere; the words as they were given stay. */
export function keywordsOf(terms: readonly Term[], uses: WordUses): string[] {
  return keywordForms(terms).filter((form, position) => position === 0 || (uses.get(form) ?? 0) > 0)
}

export const titleOf = (text: string) => capitalise(clip(text, TITLE_MAX_CHARACTERS))

function nameOf({ phrase, names, terms }: Subject): string {
  const [name] = names
  const isAlone = terms.length === 0 && names.length === 1
  return isAlone && name && name.label.length <= NAME_MAX_CHARACTERS ? name.label : phrase
}

/** Codes of the themes or agencies that a subject names, each once. */
export function codesOf({ names }: Subject, kind: 'theme' | 'agency'): string[] {
  return [...new Set(names.filter((name) => name.kind === kind).map(({ code }) => code))]
}

/** The recorte that a subject asks for, before anything is counted. */
export function draftOf(subject: Subject, uses: WordUses): Draft {
  return {
    title: titleOf(nameOf(subject)),
    filters: {
      themes: codesOf(subject, 'theme'),
      agencies: codesOf(subject, 'agency'),
      keywords: keywordsOf(subject.terms, uses),
    },
    terms: subject.terms.slice(0, PHRASE_MAX_TERMS),
    subject,
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
