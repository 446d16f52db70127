import type { CollectionIndex } from '../memory-index/collection-index.ts'
import { selectTop, takeFirst } from '../ordering/hit-order.ts'
import type { Comparator } from '../ordering/hit-order.ts'
import type { Grouping } from './search-request.ts'
import type { SlotSet } from '../arrays/slot-set.ts'
import type { SortKey } from '../ordering/sort-parser.ts'

export interface Group {
  /** Number of the group's documents among the hits. */
  found: number
  /** The best documents of the group, at most the group limit. */
  slots: number[]
}

export interface GroupedHits {
  /** Number of groups. */
  count: number
  /** The group of each hit, in the order of the list of hits. */
  numbers: Int32Array
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

/** When the first hits have too few groups, this many times more hits are read. */
const MORE_HITS = 4

/** Groups hits by the values of fields, and returns the first `wanted` groups. `list`: the hits, ascending. */
export function groupHits(
  index: CollectionIndex,
  grouping: Grouping,
  { hits, list }: { hits: SlotSet; list: Int32Array },
  order: HitOrder,
  wanted: number,
): GroupedHits {
  const numberOf = createNumbering(index, grouping)
  const numbers = new Int32Array(list.length)
  let count = 0
  for (let at = 0; at < list.length; at++) {
    const number = (numbers[at] = numberOf(list[at]!))
    if (number === count) count++
  }
  const found = new Int32Array(count)
  for (let at = 0; at < list.length; at++) found[numbers[at]!]!++
  const best = findBest(index, order, { hits, list, numbers, count }, wanted)
  const chosen = selectTop(Int32Array.from(best.keys()), wanted, compareGroups(found, best, order))
  const first = Array.from(chosen, (number): Group => ({ found: found[number]!, slots: [best.get(number)!] }))
  if (grouping.limit > 1) addMembers(first, chosen, { list, numbers, count }, grouping.limit, order.compare)
  return { count, numbers, first }
}

interface Numbered {
  hits: SlotSet
  list: Int32Array
  numbers: Int32Array
  count: number
}

/** Returns the best hit by group: of all groups, or of those with the first hits, at least `wanted`. */
function findBest(
  index: CollectionIndex,
  { compare, keys }: HitOrder,
  { hits, list, numbers, count }: Numbered,
  wanted: number,
): Map<number, number> {
  const isBySize = keys.some((key) => key.by.kind === 'group_found')
  for (let most = wanted; ; most *= MORE_HITS) {
    const some = isBySize ? undefined : takeFirst(index, hits, most, keys)
    const best = new Map<number, number>()
    for (const [at, slot] of (some ?? list).entries()) {
      const number = numbers[some === undefined ? at : placeOf(list, slot)]!
      const known = best.get(number)
      if (known === undefined || compare(slot, known) < 0) best.set(number, slot)
    }
    if (some === undefined || best.size >= Math.min(wanted, count)) return best
  }
}

/** Returns the place of a slot in an ascending list. */
function placeOf(list: Int32Array, slot: number): number {
  let low = 0
  let high = list.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < slot) low = middle + 1
    else high = middle
  }
  return low
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

function compareGroups(
  found: Int32Array,
  best: ReadonlyMap<number, number>,
  { compare, keys, comparators }: HitOrder,
): Comparator {
  return (a, b) => {
    const [left, right] = [best.get(a)!, best.get(b)!]
    for (const [at, key] of keys.entries()) {
      const order =
        key.by.kind === 'group_found'
          ? (key.isDescending ? -1 : 1) * (found[a]! - found[b]!)
          : comparators[at]!(left, right)
      if (order !== 0) return order
    }
    return compare(left, right)
  }
}

/** Adds the next best hits to the groups that have more than one. */
function addMembers(
  groups: readonly Group[],
  chosen: Int32Array,
  { list, numbers, count }: Omit<Numbered, 'hits'>,
  limit: number,
  compare: Comparator,
): void {
  if (groups.every(({ found }) => found === 1)) return
  const places = new Int32Array(count).fill(-1)
  chosen.forEach((number, place) => (places[number] = place))
  for (let at = 0; at < list.length; at++) {
    const group = groups[places[numbers[at]!]!]
    if (group !== undefined && list[at] !== group.slots[0]) keepBest(group.slots, list[at]!, limit, compare)
  }
}

function keepBest(best: number[], slot: number, limit: number, compare: Comparator): void {
  if (best.length === limit && compare(slot, best[limit - 1]!) >= 0) return
  let at = best.length
  while (at > 0 && compare(slot, best[at - 1]!) < 0) at--
  best.splice(at, 0, slot)
  if (best.length > limit) best.pop()
}
