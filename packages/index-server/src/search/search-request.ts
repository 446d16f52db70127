import type { CollectionIndex } from '../memory-index/collection-index.ts'
import { parseFacets } from '../facets/facet-parser.ts'
import type { FacetParameters } from '../facets/facet-parser.ts'
import { parseFilter } from '../filters/filter-parser.ts'
import type { Filter } from '../filters/filter-parser.ts'
import { parseHighlight } from '../highlight/highlight-parser.ts'
import type { HighlightParameters } from '../highlight/highlight-parser.ts'
import { HttpError, badRequest, notFound } from '../requests/http-error.ts'
import type { KeywordOptions } from '../keyword/keyword-options.ts'
import { parseKeywordOptions } from '../keyword/keyword-parser.ts'
import { readBoolean, readList, readText, readUnsigned } from '../requests/parameters.ts'
import type { Parameters } from '../requests/parameters.ts'
import type { Field } from '../schema/field.ts'
import { MAX_SORT_KEYS, parseSort } from '../ordering/sort-parser.ts'
import type { SortKey } from '../ordering/sort-parser.ts'
import type { SynonymOptions } from '../keyword/synonyms.ts'
import { parseVectorQuery } from '../vectors/vector-query-parser.ts'
import type { VectorQuery } from '../vectors/vector-query-parser.ts'

/** A search, parsed and checked against the schema. */
export interface SearchRequest {
  q: string
  isWildcard: boolean
  keyword: KeywordOptions
  filter: Filter | undefined
  hiddenIds: string[]
  sort: SortKey[]
  /**
   * In a hybrid search, set only when `sort` ranks by text. Otherwise the fused score has no use and the vector is
   * ignored.
   */
  vector: VectorQuery | undefined
  rerankHybrid: boolean
  facets: FacetParameters
  grouping: Grouping | undefined
  page: number
  offset: number
  hasOffset: boolean
  limit: number
  include: string[]
  exclude: string[]
  highlight: HighlightParameters
  /** Undefined when synonyms are off. */
  synonyms: SynonymOptions | undefined
  /** Milliseconds after which a search returns the hits found so far. */
  cutoffMilliseconds: number
}

export interface Grouping {
  fields: Field[]
  limit: number
  /** When true, documents without a value form one group. Otherwise each forms its own group. */
  joinsMissing: boolean
}

const MAX_PER_PAGE = 250
const DEFAULT_PER_PAGE = 10
const MAX_GROUP_LIMIT = 99
const DEFAULT_GROUP_LIMIT = 3
const MAX_SYNONYM_TYPOS = 2
const DEFAULT_CUTOFF_MILLISECONDS = 30_000

export function parseSearch(parameters: Parameters, index: CollectionIndex): SearchRequest {
  const q = parameters.get('q')
  if (q === undefined) throw badRequest('Parameter `q` is required.')
  const paging = parsePaging(parameters)
  const isWildcard = q === '*'
  const vectorText = readText(parameters, 'vector_query')
  const vector = vectorText === '' ? undefined : checkVector(parseVectorQuery(vectorText), index)
  const keyword = parseKeywordOptions(parameters, index)
  if (!isWildcard && keyword.fields.length === 0)
    throw badRequest('No search fields specified for the query.')
  const { schema } = index
  const findField = (name: string): Field | undefined => index.findField(name)
  const explicitSort = parseSort(readText(parameters, 'sort_by'), schema, findField)
  const facets = parseFacets(parameters, schema)
  const sort = completeSort(explicitSort, isWildcard, vector !== undefined, index)
  return {
    q,
    isWildcard,
    keyword,
    filter: parseFilter(readText(parameters, 'filter_by'), findField),
    hiddenIds: readList(parameters, 'hidden_hits'),
    sort,
    vector: isWildcard || sort.some(isTextMatch) ? vector : undefined,
    rerankHybrid: readBoolean(parameters, 'rerank_hybrid_matches', false),
    facets,
    grouping: parseGrouping(parameters, index),
    ...paging,
    // A facet query without a page size returns facet values only.
    limit: facets.query !== undefined && !paging.hasPageSize ? 0 : paging.limit,
    include: readList(parameters, 'include_fields'),
    exclude: readList(parameters, 'exclude_fields'),
    highlight: parseHighlight(parameters),
    synonyms: parseSynonyms(parameters),
    cutoffMilliseconds: readUnsigned(parameters, 'search_cutoff_ms', DEFAULT_CUTOFF_MILLISECONDS),
  }
}

const isTextMatch = (key: SortKey): boolean => key.by.kind === 'text_match'
const isDistance = (key: SortKey): boolean => key.by.kind === 'vector_distance'

