import { listSentences } from './sentences.ts'
import { countSyllables } from './syllables.ts'
import { listWords } from './words.ts'

/** Fewer words are no basis for readability. */
const WORDS_MIN = 10
const SCORE_MAX = 100

/**
 * Flesch reading ease adapted to Portuguese: 248.835 − 1.015 · words per sentence − 84.6 · syllables per word (Martins,
 * Ghiraldelo, Nunes and Oliveira, Readability formulas applied to textbooks in Brazilian Portuguese, 1996). Clamped to
 * 0..100 with two decimals; higher is easier. Null for fewer than ten words. Numbers in digits are left out, because
 * their syllables depend on how they are read.
 */
export function measureReadability(text: string | null): number | null {
  if (text === null) return null
  let words = 0
  let syllables = 0
  // Most words of a text are repeated. A word without letters counts as 0 syllables and is no word.
  const known = new Map<string, number>()
  for (const { text: word } of listWords(text)) {
    const count = known.get(word) ?? (/\p{L}/u.test(word) ? countSyllables(word) : 0)
    known.set(word, count)
    if (count > 0) words++
    syllables += count
  }
  if (words < WORDS_MIN) return null
  const sentences = Math.max(1, listSentences(text).length)
  const score = 248.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words)
  return Math.round(Math.min(SCORE_MAX, Math.max(0, score)) * 100) / 100
}
