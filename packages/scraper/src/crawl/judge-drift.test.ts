import { describe, expect, it } from 'vitest'
import { findFallenFields, isMassRemoval, judgeListing } from './judge-drift.ts'

const tiles = { found: 20, structure: 'article.tileItem' }

describe('a listing compared with earlier runs', () => {
  it('takes the first structure as usual and reports another one once', () => {
    const first = judgeListing(null, tiles)
    expect(first).toEqual({
      drift: null,
      next: { structures: ['article.tileItem'], hadItems: true },
    })
    expect(judgeListing(first.next, tiles)).toEqual({ drift: null, next: first.next })
    const changed = judgeListing(first.next, { found: 20, structure: 'div.item' })
    expect(changed.drift).toBe('new-structure')
    expect(judgeListing(changed.next, { found: 3, structure: 'div.item' }).drift).toBeNull()
    expect(judgeListing(changed.next, tiles).drift).toBeNull()
  })

  it('reports an empty page only where there were entries, and as long as it is empty', () => {
    const empty = { found: 0, structure: null }
    expect(judgeListing(null, empty).drift).toBeNull()
    const { next } = judgeListing(null, tiles)
    expect(judgeListing(next, empty)).toEqual({ drift: 'no-items', next })
    expect(judgeListing(judgeListing(next, empty).next, empty).drift).toBe('no-items')
  })

  it.each([
    { found: 0, structure: 'article.tileItem' },
    { found: 20, structure: null },
  ])('takes %j for an empty page', (page) => {
    expect(judgeListing(null, page)).toEqual({ drift: null, next: { structures: [], hadItems: false } })
  })
})

const counts = (articles: number, fields: Record<string, number>) => ({ articles, fields })
const usual = counts(40, { title: 40, publishedAt: 40, body: 40, imageUrl: 20 })

describe('the share of articles with a field', () => {
  it.each([
    ['all is as before', counts(10, { title: 10, publishedAt: 10, body: 10, imageUrl: 5 }), []],
    ['two of three bodies are missing', counts(3, { title: 3, publishedAt: 3, body: 1 }), ['body']],
    ['one of three bodies is missing', counts(3, { title: 3, publishedAt: 3, body: 2 }), []],
    ['few articles have no picture, as by chance', counts(4, { title: 4, publishedAt: 4, body: 4 }), []],
    ['no article of many has a picture', counts(12, { title: 12, publishedAt: 12, body: 12 }), ['imageUrl']],
    ['two articles show nothing', counts(2, { title: 2 }), []],
    ['three articles have pictures alone', counts(3, { imageUrl: 3 }), ['title', 'publishedAt', 'body']],
    [
      '29 of 100 bodies are missing',
      counts(100, { title: 100, publishedAt: 100, body: 71, imageUrl: 50 }),
      [],
    ],
  ])('%s', (_, recent, fallen) => {
    expect(findFallenFields(usual, recent)).toEqual(fallen)
  })

  it.each([
    ['thirty points', counts(10, { body: 5 }), counts(400, { body: 80 }), ['body']],
    ['three standard errors', counts(10, { body: 5 }), counts(9, {}), ['body']],
    ['less than three standard errors', counts(10, { body: 5 }), counts(8, {}), []],
  ])('falls by %s', (_, before, recent, fallen) => {
    expect(findFallenFields(before, recent)).toEqual(fallen)
  })

  it('reports nothing without a history', () => {
    const recent = counts(9, { title: 9, publishedAt: 9, imageUrl: 9 })
    expect(findFallenFields(counts(9, { body: 9 }), recent)).toEqual([])
    expect(findFallenFields(counts(10, { body: 10 }), recent)).toEqual(['body'])
  })
})

describe('many articles that are removed at once', () => {
  it.each([
    [1, 1, false],
    [2, 2, true],
    [2, 9, true],
    [2, 10, false],
    [20, 100, false],
    [21, 100, true],
  ])('%i of %i: a fault of the site is %s', (gone, checked, isMass) => {
    expect(isMassRemoval({ gone, checked })).toBe(isMass)
  })
})