function parseSynonyms(parameters: Parameters): SynonymOptions | undefined {
  const typos = readUnsigned(parameters, 'synonym_num_typos', 0)
  if (typos > MAX_SYNONYM_TYPOS) {
    throw badRequest(`Value of \`synonym_num_typos\` must not be greater than ${MAX_SYNONYM_TYPOS}.`)
  }
  if (!readBoolean(parameters, 'enable_synonyms', true)) return undefined
  return { isPrefix: readBoolean(parameters, 'synonym_prefix', false), typos }
}

interface Paging {
  page: number
  offset: number
  hasOffset: boolean
  limit: number
  hasPageSize: boolean
}

function parsePaging(parameters: Parameters): Paging {
  const askedPage = readUnsigned(parameters, 'page', 0)
  const page = Math.max(1, askedPage)
  const askedOffset = readUnsigned(parameters, 'offset', 0)
  const limit = readUnsigned(parameters, 'limit', readUnsigned(parameters, 'per_page', DEFAULT_PER_PAGE))
  if (limit > MAX_PER_PAGE)
    throw new HttpError(422, `Only upto ${MAX_PER_PAGE} hits can be fetched per page.`)
  // `page` overrides `offset`.
  const hasOffset = askedPage === 0 && askedOffset !== 0
  const offset = hasOffset ? askedOffset : (page - 1) * limit
  const ceiling = readUnsigned(parameters, 'limit_hits', Number.MAX_SAFE_INTEGER)
  if (offset + limit > ceiling) {
    throw new HttpError(
      422,
      `Only upto ${ceiling} hits can be fetched. Ensure that \`page\` and \`per_page\` parameters are within this range.`,
    )
  }
  return { page, offset, hasOffset, limit, hasPageSize: parameters.has('per_page') }
}

/**
 * Without an explicit order, hits sort by relevance, then by the default sorting field. An explicit order is followed
 * by relevance when it has room for another key: the text score in a keyword search, the distance in a vector search.
 * The text score also enables fusion in a hybrid search.
 */
function completeSort(
  sort: SortKey[],
  isWildcard: boolean,
  hasVector: boolean,
  index: CollectionIndex,
): SortKey[] {
  const byText: SortKey = { by: { kind: 'text_match', buckets: 0 }, isDescending: true }
  const byDistance: SortKey = { by: { kind: 'vector_distance' }, isDescending: false }
  if (sort.length > 0) {
    if (sort.length >= MAX_SORT_KEYS) return sort
    if (!isWildcard) return sort.some(isTextMatch) ? sort : [...sort, byText]
    return !hasVector || sort.some(isDistance) ? sort : [...sort, byDistance]
  }
  const keys: SortKey[] = []
  if (!isWildcard) keys.push(byText)
  if (hasVector) keys.push(byDistance)
  const field = index.findField(index.schema.defaultSortingField)
  if (field !== undefined)
    keys.push({ by: { kind: 'field', field, missingFirst: false }, isDescending: true })
  return keys
}

function checkVector(query: VectorQuery, index: CollectionIndex): VectorQuery {
  const store = index.vectors.get(query.field)
  if (store === undefined) throw badRequest(`Field \`${query.field}\` does not have a vector query index.`)
  if (query.id !== undefined) {
    const slot = index.findSlot(query.id)
    if (slot === undefined) throw badRequest('Document id referenced in vector query is not found.')
    if (!store.has(slot)) {
      throw badRequest('Document referenced in vector query does not contain a valid vector field.')
    }
    return query
  }
  if (query.vector.length === 0) {
    throw badRequest('When a vector query value is empty, an `id` parameter must be present.')
  }
  if (query.vector.length !== store.dimensions) {
    throw badRequest(`Query field \`${query.field}\` must have ${store.dimensions} dimensions.`)
  }
  return query
}

function parseGrouping(parameters: Parameters, index: CollectionIndex): Grouping | undefined {
  const names = readList(parameters, 'group_by')
  if (names.length === 0) return undefined
  const fields = names.map((name) => {
    const field = index.findField(name)
    if (field === undefined) throw notFound(`Could not find a field named \`${name}\` in the schema.`)
    if (!field.facet) throw badRequest(`Group by field \`${name}\` should be a facet field.`)
    return field
  })
  const limit = readUnsigned(parameters, 'group_limit', DEFAULT_GROUP_LIMIT)
  if (limit < 1 || limit > MAX_GROUP_LIMIT) {
    throw badRequest(`Value of \`group_limit\` must be between 1 and ${MAX_GROUP_LIMIT}.`)
  }
  return { fields, limit, joinsMissing: readBoolean(parameters, 'group_missing_values', true) }
}
