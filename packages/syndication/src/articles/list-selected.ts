import { articleFilter, isGrouped } from '@pauta/core/search-index/article-filter'
import {
  listDocuments,
  searchDocuments,
  type DocumentField,
  type DocumentPage,
} from '@pauta/core/search-index/search'
import {
  DEFAULT_ALPHA,
  searchByMeaning,
  type MeaningSources,
} from '@pauta/core/search-index/search-by-meaning'
import type { Selection } from '../selection/selection.ts'
import { toArticleFilter } from '../selection/convert-selection.ts'

/** One page of a selection. */
export interface SelectedPage {
  /** Page number, from 1. */
  page: number
  /** At most 250. */
  limit: number
  fields: readonly DocumentField[]
}

/** Returns one page of a selection: the articles that GraphQL returns for the same arguments, in the same order. */
export async function listSelected(
  sources: MeaningSources,
  selection: Selection,
  page: SelectedPage,
): Promise<DocumentPage> {
  const { q, semantic, sort } = selection
  const dedup = isGrouped(selection)
  const request = { ...page, filter: articleFilter(toArticleFilter(selection)), dedup, order: sort }
  if (q === null) return await listDocuments(sources.index, request)
  const alpha = semantic ? (selection.alpha ?? DEFAULT_ALPHA) : 0
  if (alpha > 0) return await searchByMeaning({ ...request, query: q }, alpha, sources)
  return await searchDocuments(sources.index, { ...request, query: q })
}
