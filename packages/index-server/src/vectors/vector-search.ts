import type { CollectionIndex } from '../memory-index/collection-index.ts'
import { badRequest } from '../requests/http-error.ts'
import { selectTop } from '../ordering/hit-order.ts'
import { PagedNumbers } from '../arrays/paged-numbers.ts'
import type { SlotSet } from '../arrays/slot-set.ts'
import type { VectorQuery } from './vector-query-parser.ts'
import type { VectorStore } from '../memory-index/vector-store.ts'

export interface Neighbours {
  /** Nearest first. */
  slots: Int32Array
  /** Distance by slot; NaN for slots that are not neighbours. */
  distances: PagedNumbers
}

/** Returns the `k` allowed documents nearest to the query vector. Compares with every vector. */
export function findNeighbours(
  index: CollectionIndex,
  query: VectorQuery,
  allowed: SlotSet,
  isFiltered: boolean,
  k: number,
): Neighbours {
  const store = getStore(index, query)
  const own = query.id === undefined ? undefined : index.findSlot(query.id)
  const prepared = prepare(index, query)
  const distances = new PagedNumbers(Number.NaN)
  const candidates: number[] = []
  for (const slot of allowed.list()) {
    if (slot === own) continue
    const distance = store.distance(slot, prepared)
    if (!(distance <= query.distanceThreshold)) continue
    distances.set(slot, distance)
    candidates.push(slot)
  }
  const compare = (a: number, b: number): number =>
    distances.get(a) - distances.get(b) || index.sequenceAt(a) - index.sequenceAt(b)
  const isFlat = isFiltered && query.flatSearchCutoff > 0 && allowed.count < query.flatSearchCutoff
  const slots = selectTop(Int32Array.from(candidates), isFlat ? candidates.length : k, compare)
  const kept = new PagedNumbers(Number.NaN)
  for (const slot of slots) kept.set(slot, distances.get(slot))
  return { slots, distances: kept }
}

/** Returns the distances of the given slots that have a vector. */
export function measure(
  index: CollectionIndex,
  query: VectorQuery,
  slots: Int32Array,
  into: PagedNumbers,
): void {
  const store = getStore(index, query)
  const prepared = prepare(index, query)
  for (const slot of slots) into.set(slot, store.distance(slot, prepared))
}

/** The request was checked, but the schema may have changed since then. */
function getStore(index: CollectionIndex, query: VectorQuery): VectorStore {
  const store = index.vectors.get(query.field)
  if (store === undefined) throw badRequest(`Field \`${query.field}\` does not have a vector query index.`)
  return store
}

/** Returns the query's own vector, or the vector of the document that it names. */
function prepare(index: CollectionIndex, query: VectorQuery): Float32Array {
  const store = getStore(index, query)
  if (query.id === undefined) return store.prepare(query.vector)
  const slot = index.findSlot(query.id)
  const vector = slot === undefined ? undefined : store.find(slot)
  // The request was checked, but the document may have changed since then.
  if (vector === undefined) throw badRequest('Document id referenced in vector query is not found.')
  return vector
}
