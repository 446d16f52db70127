import type { CollectionIndex } from './collection-index.ts'
import { selectTop } from './hit-order.ts'
import type { Comparator } from './hit-order.ts'
import { PagedNumbers } from './paged-numbers.ts'
import type { Grouping } from './search-request.ts'
import type { SortKey } from './sort-parser.ts'

export interface Group {
  /** Number of the group's documents among the hits. */
  found: number
  /** The best documents of the group, at most the group limit. */
  slots: number[]
}

export interface GroupedHits {
  /** Number of groups. */
  count: number
  /** The group of each hit, by slot. */
  numbers: PagedNumbers
  /** The first groups, best first: by best hit, or by size when a sort key asks for it. */
  first: Group[]
}

/** The order of hits. */
export interface HitOrder {
  compare: Comparator
  keys: readonly SortKey[]
  /** One comparator per key. */
  comparators: readonly Comparator[]
}

/** Number of hits and best hit of each group. */
interface Tally {
  count: number
  found: Int32Array
  best: Int32Array
  numbers: PagedNumbers
}

/** Groups hits by the values of fields, and returns the first `wanted` groups. */
export function groupHits(
  index: CollectionIndex,
  grouping: Grouping,
  hits: Int32Array,
  order: HitOrder,
  wanted: number,
): GroupedHits {
  const tally = countGroups(createNumbering(index, grouping), hits, order.compare)
  const { count, found, best, numbers } = tally
  const all = Int32Array.from({ length: count }, (_, number) => number)
  const chosen = selectTop(all, wanted, compareGroups(tally, order))
  const first = Array.from(chosen, (number): Group => ({ found: found[number]!, slots: [best[number]!] }))
  if (grouping.limit > 1) addMembers(first, chosen, tally, hits, grouping.limit, order.compare)
  return { count, numbers, first }
}

/** Returns the group number of a slot. A number that equals the count of numbers so far begins a new group. */
type Numbering = (slot: number) => number

/** Documents with the same values in all group fields share a group. */
function createNumbering(index: CollectionIndex, grouping: Grouping): Numbering {
  const known = new Map<string, number>()
  const [field, ...others] = grouping.fields
  const single = others.length === 0 ? index.values.get(field!.name) : undefined
  const groupOfValue = new Int32Array(single?.table.values.length ?? 0).fill(-1)
  let count = 0
  return (slot) => {
    if (single !== undefined && single.lengthAt(slot) === 1) {
      const value = single.numberAt(slot, 0)
      if (groupOfValue[value]! < 0) groupOfValue[value] = count++
      return groupOfValue[value]!
    }
    const key = keyOf(index, grouping, slot)
    if (key === undefined) return count++
    let number = known.get(key)
    if (number === undefined) known.set(key, (number = count++))
    return number
  }
}

/** Returns the group of a slot, or undefined when the document forms a group alone. */
function keyOf(index: CollectionIndex, grouping: Grouping, slot: number): string | undefined {
  let key = ''
  let isMissing = false
  for (const field of grouping.fields) {
    const values = index.values.get(field.name)
    const numbers = index.numberLists.get(field.name)
    const column = index.numbers.get(field.name)
    if (column !== undefined) {
      const value = column.get(slot)
      isMissing ||= Number.isNaN(value)
      key += `|${value}`
    } else {
      const length = values?.lengthAt(slot) ?? numbers!.lengthAt(slot)
      isMissing ||= length === 0
      key += '|'
      for (let i = 0; i < length; i++) key += `,${values?.numberAt(slot, i) ?? numbers!.get(slot, i)}`
    }
  }
  return isMissing && !grouping.joinsMissing ? undefined : key
}

function countGroups(numberOf: Numbering, hits: Int32Array, compare: Comparator): Tally {
  const tally: Tally = {
    count: 0,
    found: new Int32Array(hits.length),
    best: new Int32Array(hits.length),
    numbers: new PagedNumbers(-1),
  }
  const { found, best, numbers } = tally
  for (const slot of hits) {
    const number = numberOf(slot)
    numbers.set(slot, number)
    if (number === tally.count) {
      tally.count++
      best[number] = slot
    } else if (compare(slot, best[number]!) < 0) best[number] = slot
    found[number]!++
  }
  return tally
}

function compareGroups({ found, best }: Tally, { compare, keys, comparators }: HitOrder): Comparator {
  if (keys.every((key) => key.by.kind !== 'group_found')) return (a, b) => compare(best[a]!, best[b]!)
  return (a, b) => {
    for (const [at, key] of keys.entries()) {
      const order =
        key.by.kind === 'group_found'
          ? (key.isDescending ? -1 : 1) * (found[a]! - found[b]!)
          : comparators[at]!(best[a]!, best[b]!)
      if (order !== 0) return order
    }
    return compare(best[a]!, best[b]!)
  }
}

/** Adds the next best hits to the groups that have more than one. */
function addMembers(
  groups: readonly Group[],
  chosen: Int32Array,
  { best, numbers, count }: Tally,
  hits: Int32Array,
  limit: number,
  compare: Comparator,
): void {
  if (groups.every(({ found }) => found === 1)) return
  const placeOf = new Int32Array(count).fill(-1)
  chosen.forEach((number, place) => (placeOf[number] = place))
  for (const slot of hits) {
    const number = numbers.get(slot)
    const place = placeOf[number]!
    if (place >= 0 && slot !== best[number]) keepBest(groups[place]!.slots, slot, limit, compare)
  }
}

function keepBest(best: number[], slot: number, limit: number, compare: Comparator): void {
  if (best.length === limit && compare(slot, best[limit - 1]!) >= 0) return
  let at = best.length
  while (at > 0 && compare(slot, best[at - 1]!) < 0) at--
  best.splice(at, 0, slot)
  if (best.length > limit) best.pop()
}
