import { expect, test } from 'vitest'
import { PostingCache } from './posting-cache.ts'

test('returns postings until their term has more of them or is removed', () => {
  const cache = new PostingCache<string>(10_000)
  cache.add(1, 10, 'one', 100)
  expect(cache.find(1, 10)).toBe('one')
  expect(cache.find(1, 12)).toBeUndefined()
  cache.add(2, 10, 'two', 100)
  cache.remove(2)
  expect(cache.find(2, 10)).toBeUndefined()
})

test('drops the postings that were not used for longest, and keeps none that are too large', () => {
  const cache = new PostingCache<string>(10_000)
  for (const key of [1, 2, 3, 4]) cache.add(key, 1, 'some', 1_500)
  expect(cache.find(1, 1)).toBeDefined()
  cache.add(5, 1, 'more', 1_900)
  cache.add(6, 1, 'more', 1_900)
  const kept = [1, 2, 3, 4, 5, 6].filter((key) => cache.find(key, 1) !== undefined)
  expect(kept).toEqual([1, 4, 5, 6])
  cache.add(7, 1, 'large', 4_000)
  expect(cache.find(7, 1)).toBeUndefined()
})
