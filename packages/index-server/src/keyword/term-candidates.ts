import { byCodeUnit } from '../memory-index/dictionary.ts'
import { listFuzzyTerms } from './fuzzy-terms.ts'
import type { InvertedField } from '../memory-index/inverted-field.ts'

export interface CandidateOptions {
  /** Edits between the word and a term: exactly this number. */
  cost: number
  isPrefix: boolean
  limit: number
  /** Which terms to use when there are too many: those with the highest default sort value, or with most documents. */
  order: 'weight' | 'frequency'
  accepts: (term: string) => boolean
}

/** Returns the terms of a field that a query word may match. The word itself comes first when it is a term. */
export function listCandidates(field: InvertedField, word: string, options: CandidateOptions): string[] {
  if (options.cost === 0 && !options.isPrefix) return field.has(word) ? [word] : []
  const found = field.dictionary
    .runs()
    .flatMap((terms) => listFuzzyTerms(terms, word, options.cost, options.isPrefix))
    .sort(byCodeUnit)
  const score = (term: string): number =>
    options.order === 'weight' ? field.weightOf(term) : field.documentsOf(term)
  const ranked = found
    .filter((term) => term !== word && field.has(term))
    .map((term) => ({ term, score: score(term) }))
    .sort((a, b) => b.score - a.score)
  const taken: string[] = options.cost === 0 && field.has(word) ? [word] : []
  for (const { term } of ranked) {
    if (taken.length >= options.limit) break
    if (options.accepts(term)) taken.push(term)
  }
  return taken
}
