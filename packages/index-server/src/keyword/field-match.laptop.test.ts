import { expect, test } from 'vitest'
import { scoreField } from './field-match.ts'
import type { FieldScore, MatchOptions } from './field-match.ts'
import { InvertedField } from '../memory-index/inverted-field.ts'
import { createTokenizer } from '../tokens/tokenize.ts'

const OPTIONS: MatchOptions = {
  cost: 0,
  prioritizeExact: true,
  prioritizePosition: false,
  isSingleExact: false,
  isArray: false,
}

/** Parts of a score: words in one window, words present, remaining edits; closeness, exactness, position. */
function score(texts: string[], query: string[], options: Partial<MatchOptions> = {}): number[] {
  const field = new InvertedField(createTokenizer([], []))
  field.add(0, texts, 0)
  const result: FieldScore = { high: 0, low: 0 }
  const postings = query.map((word) => field.find(word))
  scoreField(
    postings,
    postings.map(() => 0),
    { ...OPTIONS, ...options },
    result,
  )
  return [result.high, result.low].flatMap((part) => [part >> 16, (part >> 8) & 255, part & 255])
}

test('scores adjacent words as closer than separate words', () => {
  expect(score(['a defesa civil nacional'], ['defesa', 'civil'])).toEqual([2, 2, 255, 99, 0, 0])
  expect(score(['defesa da vida civil'], ['defesa', 'civil'])).toEqual([2, 2, 255, 97, 0, 0])
})

test('scores the closest occurrences', () => {
  expect(score(['civil e mais a defesa e a defesa civil'], ['defesa', 'civil'])[3]).toBe(99)
})

test('counts words further apart than a window as present only', () => {
  const filler = Array.from({ length: 20 }, (_, at) => `x${at}`).join(' ')
  expect(score([`defesa ${filler} civil`], ['defesa', 'civil']).slice(0, 2)).toEqual([1, 2])
})

test('marks a field that equals the query', () => {
  expect(score(['Defesa Civil'], ['defesa', 'civil'])[4]).toBe(1)
  expect(score(['Defesa Civil já'], ['defesa', 'civil'])[4]).toBe(0)
  expect(score(['Turismo'], ['turismo'], { isSingleExact: true })[4]).toBe(1)
  expect(score(['Turismo rural'], ['turismo'], { isSingleExact: true })[4]).toBe(0)
  expect(score(['outro', 'Turismo'], ['turismo'], { isSingleExact: true, isArray: true })[4]).toBe(1)
})

test('does not join words in different texts of a list', () => {
  expect(score(['defesa', 'civil'], ['defesa', 'civil'], { isArray: true }).slice(0, 2)).toEqual([1, 1])
})

test('scores an early position when the option is set', () => {
  const early = score(['saúde para todos'], ['saude'], { prioritizePosition: true })
  const late = score(['para todos saúde'], ['saude'], { prioritizePosition: true })
  expect(early[5]).toBeGreaterThan(late[5]!)
})
