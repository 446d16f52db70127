import type { CollectionIndex } from '../memory-index/collection-index.ts'
import { evaluateFilter } from '../filters/filter-evaluate.ts'
import type { PagedNumbers } from '../arrays/paged-numbers.ts'
import type { SlotSet } from '../arrays/slot-set.ts'
import type { SortKey } from './sort-parser.ts'
import type { TextMatches } from '../keyword/text-matches.ts'

/** Values that order hits, in addition to the columns of their fields. */
export interface Ranking {
  text: TextMatches | undefined
  /** Distance to the query vector by slot. NaN for documents that are not neighbours. */
  distances: PagedNumbers | undefined
  /** Fused score of a hybrid search by slot. It replaces the text score. */
  fusion: PagedNumbers | undefined
  /** Text score by slot after bucketing. Hits of one bucket are equal. */
  buckets: PagedNumbers | undefined
}

/** A column is read in order when there are this many times more hits than wanted. */
const WALK_SHARE = 4

/** Returns a negative number when the first slot ranks first. */
export type Comparator = (a: number, b: number) => number

/** One comparator per sort key. The comparator of `group_found` returns equal for all. */
export function createKeyComparators(
  index: CollectionIndex,
  keys: readonly SortKey[],
  ranking: Ranking,
): Comparator[] {
  return keys.map((key) => {
    if (key.by.kind === 'text_match') return compareText(ranking, key.isDescending)
    if (key.by.kind === 'group_found') return () => 0
    const missingFirst = key.by.kind === 'field' && key.by.missingFirst
    return compareValues(createReader(index, key, ranking), key.isDescending, missingFirst)
  })
}

/** Returns the order of hits: by the keys in turn, then later insertion first. */
export function createComparator(index: CollectionIndex, comparators: readonly Comparator[]): Comparator {
  return (a, b) => {
    for (const compare of comparators) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return index.sequenceAt(b) - index.sequenceAt(a)
  }
}

/** Returns the sort value of a key. NaN when a document has none. */
function createReader(index: CollectionIndex, { by }: SortKey, ranking: Ranking): (slot: number) => number {
  if (by.kind === 'field') {
    const column = index.numbers.get(by.field.name)
    if (column !== undefined) return (slot) => column.get(slot)
    const values = index.values.get(by.field.name)
    return (slot) => values?.rankAt(slot) ?? Number.NaN
  }
  if (by.kind === 'eval') {
    const cases = by.cases.map(({ filter, score }) => ({ slots: evaluateFilter(index, filter), score }))
    return (slot) => cases.find(({ slots }) => slots.has(slot))?.score ?? 0
  }
  if (by.kind === 'sequence') return (slot) => index.sequenceAt(slot)
  // As in Typesense, a keyword hit of a hybrid search that is not a neighbour has distance 0.
  const missing = ranking.fusion === undefined ? Number.NaN : 0
  return (slot) => {
    const distance = ranking.distances?.get(slot) ?? Number.NaN
    return Number.isNaN(distance) ? missing : distance
  }
}

function compareText(ranking: Ranking, isDescending: boolean): Comparator {
  const { fusion, buckets, text } = ranking
  const single = fusion ?? buckets
  if (single !== undefined) return compareValues((slot) => single.get(slot), isDescending, false)
  if (text === undefined) return () => 0
  const sign = isDescending ? 1 : -1
  return (a, b) => {
    const high = text.high.get(b) - text.high.get(a)
    return sign * (high !== 0 ? high : text.low.get(b) - text.low.get(a))
  }
}

/** Missing values (NaN) sort last in both directions, or first when the request asks for it. */
function compareValues(
  valueOf: (slot: number) => number,
  isDescending: boolean,
  missingFirst: boolean,
): Comparator {
  const sign = isDescending ? -1 : 1
  const missing = missingFirst ? -1 : 1
  return (a, b) => {
    const left = valueOf(a)
    const right = valueOf(b)
    if (left === right) return 0
    if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : missing
    if (Number.isNaN(right)) return -missing
    return sign * (left < right ? -1 : 1)
  }
}

/** Returns the first `count` hits in order. */
export function selectFirst(
  index: CollectionIndex,
  hits: SlotSet,
  count: number,
  keys: readonly SortKey[],
  compare: Comparator,
): Int32Array {
  return selectTop(takeFirst(index, hits, count, keys) ?? hits.list(), count, compare)
}

/**
 * Returns at least the first `count` hits, unordered, when a number field comes first in the order: reads the hits in
 * the order of its column. Returns undefined for other orders, and when comparing all hits is faster.
 */
export function takeFirst(
  index: CollectionIndex,
  hits: SlotSet,
  count: number,
  [key]: readonly SortKey[],
): Int32Array | undefined {
  if (key?.by.kind !== 'field' || key.by.missingFirst || hits.count <= count * WALK_SHARE) return undefined
  const column = index.numbers.get(key.by.field.name)
  // Where the hits are rare in the column, as many steps as hits are not enough.
  return column?.order.takeFirst((slot) => hits.has(slot), {
    count,
    isDescending: key.isDescending,
    steps: hits.count,
  })
}

/** Returns the first `count` slots in order. */
export function selectTop(slots: Int32Array, count: number, compare: Comparator): Int32Array {
  if (count <= 0) return new Int32Array(0)
  if (count * 8 >= slots.length) return slots.slice().sort(compare).slice(0, count)
  // A heap of the best slots so far, with the worst of them on top. Starts with the latest documents: among equal hits
  // these mostly rank first, so that the heap changes rarely.
  const heap = slots.slice(-count)
  for (let at = (count >> 1) - 1; at >= 0; at--) sink(heap, at, compare)
  for (let i = slots.length - count - 1; i >= 0; i--) {
    if (compare(slots[i]!, heap[0]!) >= 0) continue
    heap[0] = slots[i]!
    sink(heap, 0, compare)
  }
  return heap.sort(compare)
}

function sink(heap: Int32Array, start: number, compare: Comparator): void {
  let at = start
  for (;;) {
    let worst = at
    for (let child = at * 2 + 1; child <= at * 2 + 2 && child < heap.length; child++) {
      if (compare(heap[child]!, heap[worst]!) > 0) worst = child
    }
    if (worst === at) return
    const value = heap[at]!
    heap[at] = heap[worst]!
    heap[worst] = value
    at = worst
  }
}
