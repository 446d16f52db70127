import type { IndexDocument } from '../articles/document.ts'
import { withIds, type Filter } from './filter.ts'
import type { IndexAnswer, IndexSearch, SearchIndex } from './client.ts'

export type ArticleOrder = 'RELEVANCE' | 'DATE' | 'TRENDING' | 'VIEWS'
/** A field of the index document that a caller wants back. */
export type DocumentField = keyof IndexDocument

/** One page of documents; `found` counts all that match (groups when copies are merged). */
export interface DocumentPage {
  documents: IndexDocument[]
  found: number
  /** The collection that answered, where the engine names it: the alias may point to another one from now on. */
  collection?: string | undefined
}

interface PageRequest {
  filter?: Filter
  order?: ArticleOrder | null | undefined
  /** From 1. */
  page: number
  /** At most 250. */
  limit: number
  /** One document per content_hash; documents without one are never merged. */
  dedup?: boolean
  fields: readonly DocumentField[]
}

export interface TextSearch extends PageRequest {
  query: string
  /** Vector of the query and its weight from 0 (words only) to 1 (vector only). */
  semantic?: { vector: Float32Array; alpha: number } | undefined
}

/** Neighbours asked of the vector part, whatever the page, so that `found` and order stay from page to page. */
export const VECTOR_NEIGHBOURS = 250
/** The width of the engine's graph search; its default misses 10 to 40 % of the neighbours. */
export const VECTOR_SEARCH_WIDTH = 300

/** Every parameter that ranks, so that neither a change of the engine's defaults nor a preset moves results. */
export const RANKING = {
  query_by: 'title,summary,content',
  query_by_weights: '4,2,1',
  num_typos: '2',
  min_len_1typo: 4,
  min_len_2typo: 7,
  prefix: 'true',
  infix: 'off',
  drop_tokens_threshold: 1,
  drop_tokens_mode: 'right_to_left',
  typo_tokens_threshold: 1,
  // The engine would take fewer as the collection grows.
  max_candidates: 10,
  enable_typos_for_numerical_tokens: true,
  enable_typos_for_alpha_numerical_tokens: true,
  split_join_tokens: 'fallback',
  prioritize_exact_match: true,
  prioritize_token_position: false,
  prioritize_num_matching_fields: true,
  text_match_type: 'max_score',
  exhaustive_search: false,
  enable_synonyms: false,
  enable_overrides: false,
} as const

/** Highlighting is nothing that a caller sees. */
export const NO_EXTRAS = { highlight_fields: 'none', enable_highlight_v1: false } as const

/** What each order sorts by; relevance is the engine's own. */
export const SORT: Record<ArticleOrder, string | undefined> = {
  RELEVANCE: undefined,
  DATE: 'published_at:desc',
  TRENDING: 'trending_score(missing_values: last):desc,published_at:desc',
  VIEWS: 'view_count(missing_values: last):desc,published_at:desc',
}

function sharedParameters({ filter, page, limit, dedup, fields }: PageRequest): IndexSearch {
  return {
    q: '*',
    ...(filter === undefined ? {} : { filter_by: filter }),
    page,
    per_page: limit,
    include_fields: [...new Set<string>(['unique_id', ...fields])].join(','),
    ...(dedup ? { group_by: 'content_hash', group_limit: 1, group_missing_values: false } : {}),
    ...NO_EXTRAS,
  }
}

/** Name of the collection behind the alias at the time of the answer. */
export function collectionOf(answer: IndexAnswer): string | undefined {
  return answer.request_params.collection_name
}

function toPage(answer: IndexAnswer): DocumentPage {
  const hits = answer.grouped_hits?.flatMap((group) => group.hits) ?? answer.hits ?? []
  return {
    documents: hits.map((hit) => hit.document),
    found: answer.found,
    collection: collectionOf(answer),
  }
}

function listing(request: PageRequest): IndexSearch {
  return { ...sharedParameters(request), sort_by: SORT[request.order ?? 'DATE'] ?? 'published_at:desc' }
}

/** Documents that pass a filter, newest first unless another order is asked. */
export async function listDocuments(index: SearchIndex, request: PageRequest): Promise<DocumentPage> {
  return toPage(await index.search(listing(request)))
}

/** Several such lists in one request to the index, in their order. */
export async function listDocumentsEach(
  index: SearchIndex,
  requests: readonly PageRequest[],
): Promise<DocumentPage[]> {
  return (await index.searchAll(requests.map(listing))).map(toPage)
}

/** A dash before a word excludes it and a lone quote opens a phrase: a pasted title must mean its words. */
export function plainWords(query: string): string {
  const undashed = query.replace(/(^|\s)-+(?=\S)/g, '$1')
  const quotes = undashed.split('"').length - 1
  return quotes % 2 === 0 ? undashed : undashed.replaceAll('"', ' ')
}

function vectorQuery({ vector, alpha }: { vector: Float32Array; alpha: number }): string {
  return `content_embedding:([${vector.join(',')}], k:${VECTOR_NEIGHBOURS}, ef:${VECTOR_SEARCH_WIDTH}, alpha:${alpha})`
}

function textParameters(query: string, semantic: TextSearch['semantic']): Partial<IndexSearch> {
  if (semantic && semantic.alpha >= 1) {
    return { q: '*', vector_query: vectorQuery(semantic), sort_by: '_vector_distance:asc' }
  }
  const words = { q: plainWords(query), ...RANKING, sort_by: '_text_match:desc,published_at:desc' }
  return semantic && semantic.alpha > 0 ? { ...words, vector_query: vectorQuery(semantic) } : words
}

/**
 * Documents that match words, a vector, or both (reciprocal rank fusion weighted by alpha), best first.
 * In an order other than relevance the vector would be ignored by the engine, so the 250 best of a semantic search
 * are found first and then put in that order.
 */
export async function searchDocuments(index: SearchIndex, request: TextSearch): Promise<DocumentPage> {
  const { query, semantic, order } = request
  if (query.trim() === '*') return listDocuments(index, request)
  const sort = SORT[order ?? 'RELEVANCE']
  const text = textParameters(query, semantic)
  if (sort === undefined) return toPage(await index.search({ ...sharedParameters(request), ...text }))
  if (!semantic || semantic.alpha <= 0) {
    return toPage(await index.search({ ...sharedParameters(request), ...text, sort_by: sort }))
  }
  const best = await index.search({
    ...sharedParameters({ filter: request.filter, page: 1, limit: VECTOR_NEIGHBOURS, fields: [] }),
    ...text,
  })
  const ids = (best.hits ?? []).map((hit) => hit.document.unique_id)
  if (ids.length === 0) return { documents: [], found: 0 }
  const ordered = await listDocuments(index, { ...request, filter: withIds(ids) })
  return { ...ordered, collection: collectionOf(best) }
}

/** The document of an article, or undefined. */
export async function findDocument(
  index: SearchIndex,
  uniqueId: string,
  fields: readonly DocumentField[],
): Promise<IndexDocument | undefined> {
  const { documents } = await listDocuments(index, { filter: withIds([uniqueId]), page: 1, limit: 1, fields })
  // The filter folds nothing for ids, but an id made of symbols alone could still match loosely.
  return documents.find((document) => document.unique_id === uniqueId)
}
