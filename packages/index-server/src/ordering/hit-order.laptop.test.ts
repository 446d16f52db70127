import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectTop } from './hit-order.ts'

test('selects the same first hits as a full sort', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { maxLength: 300 }),
      fc.integer({ min: 0, max: 40 }),
      (slots, count) => {
        const compare = (a: number, b: number): number => (a % 7) - (b % 7) || b - a
        expect([...selectTop(Int32Array.from(slots), count, compare)]).toEqual(
          slots.toSorted(compare).slice(0, count),
        )
      },
    ),
  )
})
