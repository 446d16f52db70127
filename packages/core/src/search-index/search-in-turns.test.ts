import { expect, it } from 'vitest'
import type { SearchIndex } from './client.ts'
import { searchInTurns } from './search-in-turns.ts'

it.each([
  [0, []],
  [1, [1]],
  [50, [50]],
  [51, [50, 1]],
  [100, [50, 50]],
])('%i searches are asked for in requests of %j, and answered in order', async (count, sizes) => {
  const asked: number[] = []
  const searchAll = async (searches: readonly { q: string }[]) => {
    asked.push(searches.length)
    return searches.map(({ q }) => q)
  }
  const names = Array.from({ length: count }, (_, n) => String(n))
  const searches = names.map((q) => ({ q })) as never
  expect(await searchInTurns({ searchAll } as unknown as SearchIndex, searches)).toEqual(names)
  expect(asked).toEqual(sizes)
})
