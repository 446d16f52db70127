import { expect, it } from 'vitest'
import { cutBatches } from './queues.ts'

const sizes = (bodies: readonly string[]) => cutBatches(bodies).map((batch) => batch.length)

it('cuts messages into batches of ten and keeps their order', () => {
  const bodies = Array.from({ length: 23 }, (_, n) => `message ${n}`)
  expect(sizes(bodies)).toEqual([10, 10, 3])
  expect(cutBatches(bodies).flat()).toEqual(bodies)
  expect(cutBatches([])).toEqual([])
})

it('keeps batches below 1 MiB in bytes, attributes included', () => {
  expect(sizes(Array.from({ length: 10 }, () => 'a'.repeat(150_000)))).toEqual([6, 4])
  expect(sizes(Array.from({ length: 10 }, () => 'ã'.repeat(75_000)))).toEqual([6, 4])
  expect(sizes(Array.from({ length: 4 }, () => 'a'.repeat(250_000)))).toEqual([3, 1])
  // Each message counts 200 bytes of attributes.
  expect(sizes(['a'.repeat(600_000), 'b'.repeat(399_600)])).toEqual([2])
  expect(sizes(['a'.repeat(600_000), 'b'.repeat(399_601)])).toEqual([1, 1])
  expect(sizes(['a', 'b'.repeat(2_000_000), 'c'])).toEqual([1, 1, 1])
})
