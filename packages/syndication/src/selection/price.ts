import { priceOfFilter } from '@pauta/core/search-index/price'
import { countSearchedWords } from '@pauta/core/search-index/query'
import { toArticleFilter } from './convert-selection.ts'
import type { Selection } from './selection.ts'

/**
 * Returns the price of one page of a selection, in GraphQL's points: of `articles` without words to search for, of
 * `search` with them, each without the selected fields. A point stands for 40 µs of one processor.
 */
export function priceOfPage(selection: Selection, rows: number): number {
  const { q, semantic } = selection
  const filter = priceOfFilter(toArticleFilter(selection))
  if (q === null) return 250 + 2 * rows + filter
  return 500 + 300 * countSearchedWords(q) + (semantic ? 500 : 0) + rows + filter
}
