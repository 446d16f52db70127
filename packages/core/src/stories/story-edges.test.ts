import { HOUR_MS } from '@pauta/platform/time/time'
import { describe, expect, it } from 'vitest'
import { isSameStory } from './same-story.ts'
import type { StoryText } from './story-text.ts'

// Each row is on one edge of a rule, or just beyond it, and far from the other rules.

/** Numbers from `first` on. */
const run = (count: number, first = 0) => new Set(Array.from({ length: count }, (_, at) => first + at))
/** Two sets of the given sizes with some numbers in common. */
const sharing = (a: number, b: number, common: number) => [run(a), run(b, a - common)] as const
const wordsOf = (numbers: ReadonlySet<number>) => new Set([...numbers].map((number) => `w${number}`))

const EMPTY: StoryText = {
  shingles: new Set(),
  lead: new Set(),
  titleStems: new Set(),
  words: new Set(),
  titleNumbers: [],
  titleNames: [],
  titlePlaces: [],
  numbers: new Set(),
}

interface Pair {
  /** Sizes of the two texts and of their common part. */
  shingles?: [number, number, number]
  lead?: [number, number, number]
  title?: [number, number, number]
  a?: Partial<StoryText>
  b?: Partial<StoryText>
  isOwn?: boolean
  apartMs?: number
}

function areSame({ shingles, lead, title, a, b, isOwn = false, apartMs = 0 }: Pair): boolean {
  const parts = [shingles, lead, title].map((sizes = [0, 0, 0]) => sharing(...sizes))
  const article = (side: 0 | 1, details: Partial<StoryText> = {}) => ({
    agencyKey: side === 0 || isOwn ? 'mec' : 'saude',
    publishedAt: new Date(Date.UTC(2026, 5, 1) + (side === 0 ? 0 : apartMs)),
    contentHash: null,
    text: {
      ...EMPTY,
      shingles: parts[0]![side],
      lead: parts[1]![side],
      titleStems: wordsOf(parts[2]![side]),
      ...details,
    },
  })
  const [one, other] = [article(0, a), article(1, b)]
  expect(isSameStory(other, one)).toBe(isSameStory(one, other))
  return isSameStory(one, other)
}

describe('texts of different agencies are one', () => {
  it.each<[string, Pair, boolean]>([
    ['with 30 % of the shorter text', { shingles: [100, 100, 30] }, true],
    ['with less than 30 %', { shingles: [100, 100, 29] }, false],
    ['with 15 % of all', { shingles: [60, 170, 30] }, true],
    ['with less than 15 % of all', { shingles: [60, 171, 30] }, false],
    ['with 60 % of a short text and 35 % of its lead', { shingles: [50, 250, 30], lead: [20, 20, 7] }, true],
    ['with less of its lead', { shingles: [50, 250, 30], lead: [20, 20, 6] }, false],
    ['with less of the short text', { shingles: [50, 250, 29], lead: [20, 20, 7] }, false],
    ['with 25 shingles', { shingles: [25, 25, 8] }, true],
    ['with 24 shingles', { shingles: [24, 24, 8] }, false],
    ['with 60 % of a tiny text and half of the title', { shingles: [20, 24, 12], title: [3, 3, 2] }, true],
    ['with less of the title', { shingles: [20, 24, 12], title: [4, 3, 2] }, false],
    ['with less of the tiny text', { shingles: [20, 24, 11], title: [3, 3, 2] }, false],
    ['seven days apart', { shingles: [50, 50, 50], apartMs: 168 * HOUR_MS }, true],
    ['later', { shingles: [50, 50, 50], apartMs: 168 * HOUR_MS + 1 }, false],
  ])('%s: %#', (_, pair, same) => {
    expect(areSame(pair)).toBe(same)
  })
})

describe('texts of one agency are one', () => {
  it.each<[string, Pair, boolean]>([
    ['with half of all', { shingles: [30, 30, 20] }, true],
    ['with less', { shingles: [30, 30, 19] }, false],
    [
      'with 80 % of the shorter one and half of its lead',
      { shingles: [30, 60, 24], lead: [20, 20, 10] },
      true,
    ],
    ['with less of its lead', { shingles: [30, 60, 24], lead: [20, 20, 9] }, false],
    ['with less of the shorter one', { shingles: [30, 60, 23], lead: [20, 20, 20] }, false],
    ['two days apart', { shingles: [50, 50, 50], apartMs: 48 * HOUR_MS }, true],
    ['later', { shingles: [50, 50, 50], apartMs: 48 * HOUR_MS + 1 }, false],
  ])('%s: %#', (_, pair, same) => {
    expect(areSame({ ...pair, isOwn: true })).toBe(same)
  })
})

