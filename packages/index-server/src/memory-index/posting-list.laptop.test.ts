import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK_DOCUMENTS } from './posting-blocks.ts'
import { PostingLists, readPositions } from './posting-list.ts'
import type { Postings } from './posting-list.ts'
import { SlotSet } from '../arrays/slot-set.ts'

const posting = fc.record({
  gap: fc.integer({ min: 0, max: 5_000 }),
  places: fc.uniqueArray(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 40 }),
})

function fill(
  lists: PostingLists,
  term: number,
  postings: { gap: number; places: number[] }[],
): Map<number, number[]> {
  const expected = new Map<number, number[]>()
  let slot = -1
  for (const { gap, places } of postings) {
    slot += gap + 1
    const sorted = Int32Array.from(places).sort()
    const marks = Uint8Array.from(sorted, (place) => place % 2)
    lists.append(term, slot, sorted, marks, 0, sorted.length)
    expected.set(slot, [...sorted])
  }
  return expected
}

function toMap(postings: Postings): Map<number, number[]> {
  return new Map(
    Array.from(postings.slots, (slot, at) => {
      const { positions, marks } = readPositions(postings, at)
      expect([...marks]).toEqual(Array.from(positions, (place) => place % 2))
      return [slot, [...positions]]
    }),
  )
}

test('returns the appended postings of terms that grow in turns', () => {
  fc.assert(
    fc.property(
      fc.array(posting, { maxLength: 80 }),
      fc.array(posting, { maxLength: 80 }),
      (first, second) => {
        const lists = new PostingLists()
        const expected = [fill(lists, 3, first), fill(lists, 70, second)]
        expect([3, 70].map((term) => toMap(lists.read(term)))).toEqual(expected)
        expect(lists.documentsOf(3)).toBe(first.length)
      },
    ),
  )
})

test('purges dead slots only, and reuses their space', () => {
  const lists = new PostingLists()
  const postings = Array.from({ length: 3_000 }, (_, at) => ({ gap: 0, places: [at % 50, 60 + (at % 7)] }))
  const expected = fill(lists, 0, postings)
  const alive = SlotSet.of(Array.from({ length: 1_000 }, (_, at) => at * 3))
  lists.purge(0, alive)
  expect(toMap(lists.read(0))).toEqual(new Map([...expected].filter(([slot]) => slot % 3 === 0)))
  expect(lists.documentsOf(0)).toBe(1_000)
  const before = lists.bytes
  for (let round = 0; round < 200; round++) {
    fill(lists, 1 + round, postings.slice(0, 900))
    lists.purge(1 + round, new SlotSet())
  }
  expect(lists.bytes).toBe(before)
})

test('returns the postings of now after a term was read, purged and grew to its former length', () => {
  const lists = new PostingLists()
  const append = (slot: number): void => lists.append(0, slot, Int32Array.of(2), Uint8Array.of(0), 0, 1)
  for (const slot of [1, 2]) append(slot)
  expect([...lists.read(0).slots]).toEqual([1, 2])
  append(3)
  expect([...lists.read(0).slots]).toEqual([1, 2, 3])
  lists.purge(0, SlotSet.of([2, 3]))
  append(4)
  expect([...lists.read(0).slots]).toEqual([2, 3, 4])
})

test('returns no postings for an unknown term', () => {
  const lists = new PostingLists()
  expect(lists.read(9).slots).toHaveLength(0)
})

const MANY = fc.array(posting, { minLength: 100, maxLength: 900 })

test('reads the postings of some slots without most of the others', () => {
  fc.assert(
    fc.property(
      MANY,
      fc.array(fc.nat(1), { minLength: 1, maxLength: 12 }),
      fc.nat(5),
      (postings, pattern, dead) => {
        const lists = new PostingLists()
        const expected = fill(lists, 0, postings)
        // Other terms between the blocks take their space in the same arena.
        fill(lists, 1, postings.slice(0, 50))
        const slots = [...expected.keys()]
        const alive = SlotSet.of(slots.filter((_, at) => dead === 0 || at % (dead + 1) !== 0))
        lists.purge(0, alive)
        const wanted = slots.filter((_, at) => pattern[Math.floor(at / 60) % pattern.length] === 1)
        const found = toMap(lists.readWithin(0, SlotSet.of(wanted)))
        for (const slot of wanted)
          expect(found.get(slot)).toEqual(alive.has(slot) ? expected.get(slot) : undefined)
        for (const [slot, places] of found) expect(places).toEqual(expected.get(slot))
      },
    ),
    { numRuns: 60 },
  )
  const lists = new PostingLists()
  fill(
    lists,
    0,
    Array.from({ length: 10_000 }, () => ({ gap: 1, places: [1] })),
  )
  expect(lists.readWithin(0, SlotSet.of([9_001])).slots.length).toBeLessThanOrEqual(BLOCK_DOCUMENTS)
})
