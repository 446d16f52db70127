import { describe, expect, it } from 'vitest'
import { PagedNumbers } from './paged-numbers.ts'

describe('numbers in pages', () => {
  it('are the missing number where none was set', () => {
    const numbers = new PagedNumbers(Number.NaN)
    numbers.set(5, 1)
    expect([numbers.get(5), numbers.get(6), numbers.get(1_000_000)]).toEqual([1, Number.NaN, Number.NaN])
  })

  it('do not keep the numbers of released pages', () => {
    for (const missing of [0, Number.NaN]) {
      const first = new PagedNumbers(0)
      for (let slot = 0; slot < 5000; slot++) first.set(slot, 7)
      first.release()
      expect(first.get(3)).toBe(0)
      const next = new PagedNumbers(missing)
      next.set(3, 1)
      first.set(3, 9)
      expect([next.get(3), next.get(4), first.get(3), first.get(4)]).toEqual([1, missing, 9, 0])
    }
  })
})
