import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlotSet } from './slot-set.ts'

/** On both sides of the border between two pages of 8,192 slots, and in a later page. */
const slot = fc.oneof(fc.integer({ min: 8_100, max: 8_300 }), fc.integer({ min: 40_000, max: 40_040 }))
const slots = fc.uniqueArray(slot, { maxLength: 80 })
const ALL = [
  0,
  ...Array.from({ length: 240 }, (_, at) => 8_090 + at),
  ...Array.from({ length: 60 }, (_, at) => 39_990 + at),
]
const ascending = (values: Iterable<number>): number[] => [...values].toSorted((a, b) => a - b)

test('adds, removes, combines and lists slots like a set of numbers', () => {
  fc.assert(
    fc.property(slots, slots, slots, (first, second, removed) => {
      const set = SlotSet.of(first)
      for (const slot of removed) set.delete(slot)
      const kept = ascending(first.filter((one) => !removed.includes(one)))
      const other = SlotSet.of(second)
      const left = kept.filter((one) => !second.includes(one))
      expect([set.count, ...set.list()]).toEqual([kept.length, ...kept])
      expect([...set.copy().unite(other).list()]).toEqual(ascending(new Set([...kept, ...second])))
      expect([...set.copy().intersect(other).list()]).toEqual(kept.filter((one) => second.includes(one)))
      const rest = set.copy().subtract(other)
      expect([rest.count, ...rest.list()]).toEqual([left.length, ...left])
      expect(ALL.filter((one) => set.has(one))).toEqual(kept)
      expect(ALL.map((one) => set.next(one))).toEqual(
        ALL.map((one) => kept.find((slot) => slot >= one) ?? -1),
      )
    }),
    { numRuns: 50 },
  )
})

test('counts a slot once that is added or removed twice', () => {
  const set = new SlotSet()
  for (const slot of [5, 5, 64, 64]) set.add(slot)
  set.delete(5)
  set.delete(5)
  set.delete(1_000)
  expect([set.count, ...set.list()]).toEqual([1, 64])
})
