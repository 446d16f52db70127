import type { IndexDocument } from './collection.ts'
import { MATCH_NOTHING, withIds, type Filter } from './filter.ts'
import type { IndexSearch, SearchIndex } from './client.ts'
import type { IndexAnswer } from './index-answer.ts'
import { NEWEST_MAX, searchNewest } from './newest.ts'
import { isWordless, readQuery, type Query } from './query.ts'

export type ArticleOrder = 'RELEVANCE' | 'DATE' | 'TRENDING' | 'VIEWS'
/** A field of the index document that the caller requests. */
export type DocumentField = keyof IndexDocument

/** One page of documents. `found` is the number of all matches (of groups when copies are merged). */
export interface DocumentPage {
  documents: IndexDocument[]
  found: number
  /** The collection that answered, when the engine names it. The alias may point to another one later. */
  collection?: string | undefined
}

interface PageRequest {
  filter?: Filter
  order?: ArticleOrder | null | undefined
  /** Page number, from 1. */
  page: number
  /** At most 250. */
  limit: number
  /** Returns one document per story. Documents without a story and a text are never merged. */
  dedup?: boolean
  fields: readonly DocumentField[]
}

/** The vector of a query. */
interface SemanticPart {
  vector: Float32Array
  /** Weight of the vector, from 0 (words only) to 1 (vector only). */
  alpha: number
  /** Greatest cosine distance of a match, in any order. */
  maxDistance: number
}

export interface TextSearch extends PageRequest {
  query: string
  semantic?: SemanticPart | undefined
}

/** Neighbours that the vector part finds for every page, so that `found` and order do not change between pages. */
export const VECTOR_NEIGHBOURS = 250
/** Width of the engine's graph search. The default misses 10 to 40 % of the neighbours. */
export const VECTOR_SEARCH_WIDTH = 300

/**
 * All ranking parameters, so that changed defaults of the engine do not change results. Measured on 500 news by mean
 * reciprocal rank: `max_weight` finds five words of a body at 0.944 instead of 0.979, equal weights find three title
 * words at 0.978 instead of 0.983. `drop_tokens_threshold: 5` gains 0.03 on inflections without a rule, but in date
 * order puts articles with half of the words first.
 */
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
  // By default the engine uses fewer candidates as the collection grows.
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

const AS_WRITTEN = { query_by: RANKING.query_by, query_by_weights: RANKING.query_by_weights } as const
/** Stems of the same fields with the same weights, so that all inflections match. */
const STEMS = { query_by: 'title_stems,summary_stems,content_stems', query_by_weights: '4,2,1' } as const
/** A phrase matches the fields as written; a plain word beside it matches the stems. */
const AS_WRITTEN_AND_STEMS = {
  query_by: `${AS_WRITTEN.query_by},${STEMS.query_by}`,
  query_by_weights: `${AS_WRITTEN.query_by_weights},${STEMS.query_by_weights}`,
} as const
/**
 * Words are sorted by commonness, and the engine drops them from the left until it finds a document: of "o que o
 * governo anunciou sobre creches" the last word is `creche`.
 */
const MOST_COMMON_FIRST = { drop_tokens_mode: 'left_to_right' } as const

/** Turns off highlighting, which callers do not use. */
export const NO_EXTRAS = { highlight_fields: 'none', enable_highlight_v1: false } as const

/** Sort parameter per order. Relevance uses the engine's own order. */
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
    ...(dedup ? { group_by: 'story_id', group_limit: 1, group_missing_values: false } : {}),
    ...NO_EXTRAS,
  }
}

/** Returns the name of the collection that answered. */
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

/** Lists documents of a filter, newest first by default. */
export async function listDocuments(index: SearchIndex, request: PageRequest): Promise<DocumentPage> {
  const { filter, order, page, limit } = request
  const isNewest = filter === undefined && (order ?? 'DATE') === 'DATE' && page * limit <= NEWEST_MAX
  if (!isNewest) return toPage(await index.search(listing(request)))
  const search = listing({ ...request, fields: ['published_at', ...request.fields] })
  return toPage(await searchNewest(index, { search, page, limit }))
}

/** Runs several lists in one request to the index and returns them in order. */
export async function listDocumentsEach(
  index: SearchIndex,
  requests: readonly PageRequest[],
): Promise<DocumentPage[]> {
  return (await index.searchAll(requests.map(listing))).map(toPage)
}

function vectorQuery({ vector, alpha, maxDistance }: SemanticPart): string {
  const options = `k:${VECTOR_NEIGHBOURS}, ef:${VECTOR_SEARCH_WIDTH}, alpha:${alpha}, distance_threshold:${maxDistance}`
  return `content_embedding:([${vector.join(',')}], ${options})`
}

/** Returns the parameters of a search by words, without an order. Without words, they find nothing in any filter. */
export function wordParameters(query: Query): Partial<IndexSearch> {
  if (isWordless(query)) return { q: '*', filter_by: MATCH_NOTHING }
  const { phrases, words, stems } = query
  const usesStems = stems.length > 0
  const fields = !usesStems ? AS_WRITTEN : phrases.length > 0 ? AS_WRITTEN_AND_STEMS : STEMS
  return {
    q: [...phrases, ...(usesStems ? stems : words)].join(' '),
    ...RANKING,
    ...MOST_COMMON_FIRST,
    ...fields,
  }
}

function textParameters({ query, semantic, order }: TextSearch): Partial<IndexSearch> {
  const sort = SORT[order ?? 'RELEVANCE']
  const asked = readQuery(query)
  // Symbols alone find nothing by their meaning either.
  const meant = semantic && semantic.alpha > 0 && !isWordless(asked) ? semantic : undefined
  if (meant && meant.alpha >= 1) {
    return { vector_query: vectorQuery(meant), sort_by: sort ?? '_vector_distance:asc' }
  }
  const words = {
    ...wordParameters(asked),
    sort_by: sort ?? '_text_match:desc,published_at:desc',
  }
  return meant ? { ...words, vector_query: vectorQuery(meant) } : words
}

/**
 * Searches by words, by a vector, or by both (reciprocal rank fusion weighted by alpha), best first. Another order
 * returns the same documents in another order.
 */
export async function searchDocuments(index: SearchIndex, request: TextSearch): Promise<DocumentPage> {
  if (request.query.trim() === '*') return listDocuments(index, request)
  return toPage(await index.search({ ...sharedParameters(request), ...textParameters(request) }))
}

/** Returns the document of an article, or undefined. */
export async function findDocument(
  index: SearchIndex,
  uniqueId: string,
  fields: readonly DocumentField[],
): Promise<IndexDocument | undefined> {
  const { documents } = await listDocuments(index, { filter: withIds([uniqueId]), page: 1, limit: 1, fields })
  // Ids are compared without folding, but an id of symbols could match loosely.
  return documents.find((document) => document.unique_id === uniqueId)
}
