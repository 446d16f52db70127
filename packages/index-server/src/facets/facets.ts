import type { CollectionIndex } from '../memory-index/collection-index.ts'
import type { FacetParameters, FacetRequest } from './facet-parser.ts'
import { createFacetFilter } from './facet-query.ts'
import type { FacetFilter } from './facet-query.ts'
import type { HighlightParameters } from '../highlight/highlight-parser.ts'
import type { Field } from '../schema/field.ts'
import type { SlotSet } from '../arrays/slot-set.ts'
import { shortestSingle } from '../schema/single-precision.ts'

interface FacetCount {
  count: number
  highlighted: string
  value: string
}

export interface FacetResult {
  counts: FacetCount[]
  field_name: string
  sampled: false
  stats: { total_values: number; avg?: number; max?: number; min?: number; sum?: number }
}

/** Groups of the hits, in their order. When set, facets count groups, not documents. */
type GroupNumbers = Int32Array | undefined

/** Counts the values of the requested facet fields over the hits. */
export function countFacets(
  index: CollectionIndex,
  parameters: FacetParameters,
  found: SlotSet,
  groups: GroupNumbers,
  highlight: HighlightParameters,
): FacetResult[] {
  if (parameters.facets.length === 0) return []
  const hits = found.list()
  return parameters.facets.map((request) => {
    const filter = createFacetFilter(index, request.field, parameters, hits, highlight)
    const counts =
      request.ranges.length > 0
        ? countRanges(index, request, hits, groups)
        : countValues(index, request, hits, groups)
    return finish(index, request, counts, filter, parameters.maxValues, hits)
  })
}

/** Counts by the text of the value. */
type Counts = Map<string, number>

/** Counts documents, or distinct groups, per value. A value that a document contains twice counts once. */
class Tally {
  readonly counts: number[] = []
  readonly #groups: GroupNumbers
  readonly #lastHits: number[] = []
  readonly #seenGroups: Set<number>[] = []

  constructor(groups: GroupNumbers) {
    this.#groups = groups
  }

