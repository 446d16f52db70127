import {
  parseFilledRecortes,
  RECORTE_BOUNDS,
  RECORTE_TITLE_MAX_CHARACTERS,
  type RecorteFilters,
} from '@pauta/clippings/recortes/recorte'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import type { Subject, Term } from './subject.ts'

/** More terms than these rarely occur together in one summary. */
const PHRASE_MAX_TERMS = 5
/** Maximum number of forms of one phrase in a recorte. */
const FORMS_MAX = 8
/** For longer official names, the title keeps the words that the person typed. */
const NAME_MAX_CHARACTERS = 45

/** Number of articles by word or phrase. */
export type WordUses = ReadonlyMap<string, number>

/** A recorte before it is final. */
export interface Draft {
  title: string
  filters: RecorteFilters
  /** The terms that make the keywords, in order. Adjustments remove terms. */
  terms: readonly Term[]
  /** The subject of the request, for adjustments that restart from it. */
  subject: Subject
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the terms as one keyword, and again with each of the terms in its other forms. */
export function keywordForms(terms: readonly Term[]): string[] {
  const taken = terms.slice(0, PHRASE_MAX_TERMS)
  if (taken.length === 0) return []
  const texts = taken.map(({ text }) => text)
  const others = taken.flatMap(({ forms }, position) =>
    forms.map((form) => texts.with(position, form).join(' ')),
  )
  const keywords = [texts.join(' '), ...others].map((text) =>
    cutAtWord(oneLine(text), RECORTE_BOUNDS.keywords.characters),
  )
  return [...new Set(keywords)].slice(0, FORMS_MAX)
}

/** Returns the keyword forms that occur in the news. The original words always stay. */
export function keywordsOf(terms: readonly Term[], uses: WordUses): string[] {
  return keywordForms(terms).filter((form, position) => position === 0 || (uses.get(form) ?? 0) > 0)
}

export const titleOf = (text: string) => capitalise(cutAtWord(oneLine(text), RECORTE_TITLE_MAX_CHARACTERS))

function nameOf({ phrase, names, terms, states }: Subject): string {
  const [name] = names
  const isAlone = terms.length + states.length === 0 && names.length === 1
  return isAlone && name && name.label.length <= NAME_MAX_CHARACTERS ? name.label : phrase
}

/** Returns the codes of the themes or agencies that a subject names, without duplicates. */
export function codesOf({ names }: Subject, kind: 'theme' | 'agency'): string[] {
  return [...new Set(names.filter((name) => name.kind === kind).map(({ code }) => code))]
}

/** Returns the draft with the states of its subject, which adjustments leave out. */
export function withStates(draft: Draft): Draft {
  const { states } = draft.subject
  return states.length === 0 ? draft : { ...draft, filters: { ...draft.filters, states: [...states] } }
}

/** Returns the draft for a subject, before any article is counted. */
export function draftOf(subject: Subject, uses: WordUses): Draft {
  return withStates({
    title: titleOf(nameOf(subject)),
    filters: {
      themes: codesOf(subject, 'theme'),
      agencies: codesOf(subject, 'agency'),
      keywords: keywordsOf(subject.terms, uses),
    },
    terms: subject.terms.slice(0, PHRASE_MAX_TERMS),
    subject,
  })
}

/** Removes drafts with equal filters. */
export function withoutCopies(drafts: readonly Draft[]): Draft[] {
  const byFilters = new Map<string, Draft>()
  for (const draft of drafts) {
    const key = JSON.stringify(draft.filters).toLowerCase()
    if (!byFilters.has(key)) byFilters.set(key, draft)
  }
  return [...byFilters.values()]
}

/** Validates drafts as `createClipping` does, so that clients never receive a recorte that it refuses. */
export const checkDrafts = (drafts: readonly Draft[]) =>
  parseFilledRecortes(drafts.map(({ title, filters }) => ({ title, ...filters })))
