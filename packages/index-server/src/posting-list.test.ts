import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PostingLists, decodePostings, readPositions } from './posting-list.ts'

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

function read(lists: PostingLists, term: number): Map<number, number[]> {
  const postings = decodePostings(lists.bytesOf(term), lists.documentsOf(term))
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
        expect([read(lists, 3), read(lists, 70)]).toEqual(expected)
        expect(lists.documentsOf(3)).toBe(first.length)
      },
    ),
  )
})

test('purges dead slots only, and reuses their space', () => {
  const lists = new PostingLists()
  const postings = Array.from({ length: 3_000 }, (_, at) => ({ gap: 0, places: [at % 50, 60 + (at % 7)] }))
  const expected = fill(lists, 0, postings)
  const alive = Uint8Array.from({ length: 3_000 }, (_, slot) => (slot % 3 === 0 ? 1 : 0))
  lists.purge(0, alive)
  expect(read(lists, 0)).toEqual(new Map([...expected].filter(([slot]) => slot % 3 === 0)))
  expect(lists.documentsOf(0)).toBe(1_000)
  const before = lists.bytes
  for (let round = 0; round < 200; round++) {
    fill(lists, 1 + round, postings.slice(0, 900))
    lists.purge(1 + round, new Uint8Array(3_000))
  }
  expect(lists.bytes).toBe(before)
})

test('returns no postings for an unknown term', () => {
  const lists = new PostingLists()
  expect(decodePostings(lists.bytesOf(9), lists.documentsOf(9)).slots).toHaveLength(0)
})
