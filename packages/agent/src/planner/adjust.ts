import type { RecorteCount } from '../tools/count-recorte.ts'
import { foldName } from '@pauta/platform/text/fold-text'
import { otherNumber } from '../words/number-forms.ts'
import { OTHER_ADJECTIVES } from '../words/request-words.ts'
import type { Term } from './subject.ts'
import { codesOf, keywordsOf, titleOf, type Draft, type WordUses } from './drafts.ts'

/** A replacement for a bad draft, with a message about the change. */
export interface Adjustment {
  draft: Draft
  message: string
}

/** Prepositions inside names, which are not counted in the index. */
const isShort = (word: string) => word.length <= 3

/** The share of a person's terms that must remain. With fewer terms the subject changes. */
const TERMS_KEPT = 0.5

/** Endings of adjectives that are made of nouns and verbs: "infantil", "escolar", "ambientais", "olímpica", "renovável". */
const ADJECTIVE = /(?:a[lr]|il|ais|ares|is|vel|(?:ic|ári|iv|os)[oa]s?)$/iu

const isAdjective = (text: string) => ADJECTIVE.test(text) || OTHER_ADJECTIVES.has(foldName(text))

/** Returns the terms that the next word describes, without a preposition between them: "vacinação" in "vacinação infantil". */
function listDescribed({ terms, subject }: Draft): Term[] {
  const phrase = subject.phrase.toLowerCase()
  return terms.filter(({ text }, position) => {
    const next = terms[position + 1]?.text
    return next && isAdjective(next) && phrase.includes(`${text} ${next}`.toLowerCase())
  })
}

/**
 * Drops the most common term, the least specific one: "combate à dengue" is about dengue. An adjective goes before its
 * noun: "vacinação infantil" is about vaccination.
 */
function dropCommonestTerm(draft: Draft, uses: WordUses): Adjustment | undefined {
  const { terms, title, subject } = draft
  const asked = Math.max(subject.terms.length, subject.allTerms.length)
  if (terms.length - 1 < Math.max(1, asked * TERMS_KEPT)) return undefined
  const usesOf = (text: string) => uses.get(text) ?? 0
  const described = listDescribed(draft)
  const [commonest] = terms
    .filter((term) => !described.includes(term))
    .toSorted((a, b) => usesOf(b.text) - usesOf(a.text))
  const left = terms.filter((term) => term !== commonest)
  return {
    draft: { ...draft, terms: left, filters: { ...draft.filters, keywords: keywordsOf(left, uses) } },
    message: `“${title}”: nenhuma notícia tem todas as palavras; tirei “${commonest?.text}”.`,
  }
}

/** Returns true if every word of the term, in any form, occurs in some article. */
export function isInNews({ text, forms, isKnown }: Term, uses: WordUses): boolean {
  if (isKnown) return true
  const isUsed = (word: string) =>
    [word, ...otherNumber(word.toLowerCase())].some((form) => (uses.get(form) ?? 0) > 0)
  return [text, ...forms].some((form) => form.split(' ').every((word) => isUsed(word) || isShort(word)))
}

/** Keeps only the themes and agencies, as a last resort. */
function fallBackToNames(draft: Draft): Adjustment | undefined {
  const { subject, title } = draft
  const [name] = subject.names
  // A subject without words began with its names, and they captured nothing.
  if (!name || subject.terms.length === 0) return undefined
  const filters = { themes: codesOf(subject, 'theme'), agencies: codesOf(subject, 'agency'), keywords: [] }
  return {
    // Without terms, `widen` does not run this step again.
    draft: { ...draft, title: titleOf(name.label), filters, terms: [] },
    message: `“${title}”: nada com essas palavras em 30 dias; fico com ${name.label}.`,
  }
}

/** Returns a wider draft for a draft that captured no article in 30 days, or undefined if no term can be dropped. */
export function widen(draft: Draft, uses: WordUses): Adjustment | undefined {
  const { filters, title, subject, terms } = draft
  const { themes, agencies } = filters
  // Its place may be why an agency or a theme has no news, and the reader asked for the place.
  const isPlaced = subject.states.length > 0
  // Keeps a word that no article contains: the recorte waits for such news, and fewer words would change the subject.
  if (terms.some((term) => !isInNews(term, uses))) return undefined
  if (!isPlaced && agencies.length > 0 && (themes.length > 0 || terms.length > 0)) {
    const left = subject.allTerms.map(({ text }) => text).join(' ')
    return {
      draft: { ...draft, title: titleOf(left || title), filters: { ...filters, agencies: [] } },
      message: `“${title}”: nada com esse órgão em 30 dias; procuro em todos os órgãos.`,
    }
  }
  if (!isPlaced && themes.length > 0 && (terms.length > 0 || subject.terms.length === 0)) {
    const words = subject.allTerms
    return {
      draft: {
        ...draft,
        terms: words,
        filters: { themes: [], agencies: [], keywords: keywordsOf(words, uses) },
      },
      message: `“${title}”: nada dentro desse tema em 30 dias; procuro só pelas palavras.`,
    }
  }
  const isRare = filters.keywords.some((keyword) => (uses.get(keyword) ?? 0) > 0)
  // A subject with news before the last 30 days will have news again.
  if (filters.keywords.length === 0 || isRare) return undefined
  // A theme without its qualifiers is closer to the request than one qualifier alone.
  const dropped = codesOf(subject, 'theme').length > 0 ? undefined : dropCommonestTerm(draft, uses)
  return dropped ?? fallBackToNames(draft)
}

/** Returns a narrower draft for a draft that captures too many articles, or undefined if the person asked for that. */
export function narrow(draft: Draft, count: RecorteCount): Adjustment | undefined {
  const { filters, title, terms } = draft
  const [main] = count.top_themes
  if (terms.length === 0 || !main || filters.themes.length > 0) return undefined
  const percent = Math.round((100 * count.count_30_days) / count.total_30_days)
  return {
    draft: { ...draft, filters: { ...filters, themes: [main.code] } },
    message: `“${title}”: captaria ${percent}% de todas as notícias; limitei ao tema mais frequente, ${main.label}.`,
  }
}
