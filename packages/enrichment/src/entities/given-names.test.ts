import { describe, expect, it } from 'vitest'
import { findGivenNames, withoutOverlapping, type GivenName } from './given-names.ts'

const NAMES: GivenName[] = [
  { type: 'PER', text: 'Ana', office: 'ministra' },
  { type: 'LOC', text: ' Ana  Lima (SP) ', office: null },
]

describe('given names', () => {
  it('are found with their places, at one place the longest', () => {
    expect(findGivenNames('Em Ana\nLima (SP), Ana fala.', NAMES)).toEqual([
      { start: 3, end: 16, type: 'LOC', name: 'Ana Lima (SP)', entityId: null, office: null },
      { start: 18, end: 21, type: 'PER', name: 'Ana', entityId: null, office: 'ministra' },
    ])
  })

  it.each(['Anais', 'DAna', '@Ana', 'Ana@x', '_Ana', 'Ana_', 'ana'])('are no part of “%s”', (text) => {
    expect(findGivenNames(text, NAMES)).toEqual([])
  })
})

it.each<[[number, number][], [number, number][]]>([
  [[[0, 2]], [[0, 2]]],
  [[[0, 3]], []],
  [[[3, 4]], []],
  [[[2, 5]], []],
  [[[4, 6]], [[4, 6]]],
  [[[4, 7]], []],
  [
    [
      [9, 10],
      [0, 1],
    ],
    [
      [0, 1],
      [9, 10],
    ],
  ],
])('of the spans %j, those that overlap neither 2 to 4 nor 6 to 8 are %j', (spans, kept) => {
  const toSpans = (pairs: [number, number][]) => pairs.map(([start, end]) => ({ start, end }))
  const others = toSpans([
    [2, 4],
    [6, 8],
  ])
  expect(withoutOverlapping(toSpans(spans), others)).toEqual(toSpans(kept))
})
