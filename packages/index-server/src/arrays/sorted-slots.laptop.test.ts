import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlotCursor, narrow, seek, shareSlot, uniteSlots } from './sorted-slots.ts'

const slots = fc
  .uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 60 })
  .map((list) => Int32Array.from(list).sort())

test('combines and searches ascending lists like sets of numbers', () => {
  fc.assert(
    fc.property(slots, slots, fc.integer({ min: 0, max: 301 }), (a, b, slot) => {
      const both = [...a].filter((one) => b.includes(one))
      expect([...narrow(a, new SlotCursor([b]))]).toEqual(both)
      expect(shareSlot(a, b)).toBe(both.length > 0)
      expect([...uniteSlots(a, b)]).toEqual([...new Set([...a, ...b])].toSorted((x, y) => x - y))
      const place = a.findIndex((one) => one >= slot)
      expect(seek(a, slot, 0)).toBe(place < 0 ? a.length : place)
      const cursor = new SlotCursor([a, Int32Array.of(slot)])
      expect([...b].filter((one) => cursor.meets(one))).toEqual(
        [...b].filter((one) => a.includes(one) || one === slot),
      )
    }),
    { numRuns: 200 },
  )
})
