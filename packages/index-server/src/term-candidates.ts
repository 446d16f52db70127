import { listFuzzyTerms } from './fuzzy-terms.ts'
import type { InvertedField } from './inverted-field.ts'

export interface CandidateOptions {
  /** Edits between the word and a term: exactly this many. */
  cost: number
  isPrefix: boolean
  limit: number
  /** Which terms are taken when there are more: those of the highest default sort value, or of most documents. */
  order: 'weight' | 'frequency'
  accepts: (term: string) => boolean
}

/** Terms of a field that a query word may stand for, the word itself first when it is one of them. */
export function listCandidates(field: InvertedField, word: string, options: CandidateOptions): string[] {
  if (options.cost === 0 && !options.isPrefix) return field.has(word) ? [word] : []
  const found = listFuzzyTerms(field.dictionary.sorted(), word, options.cost, options.isPrefix)
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
