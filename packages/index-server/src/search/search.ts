import type { ChosenTerm } from '../keyword/across-fields.ts'
import type { Collection } from '../storage/collection.ts'
import type { CollectionIndex } from '../memory-index/collection-index.ts'
import { countFacets } from '../facets/facets.ts'
import { evaluateFilter } from '../filters/filter-evaluate.ts'
import { groupHits } from './grouping.ts'
import { createComparator, createKeyComparators, selectFirst } from '../ordering/hit-order.ts'
import type { Ranking } from '../ordering/hit-order.ts'
import { createHitWriter } from './hit-writer.ts'
import { HttpError, notFound } from '../requests/http-error.ts'
import { fuseRanks } from '../vectors/hybrid.ts'
import { matchAll, restrictToQuery, searchWords } from '../keyword/keyword-search.ts'
import type { Parameters } from '../requests/parameters.ts'
import { parseQuery } from '../keyword/query-words.ts'
import type { QueryWords } from '../keyword/query-words.ts'
import { SearchDeadline } from '../keyword/search-deadline.ts'
import { parseSearch } from './search-request.ts'
import type { SearchRequest } from './search-request.ts'
import { SlotSet } from '../arrays/slot-set.ts'
import { bucketScores } from '../keyword/text-buckets.ts'
import { findNeighbours, measure } from '../vectors/vector-search.ts'

/** Number of text ranks in a fusion, unless the page needs more. */
const MIN_RANKED = 250
/** Default number of neighbours in a hybrid search. */
const HYBRID_NEIGHBOURS = 100

interface Found {
  slots: SlotSet
  /** The hits that can be on the page. Others may have no score. */
  ranked: SlotSet
  ranking: Ranking
  terms: ChosenTerm[]
  query: QueryWords
}

/**
 * Answers one search. Yields often while it searches words, and the collection may change in between: hits then have
 * the documents' state at the end. Throws 408 when the time is over before any hit.
 */
export function* search(
  collection: Collection,
  parameters: Parameters,
): Generator<void, Record<string, unknown>> {
  const started = performance.now()
  const { index } = collection
  const request = parseSearch(parameters, index)
  const deadline = new SearchDeadline(request.cutoffMilliseconds)
  const found = yield* find(collection, request, deadline)
  if (collection.isDropped) throw notFound('Not found.')
  if (deadline.isOver && found.slots.count === 0) throw new HttpError(408, 'Request Timeout')
  const comparators = createKeyComparators(index, request.sort, found.ranking)
  const compare = createComparator(index, comparators)
  const writer = createHitWriter(collection, request, found)
  const answer: Record<string, unknown> = {}
  const wanted = request.offset + request.limit
  let groupNumbers: Int32Array | undefined
  if (request.grouping === undefined) {
    const top = selectFirst(index, found.ranked, wanted, request.sort, compare).slice(request.offset)
    answer.found = found.slots.count
    answer.hits = Array.from(top, (slot) => writer.write(slot))
  } else {
    const { grouping, sort: keys } = request
    const listed = { hits: found.slots, list: found.slots.list() }
    const groups = groupHits(index, grouping, listed, { compare, keys, comparators }, wanted)
    groupNumbers = groups.numbers
    answer.found = groups.count
    answer.found_docs = found.slots.count
    answer.grouped_hits = groups.first
      .slice(request.offset)
      .map((group) => writer.writeGroup(group, grouping.fields))
  }
  const facetCounts = countFacets(index, request.facets, found.slots, groupNumbers, request.highlight)
  found.ranking.text?.release()
  return {
    facet_counts: facetCounts,
    ...answer,
    out_of: index.live,
    ...(request.hasOffset ? { offset: request.offset } : { page: request.page }),
    request_params: {
      collection_name: collection.name,
      first_q: request.q,
      per_page: request.limit,
      q: request.q,
    },
    search_cutoff: deadline.isOver,
    search_time_ms: Math.round(performance.now() - started),
  }
}

/** The hits of a search, unordered, with the values that can order them. */
function* find(
  { index, synonyms }: Collection,
  request: SearchRequest,
  deadline: SearchDeadline,
): Generator<void, Found> {
  let allowed = listAllowed(index, request)
  const query: QueryWords = request.isWildcard
    ? { words: [], phrases: [], excluded: [] }
    : parseQuery(request.q, index.tokenizer)
  const phraseWeights = restrictToQuery(query, request.keyword.fields, allowed)
  const ranking: Ranking = { text: undefined, distances: undefined, fusion: undefined, buckets: undefined }
  if (request.isWildcard) {
    const slots = findAll(index, request, allowed, ranking)
    return { slots, ranked: slots, ranking, terms: [], query }
  }
  const moves = index.moves
  const others = request.synonyms === undefined ? [] : synonyms.expand(query.words, request.synonyms)
  const found =
    query.words.length === 0
      ? { matches: matchAll(allowed, phraseWeights), terms: [] }
      : yield* searchWords(
          index,
          [query.words, ...others],
          allowed,
          request.keyword,
          deadline,
          countRanked(request),
        )
  if (index.moves !== moves) {
    found.matches = found.matches.renumber((slot) => index.currentSlot(slot))
    allowed = renumber(index, allowed)
  }
  ranking.text = found.matches
  let { slots, ranked } = found.matches
  if (request.vector !== undefined) {
    slots = ranked = fuse(index, request, allowed, slots, ranking, query.phrases.length > 0)
  }
  applyBuckets(index, request, slots, ranking)
  return { slots, ranked, ranking, terms: found.terms, query }
}

