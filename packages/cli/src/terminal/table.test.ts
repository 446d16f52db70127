import { describe, expect, it } from 'vitest'
import { describeSeconds, renderTable } from './table.ts'

describe('renderTable', () => {
  it('aligns columns by the wider of heading and cells', () => {
    expect(
      renderTable(
        ['a', 'heading'],
        [
          ['long cell', 'x'],
          ['b', ''],
        ],
      ),
    ).toEqual(['a          heading', 'long cell  x', 'b'])
  })
})

describe('describeSeconds', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [59.6, '1 min'],
    [60, '1 min'],
    [3600, '1 h 0 min'],
    [12_000, '3 h 20 min'],
    [172_799, '47 h 59 min'],
    [172_800, '2 days'],
  ])('%i', (seconds, text) => {
    expect(describeSeconds(seconds)).toBe(text)
  })
})
