import { expect, it } from 'vitest'
import { formatDuration } from './format.ts'

it('writes durations in their two largest units', () => {
  expect([0, 59, 60, 90, 3599, 3600, 7800, 172_799, 172_800, 864_000].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '2 min',
    '1 h',
    '1 h',
    '2 h 10 min',
    '2 dias',
    '2 dias',
    '10 dias',
  ])
})
