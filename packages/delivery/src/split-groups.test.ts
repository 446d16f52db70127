import { describe, expect, it } from 'vitest'
import { splitGroups } from './split-groups.ts'

/** Returns the given number of rows for each release, in order. */
const rowsOf = (...counts: number[]) =>
  counts.flatMap((count, release) => Array.from({ length: count }, () => ({ releaseId: `r${release}` })))
const sizesOf = (counts: number[], groupSize: number) =>
  splitGroups(rowsOf(...counts), groupSize).map((group) => group.length)

describe('groups of rows', () => {
  it('are as large as allowed and contain every row', () => {
    expect(sizesOf([120], 50)).toEqual([50, 50, 20])
    expect(sizesOf([30, 30], 50)).toEqual([50, 10])
    expect(sizesOf([3], 1)).toEqual([1, 1, 1])
    expect(sizesOf([], 50)).toEqual([])
    const rows = rowsOf(7, 1, 20)
    expect(splitGroups(rows, 5).flat()).toEqual(rows)
  })

  it('contain at most ten releases, because each is read as a whole', () => {
    expect(
      sizesOf(
        Array.from({ length: 25 }, () => 1),
        50,
      ),
    ).toEqual([10, 10, 5])
    expect(
      sizesOf(
        Array.from({ length: 11 }, () => 2),
        50,
      ),
    ).toEqual([20, 2])
  })

  it('count rows without a release as one release', () => {
    expect(
      splitGroups(
        Array.from({ length: 60 }, () => ({ releaseId: null })),
        50,
      ),
    ).toHaveLength(2)
  })
})
