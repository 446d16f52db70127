import type { CollectionIndex } from '../memory-index/collection-index.ts'
import type { NumberColumn, NumberListColumn } from '../memory-index/columns.ts'
import type { Filter } from './filter-parser.ts'
import { addRun, countRun, listRuns } from './filter-texts.ts'
import { matchesNumber } from './number-condition.ts'
import type { NumberCondition, NumberRange } from './number-condition.ts'
import { SlotSet } from '../arrays/slot-set.ts'

/** A part of a filter, ready to run. */
interface Plan {
  /** About how many documents pass: the parts of a conjunction run from the smallest number on. */
  estimate: number
  /** Returns the slots of `within` that pass, as a new set. */
  run(within: SlotSet): SlotSet
}

/** Returns the documents that pass a filter. */
export function evaluateFilter(index: CollectionIndex, filter: Filter): SlotSet {
  return makePlan(index, filter).run(index.alive)
}

function makePlan(index: CollectionIndex, filter: Filter): Plan {
  if (filter.kind === 'and') return planAll(listParts(filter, 'and').map((part) => makePlan(index, part)))
  if (filter.kind === 'or') return planAny(listParts(filter, 'or').map((part) => makePlan(index, part)))
  if (filter.kind === 'ids') return planIds(index, filter.ids, filter.negated)
  const plan =
    filter.kind === 'numbers'
      ? planNumbers(index, filter.field.name, filter.conditions)
      : planTexts(index, filter)
  return filter.negated ? planOthers(index, plan) : plan
}

/** Returns the parts of nested operations of one kind, from left to right. */
function listParts(filter: Filter, kind: 'and' | 'or'): Filter[] {
  if (filter.kind !== kind) return [filter]
  return [...listParts(filter.left, kind), ...listParts(filter.right, kind)]
}

/** Each part only has to check the documents that passed the parts before it. */
function planAll(parts: readonly Plan[]): Plan {
  const smallestFirst = parts.toSorted((a, b) => a.estimate - b.estimate)
  return {
    estimate: smallestFirst[0]!.estimate,
    run: (within) => smallestFirst.reduce((left, part) => part.run(left), within),
  }
}

function planAny(parts: readonly Plan[]): Plan {
  const [first, ...others] = parts
  return {
    estimate: parts.reduce((sum, part) => sum + part.estimate, 0),
    run: (within) => others.reduce((found, part) => found.unite(part.run(within)), first!.run(within)),
  }
}

/** A negated filter passes every other document, including those without the field. */
function planOthers(index: CollectionIndex, plan: Plan): Plan {
  return { estimate: index.live, run: (within) => within.copy().subtract(plan.run(within)) }
}

function planIds(index: CollectionIndex, ids: readonly string[], isNegated: boolean): Plan {
  const plan: Plan = {
    estimate: ids.length,
    run(within) {
      const found = new SlotSet()
      for (const id of ids) {
        const slot = index.findSlot(id)
        if (slot !== undefined && within.has(slot)) found.add(slot)
      }
      return found
    },
  }
  return isNegated ? planOthers(index, plan) : plan
}

function planTexts(index: CollectionIndex, filter: Filter & { kind: 'texts' }): Plan {
  const { field, texts, isExact } = filter
  const inverted = index.inverted.get(field.name)!
  const runs = listRuns(field, inverted, texts, index.tokenizer)
  return {
    estimate: runs.reduce((sum, run) => sum + countRun(inverted, run), 0),
    run(within) {
      const found = new SlotSet()
      for (const run of runs) addRun(found, inverted, run, isExact, within)
      return found
    },
  }
}

const isRange = (condition: NumberCondition): condition is NumberRange => 'low' in condition

function planNumbers(index: CollectionIndex, name: string, conditions: readonly NumberCondition[]): Plan {
  const column = index.numbers.get(name)
  if (column === undefined) return planNumberLists(index, index.numberLists.get(name)!, conditions)
  // Nearly every document has another value than the excluded one, so the order of values does not help.
  const ranges = conditions.every(isRange) ? conditions : undefined
  const estimate =
    ranges?.reduce((sum, { low, high }) => sum + column.order.countBetween(low, high), 0) ?? index.live
  return {
    estimate,
    run: (within) =>
      ranges === undefined || within.count < estimate
        ? select(within, (slot) => matchesNumber(conditions, column.get(slot)))
        : selectRanges(column, ranges, within),
  }
}

function planNumberLists(
  index: CollectionIndex,
  lists: NumberListColumn,
  conditions: readonly NumberCondition[],
): Plan {
  const matches = (slot: number): boolean => {
    for (let at = 0; at < lists.lengthAt(slot); at++) {
      if (matchesNumber(conditions, lists.get(slot, at))) return true
    }
    return false
  }
  return { estimate: index.live, run: (within) => select(within, matches) }
}

function selectRanges(column: NumberColumn, ranges: readonly NumberRange[], within: SlotSet): SlotSet {
  const found = new SlotSet()
  for (const { low, high } of ranges) {
    column.order.eachBetween(low, high, (slot) => {
      if (within.has(slot)) found.add(slot)
    })
  }
  return found
}

function select(within: SlotSet, accepts: (slot: number) => boolean): SlotSet {
  const found = new SlotSet()
  for (const slot of within.list()) if (accepts(slot)) found.add(slot)
  return found
}
