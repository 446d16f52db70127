import type { RecorteFilters } from '@pauta/clippings/recortes/recorte'
import { FILTER_NAMES, type ArticleFilter } from '@pauta/core/search-index/article-filter'
import type { ArticleOrder } from '@pauta/core/search-index/search'
import { parseSelection, type Selection } from './selection.ts'

/** The arguments of GraphQL's `articles` (without query) or `search`. */
export interface GraphqlArguments {
  query?: string | null | undefined
  filter?: ArticleFilter | null | undefined
  semantic?: boolean | null | undefined
  alpha?: number | null | undefined
  dedup?: boolean | null | undefined
  sort?: ArticleOrder | null | undefined
}

/** Returns the ArticleFilter of a selection, without fields that restrict nothing. */
export function toArticleFilter(selection: Selection): ArticleFilter {
  const restricting = FILTER_NAMES.filter((field) => {
    const value = selection[field]
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== false
  })
  return Object.fromEntries(restricting.map((field) => [field, selection[field]]))
}

/** Returns the GraphQL arguments of a selection: of `search` if `query` is present, else of `articles`. */
export function toGraphql(selection: Selection): GraphqlArguments {
  const { q, semantic, alpha, sort } = selection
  const filter = toArticleFilter(selection)
  if (q === null) return { filter, sort }
  return { query: q, filter, sort, semantic, ...(alpha === null ? {} : { alpha }) }
}

/** A recorte without its id. */
export interface TitledFilters extends RecorteFilters {
  title: string
}

/** Returns the selection of a recorte, with its title. */
export const fromRecorte = (recorte: TitledFilters): Selection => parseSelection(recorte)
