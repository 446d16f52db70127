import { describe, expect, it } from 'vitest'
import { freeShardPath, isDataFile, isParquetFile } from './shard-path.ts'

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

it('is not found where every second of the day is taken', () => {
  const at = new Date('2026-06-02T00:00:00Z')
  expect(() => freeShardPath('2026-06-01', at, () => true)).toThrow('every shard name of 2026-06-01 is taken')
  const last = (path: string) => path !== 'data/train-2026-06-01-235959.parquet'
  expect(freeShardPath('2026-06-01', at, last)).toBe('data/train-2026-06-01-235959.parquet')
})

it.each([
  ['data/a.parquet', true, true],
  ['data/A.PARQUET', true, true],
  ['data/a.parquet.gz', true, false],
  ...[
    'csv',
    'tsv',
    'json',
    'jsonl',
    'ndjson',
    'arrow',
    'txt',
    'xml',
    'zip',
    'tar',
    'csv.bz2',
    'csv.xz',
    'csv.zst',
  ].map((ending) => [`a.${ending}`, true, false] as const),
  ['README.md', false, false],
  ['changes/2026-06.parquet', false, true],
  ['changes/2026-06.csv', true, false],
  ['a.parquet.md', false, false],
  ['a.zip.gz', false, false],
] as const)('%s may have rows: %s, as Parquet: %s', (path, mayHaveRows, isParquet) => {
  expect([isDataFile(path), isParquetFile(path)]).toEqual([mayHaveRows, isParquet])
})
