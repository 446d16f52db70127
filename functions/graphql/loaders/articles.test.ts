import { expect, it } from 'vitest'
import { listedText } from './articles.ts'

it.each([
  ['has no text', 0, false],
  ['has a text', 200_000, true],
  ['leaves out a text', 200_001, false],
])('a list %s of %i characters', (_, characters, isShown) => {
  const text = 'a'.repeat(characters)
  expect(listedText(text)).toBe(isShown ? text : null)
})