describe('reports of one event', () => {
  const event: Pair = { shingles: [50, 50, 2], title: [6, 6, 4] }
  it.each<[string, Pair, boolean]>([
    ['have 4 % of their texts and half of their titles', {}, true],
    ['have less of their texts', { shingles: [51, 51, 2] }, false],
    ['have less of their titles', { title: [6, 7, 4] }, false],
    ['have three words of their titles', { title: [3, 3, 3] }, false],
    ['have a text each', { shingles: [0, 50, 0] }, false],
    ['are 48 hours apart', { apartMs: 48 * HOUR_MS }, true],
    ['are further apart', { apartMs: 48 * HOUR_MS + 1 }, false],
    [
      'know the number of the other title',
      { a: { titleNumbers: ['1'] }, b: { words: new Set(['1']) } },
      true,
    ],
    ['lack the number of the first title', { a: { titleNumbers: ['1'] } }, false],
    ['lack the number of the second title', { b: { titleNumbers: ['1'] } }, false],
    ['lack a name of the title', { a: { titleNames: ['ana'] } }, false],
  ])('%s: %#', (_, changes, same) => {
    expect(areSame({ ...event, ...changes })).toBe(same)
  })
})

describe('texts of one form', () => {
  const numbers = (letter: string, own: number, common: number): Partial<StoryText> => {
    const all = [...run(own)].map((n) => `${letter}${n}`).concat([...run(common)].map((n) => `c${n}`))
    return { numbers: new Set(all), words: new Set(all) }
  }
  it.each<[string, Pair, boolean, boolean]>([
    ['without details', {}, true, true],
    ['with a number in one title', { a: { titleNumbers: ['1'] } }, true, true],
    [
      'with other numbers in titles',
      { a: { titleNumbers: ['1'] }, b: { titleNumbers: ['2'] } },
      false,
      false,
    ],
    ['with other places in titles', { a: { titlePlaces: ['x'] }, b: { titlePlaces: ['y'] } }, false, false],
    ['with a place in one title', { b: { titlePlaces: ['y'] } }, true, true],
    ['with other names in titles', { a: { titleNames: ['x'] }, b: { titleNames: ['y'] } }, true, false],
    [
      'with other numbers in titles that both texts have',
      {
        a: { titleNumbers: ['1'], words: new Set(['1', '2']) },
        b: { titleNumbers: ['2'], words: new Set(['1', '2']) },
      },
      true,
      false,
    ],
    [
      'with a further number in one title that both texts have',
      {
        a: { titleNumbers: ['1', '2'], words: new Set(['1', '2']) },
        b: { titleNumbers: ['2'], words: new Set(['1', '2']) },
      },
      true,
      true,
    ],
    ['with four other numbers', { a: numbers('a', 4, 0), b: numbers('b', 4, 0) }, false, false],
    ['with three other numbers', { a: numbers('a', 3, 0), b: numbers('b', 3, 0) }, true, false],
    ['with two other numbers', { a: numbers('a', 2, 0), b: numbers('b', 2, 0) }, true, true],
    ['with four other numbers in one', { a: numbers('a', 4, 0) }, true, true],
    ['with seven other numbers of ten', { a: numbers('a', 7, 3), b: numbers('b', 7, 3) }, false, false],
    ['with six other numbers of ten', { a: numbers('a', 6, 4), b: numbers('b', 6, 4) }, true, false],
    ['with four other numbers of ten', { a: numbers('a', 4, 6), b: numbers('b', 4, 6) }, true, false],
    ['with three other numbers of eight', { a: numbers('a', 3, 5), b: numbers('b', 3, 5) }, true, true],
  ])('%s are one of two agencies: %#', (_, pair, ofTwo, ofOne) => {
    const copies = { shingles: [50, 50, 50] as [number, number, number], ...pair }
    expect([areSame(copies), areSame({ ...copies, isOwn: true })]).toEqual([ofTwo, ofOne])
  })
})