  /** `value` is a small number: an index into a table of values. `hit` is an index into the hits. */
  add(value: number, hit: number): void {
    while (this.counts.length <= value) {
      this.counts.push(0)
      this.#lastHits.push(-1)
    }
    if (this.#lastHits[value] === hit) return
    this.#lastHits[value] = hit
    if (this.#groups !== undefined) {
      const seen = (this.#seenGroups[value] ??= new Set())
      if (seen.has(this.#groups[hit]!)) return
      seen.add(this.#groups[hit]!)
    }
    this.counts[value]!++
  }

  /** Returns counts by name. Values without documents are left out. */
  named(nameOf: (value: number) => string): Counts {
    const named: Counts = new Map()
    this.counts.forEach((count, value) => {
      if (count > 0) named.set(nameOf(value), count)
    })
    return named
  }
}

function countValues(
  index: CollectionIndex,
  request: FacetRequest,
  hits: Int32Array,
  groups: GroupNumbers,
): Counts {
  const { field } = request
  const tally = new Tally(groups)
  const table = index.values.get(field.name)?.table.values
  if (table !== undefined) {
    eachValue(index, request, hits, (value, hit) => tally.add(value, hit))
    const counts = tally.named((value) => table[value]!)
    // The engine counts the words of values, so a value without letters and digits is missing.
    for (const value of counts.keys()) if (!/[\p{L}\p{N}]/u.test(value)) counts.delete(value)
    return counts
  }
  const numbers = new Map<number, number>()
  eachValue(index, request, hits, (value, hit) => {
    let number = numbers.get(value)
    if (number === undefined) numbers.set(value, (number = numbers.size))
    tally.add(number, hit)
  })
  const values = [...numbers.keys()]
  return tally.named((number) => nameOf(field, values[number]!))
}

function nameOf(field: Field, value: number): string {
  if (field.scalar === 'bool') return value === 1 ? 'true' : 'false'
  return String(field.scalar === 'float' ? shortestSingle(value) : value)
}

function countRanges(
  index: CollectionIndex,
  request: FacetRequest,
  hits: Int32Array,
  groups: GroupNumbers,
): Counts {
  const tally = new Tally(groups)
  eachValue(index, request, hits, (value, hit) => {
    request.ranges.forEach((range, at) => {
      if (value >= range.low && value < range.high) tally.add(at, hit)
    })
  })
  return tally.named((at) => request.ranges[at]!.label)
}

/**
 * Visits the values of a facet field with the index of their hit: numbers, or indexes into the value table for texts.
 */
function eachValue(
  index: CollectionIndex,
  request: FacetRequest,
  hits: Int32Array,
  visit: (value: number, hit: number) => void,
): void {
  const { name } = request.field
  const column = index.numbers.get(name)
  const lists = index.numberLists.get(name)
  const values = index.values.get(name)
  for (let hit = 0; hit < hits.length; hit++) {
    const slot = hits[hit]!
    if (column !== undefined) {
      const value = column.get(slot)
      if (!Number.isNaN(value)) visit(value, hit)
    } else if (lists !== undefined) {
      for (let i = 0; i < lists.lengthAt(slot); i++) visit(lists.get(slot, i), hit)
    } else if (values !== undefined) {
      for (let i = 0; i < values.lengthAt(slot); i++) visit(values.numberAt(slot, i), hit)
    }
  }
}

function finish(
  index: CollectionIndex,
  request: FacetRequest,
  counts: Counts,
  filter: FacetFilter | undefined,
  maxValues: number,
  hits: Int32Array,
): FacetResult {
  const accepted = [...counts].filter(([value]) => filter === undefined || filter.accepts(value))
  accepted.sort(orderOf(index, request, hits))
  const shown = accepted.slice(0, maxValues)
  const stats = numberStats(index, request, hits)
  return {
    counts: shown.map(([value, count]) => ({ count, highlighted: filter?.highlight(value) ?? value, value })),
    field_name: request.field.name,
    sampled: false,
    stats: { ...stats, total_values: maxValues === 0 ? accepted.length : shown.length },
  }
}

type Entry = [value: string, count: number]

function orderOf(
  index: CollectionIndex,
  request: FacetRequest,
  hits: Int32Array,
): (a: Entry, b: Entry) => number {
  const { sort } = request
  const sign = sort.isDescending ? -1 : 1
  const byCount = (a: Entry, b: Entry): number =>
    b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? 1 : -1)
  if (sort.by === 'count') return byCount
  if (sort.by === 'value') return (a, b) => sign * compareTexts(a[0], b[0])
  const values = index.values.get(request.field.name)
  const column = index.numbers.get(sort.field)
  if (values === undefined || column === undefined) return byCount
  const best = new Map<string, number>()
  for (const slot of hits) {
    for (let i = 0; i < values.lengthAt(slot); i++) {
      const text = values.table.values[values.numberAt(slot, i)]!
      if (!best.has(text)) best.set(text, column.get(slot))
    }
  }
  return (a, b) => sign * ((best.get(a[0]) ?? 0) - (best.get(b[0]) ?? 0)) || byCount(a, b)
}

function compareTexts(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()]
  return left < right ? -1 : left > right ? 1 : 0
}

function numberStats(
  index: CollectionIndex,
  request: FacetRequest,
  hits: Int32Array,
): { avg: number; max: number; min: number; sum: number } | undefined {
  const { scalar } = request.field
  if (scalar === 'string' || scalar === 'bool') return undefined
  let count = 0
  let sum = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  eachValue(index, request, hits, (value) => {
    count++
    sum += value
    min = Math.min(min, value)
    max = Math.max(max, value)
  })
  return count === 0 ? undefined : { avg: sum / count, max, min, sum }
}
