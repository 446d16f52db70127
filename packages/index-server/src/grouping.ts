import type { CollectionIndex } from './collection-index.ts'
import type { Comparator } from './hit-order.ts'
import type { Grouping } from './search-request.ts'
import type { SortKey } from './sort-parser.ts'

export interface Group {
  /** Number of the group's documents among the hits. */
  found: number
  /** The best documents of the group, at most the group limit. */
  slots: number[]
}

/** The group number of each slot. Documents with the same values in all group fields share a group. */
export function numberGroups(
  index: CollectionIndex,
  grouping: Grouping,
  slots: Int32Array,
): { numbers: Int32Array; count: number } {
  const numbers = new Int32Array(index.slots).fill(-1)
  const known = new Map<string, number>()
  let count = 0
  for (const slot of slots) {
    const key = keyOf(index, grouping, slot)
    if (key === undefined) {
      numbers[slot] = count++
      continue
    }
    let number = known.get(key)
    if (number === undefined) known.set(key, (number = count++))
    numbers[slot] = number
  }
  return { numbers, count }
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

/** Returns all groups of the hits, best first: by best hit, or by size when a sort key asks for it. */
export function collectGroups(
  slots: Int32Array,
  groups: { numbers: Int32Array; count: number },
  limit: number,
  compare: Comparator,
  keys: readonly SortKey[],
  comparators: readonly Comparator[],
): Group[] {
  const collected: Group[] = Array.from({ length: groups.count }, () => ({ found: 0, slots: [] }))
  for (const slot of slots) {
    const group = collected[groups.numbers[slot]!]!
    group.found++
    keepBest(group.slots, slot, limit, compare)
  }
  return collected
    .filter((group) => group.found > 0)
    .sort((a, b) => {
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i]!
        const order =
          key.by.kind === 'group_found'
            ? (key.isDescending ? -1 : 1) * (a.found - b.found)
            : comparators[i]!(a.slots[0]!, b.slots[0]!)
        if (order !== 0) return order
      }
      return compare(a.slots[0]!, b.slots[0]!)
    })
}

function keepBest(best: number[], slot: number, limit: number, compare: Comparator): void {
  if (best.length === limit && compare(slot, best[limit - 1]!) >= 0) return
  let at = best.length
  while (at > 0 && compare(slot, best[at - 1]!) < 0) at--
  best.splice(at, 0, slot)
  if (best.length > limit) best.pop()
}
