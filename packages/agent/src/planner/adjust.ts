import type { RecorteCount } from '../tools/count-recorte.ts'
import { otherNumber } from './number-forms.ts'
import type { Term } from './subjects.ts'
import { codesOf, keywordsOf, titleOf, type Draft, type WordUses } from './drafts.ts'

/** Another draft in place of one that is no good, and what is said of the change. */
export interface Adjustment {
  draft: Draft
  message: string
}

/** Prepositions inside of names, which are not looked up. */
const isShort = (word: string) => word.length <= 3

/** Of the terms that a person gave, at least so much stays; with less it would be another subject. */
const TERMS_KEPT = 0.5

/** The most common term says the least: "combate à dengue" is about dengue. */
function dropCommonestTerm(draft: Draft, uses: WordUses): Adjustment | undefined {
  const { terms, title, subject } = draft
  const asked = Math.max(subject.terms.length, subject.allTerms.length)
  if (terms.length - 1 < Math.max(1, asked * TERMS_KEPT)) return undefined
  const usesOf = (text: string) => uses.get(text) ?? 0
  const commonest = terms.toSorted((a, b) => usesOf(b.text) - usesOf(a.text))[0]
  const left = terms.filter((term) => term !== commonest)
  return {
    draft: { ...draft, terms: left, filters: { ...draft.filters, keywords: keywordsOf(left, uses) } },
    message: `“${title}”: nenhuma notícia tem todas as palavras; tirei “${commonest?.text}”.`,
  }
}

/** Whether any article has each word of a term, in any of its forms. */
function isInNews({ text, forms, isKnown }: Term, uses: WordUses): boolean {
  if (isKnown) return true
  const isUsed = (word: string) =>
    [word, ...otherNumber(word.toLowerCase())].some((form) => (uses.get(form) ?? 0) > 0)
  return [text, ...forms].some((form) => form.split(' ').every((word) => isUsed(word) || isShort(word)))
}

/** The themes and agencies alone, as a last resort. */
function fallBackToNames(draft: Draft): Adjustment | undefined {
  const { subject, title } = draft
  const [name] = subject.names
  if (!name) return undefined
  const filters = { themes: codesOf(subject, 'theme'), agencies: codesOf(subject, 'agency'), keywords: [] }
  return {
    // Without terms there is no way back here.
    draft: { ...draft, title: titleOf(name.label), filters, terms: [] },
    message: `“${title}”: nada com essas palavras em 30 dias; fico com ${name.label}.`,
  }
}

/** A wider draft for one that captured nothing in 30 days; undefined when nothing is left to give up. */
export function widen(draft: Draft, uses: WordUses): Adjustment | undefined {
  const { filters, title, subject, terms } = draft
  const { themes, agencies } = filters
  // A word that no article has stays: the recorte waits for news of it, and fewer words would be another subject.
  if (terms.some((term) => !isInNews(term, uses))) return undefined
  if (agencies.length > 0 && (themes.length > 0 || terms.length > 0)) {
    const left = subject.allTerms.map(({ text }) => text).join(' ')
    return {
      draft: { ...draft, title: titleOf(left || title), filters: { ...filters, agencies: [] } },
      message: `“${title}”: nada com esse órgão em 30 dias; procuro em todos os órgãos.`,
    }
  }
  if (themes.length > 0 && agencies.length === 0 && (terms.length > 0 || subject.terms.length === 0)) {
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
  // What had news before the last 30 days will have them again.
  if (filters.keywords.length === 0 || isRare) return undefined
  // A theme without its qualities is nearer to what was asked than one of its qualities.
  const dropped = codesOf(subject, 'theme').length > 0 ? undefined : dropCommonestTerm(draft, uses)
  return dropped ?? fallBackToNames(draft)
}

/** A narrower draft for one that captures far too much; undefined where that is what a person asked for. */
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
