import { expect, it } from 'vitest'
import { rememberByWord } from './remember-by-word.ts'

/** A function that remembers, and the words for which it was asked. */
function counting() {
  const made: string[] = []
  const length = rememberByWord<number>((word) => {
    made.push(word)
    return word.length
  })
  return { length, made }
}

it('asks once for each word of at most forty characters', () => {
  const { length, made } = counting()
  const [kept, long] = ['a'.repeat(40), 'a'.repeat(41)]
  expect([kept, long, kept, long, 'b'].map(length)).toEqual([40, 41, 40, 41, 1])
  expect(made).toEqual([kept, long, long, 'b'])
})

it('begins anew after 40,000 words', () => {
  const { length, made } = counting()
  for (let n = 0; n < 40_000; n++) length(String(n))
  length('0')
  expect(made).toHaveLength(40_000)
  length('new')
  length('new')
  length('0')
  expect(made.slice(40_000)).toEqual(['new', '0'])
})
