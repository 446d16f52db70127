import { describe, expect, it } from 'vitest'
import { freeShardPath } from './shard-path.ts'

describe('the name of a shard', () => {
  it('contains the day and the time of the export', () => {
    expect(freeShardPath('2026-06-01', new Date('2026-06-02T06:00:09.900Z'), () => false)).toBe(
      'data/train-2026-06-01-060009.parquet',
    )
  })

  it('is the next free one, also past midnight', () => {
    const taken = new Set(['data/train-2026-06-01-235959.parquet'])
    expect(freeShardPath('2026-06-01', new Date('2026-06-02T23:59:59Z'), (path) => taken.has(path))).toBe(
      'data/train-2026-06-01-000000.parquet',
    )
  })
})
