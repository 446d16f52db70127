import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlotSet } from './slot-set.ts'

const slots = fc.uniqueArray(fc.nat(300), { maxLength: 80 })
/** Some more than the slots that are added. */
const ALL = Array.from({ length: 340 }, (_, slot) => slot)
const ascending = (values: Iterable<number>): number[] => [...values].toSorted((a, b) => a - b)

test('adds, removes, combines and lists slots as a set of numbers does', () => {
  fc.assert(
    fc.property(slots, slots, slots, (first, second, removed) => {
      const set = SlotSet.of(first)
      for (const slot of removed) set.delete(slot)
      const kept = ascending(first.filter((slot) => !removed.includes(slot)))
      const other = SlotSet.of(second)
      const left = kept.filter((slot) => !second.includes(slot))
      expect([set.count, ...set.list()]).toEqual([kept.length, ...kept])
      expect([...set.copy().unite(other).list()]).toEqual(ascending(new Set([...kept, ...second])))
      expect([...set.copy().intersect(other).list()]).toEqual(kept.filter((slot) => second.includes(slot)))
      const rest = set.copy().subtract(other)
      expect([rest.count, ...rest.list()]).toEqual([left.length, ...left])
      expect(ALL.filter((slot) => set.has(slot))).toEqual(kept)
      expect(ALL.map((slot) => set.next(slot))).toEqual(
        ALL.map((slot) => kept.find((one) => one >= slot) ?? -1),
      )
    }),
    { numRuns: 50 },
  )
})

test('counts what is added twice or removed twice once', () => {
  const set = new SlotSet()
  for (const slot of [5, 5, 64, 64]) set.add(slot)
  set.delete(5)
  set.delete(5)
  set.delete(1_000)
  expect([set.count, ...set.list()]).toEqual([1, 64])
})