/** Returns how many of the best text hits need a score. All need one, except in a plain list that begins with the best. */
function countRanked({ sort: [key], grouping, vector, offset, limit }: SearchRequest): number {
  const isByText = key?.by.kind === 'text_match' && key.isDescending && key.by.buckets === 0
  return isByText && grouping === undefined && vector === undefined
    ? offset + limit
    : Number.POSITIVE_INFINITY
}

/** Returns the documents that pass the filter and are not hidden. */
function listAllowed(index: CollectionIndex, { filter, hiddenIds }: SearchRequest): SlotSet {
  const allowed = filter === undefined ? index.alive.copy() : evaluateFilter(index, filter)
  for (const id of hiddenIds) {
    const slot = index.findSlot(id)
    if (slot !== undefined) allowed.delete(slot)
  }
  return allowed
}

function findAll(
  index: CollectionIndex,
  request: SearchRequest,
  allowed: SlotSet,
  ranking: Ranking,
): SlotSet {
  if (request.vector === undefined) return allowed
  const k = request.vector.k > 0 ? request.vector.k : request.offset + request.limit
  const neighbours = findNeighbours(index, request.vector, allowed, request.filter !== undefined, k)
  ranking.distances = neighbours.distances
  return SlotSet.of(neighbours.slots)
}

/** Adds the neighbours of the query vector to the text hits and ranks both together. */
function fuse(
  index: CollectionIndex,
  request: SearchRequest,
  allowed: SlotSet,
  slots: SlotSet,
  ranking: Ranking,
  hasPhrases: boolean,
): SlotSet {
  const vector = request.vector!
  const deepest = request.offset + request.limit
  const k = vector.k > 0 ? vector.k : Math.max(HYBRID_NEIGHBOURS, deepest)
  const byText = rankByText(index, request, slots, ranking, Math.max(MIN_RANKED, deepest))
  const isFiltered = request.filter !== undefined || hasPhrases
  const neighbours = findNeighbours(index, vector, allowed, isFiltered, k)
  if (request.rerankHybrid) {
    measure(index, vector, byText, neighbours.distances)
    const all = new Set([...neighbours.slots, ...byText])
    neighbours.slots = Int32Array.from(
      [...all].filter((slot) => !Number.isNaN(neighbours.distances.get(slot))),
    )
    neighbours.slots.sort((a, b) => neighbours.distances.get(a) - neighbours.distances.get(b))
  }
  ranking.distances = neighbours.distances
  ranking.fusion = fuseRanks(byText, neighbours, vector.alpha)
  return SlotSet.of(neighbours.slots).unite(slots)
}

/** Returns text hits in the order of the search, at most the group limit per group. */
function rankByText(
  index: CollectionIndex,
  request: SearchRequest,
  slots: SlotSet,
  ranking: Ranking,
  count: number,
): Int32Array {
  const comparators = createKeyComparators(index, request.sort, ranking)
  const compare = createComparator(index, comparators)
  if (request.grouping === undefined) return selectFirst(index, slots, count, request.sort, compare)
  const order = { compare, keys: request.sort, comparators }
  const { first } = groupHits(
    index,
    request.grouping,
    { hits: slots, list: slots.list() },
    order,
    slots.count,
  )
  return Int32Array.from(first.flatMap((group) => group.slots)).sort(compare)
}

function applyBuckets(
  index: CollectionIndex,
  request: SearchRequest,
  slots: SlotSet,
  ranking: Ranking,
): void {
  const key = request.sort.find(({ by }) => by.kind === 'text_match' && by.buckets > 0)
  if (key === undefined || key.by.kind !== 'text_match' || ranking.text === undefined) return
  const compare = createComparator(index, createKeyComparators(index, request.sort, ranking))
  const ranked = slots.list().sort(compare)
  ranking.buckets = bucketScores(ranked, ranking.text, key.by.buckets)
}

/** Converts slots from before an index change: documents that moved are included with their new slots. */
function renumber(index: CollectionIndex, slots: SlotSet): SlotSet {
  const renumbered = new SlotSet()
  for (const slot of slots.list()) {
    const current = index.currentSlot(slot)
    if (current !== undefined) renumbered.add(current)
  }
  return renumbered
}
