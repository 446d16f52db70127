import type { Passage } from './sentences/passage.ts'

/** Fewer words are no basis for readability. */
const WORDS_MIN = 10
const SCORE_MAX = 100

/**
 * Flesch reading ease adapted to Portuguese: 248.835 − 1.015 · words per sentence − 84.6 · syllables per word (Martins,
 * Ghiraldelo, Nunes and Oliveira, Readability formulas applied to textbooks in Brazilian Portuguese, 1996). Clamped to
 * 0..100 with two decimals; higher is easier. Null for fewer than ten words. Numbers in digits are left out, because
 * their syllables depend on how they are read.
 */
export function measureReadability(passage: Passage | null): number | null {
  if (passage === null) return null
  let words = 0
  let syllables = 0
  for (const { known } of passage.words) {
    if (known.syllables > 0) words++
    syllables += known.syllables
  }
  if (words < WORDS_MIN) return null
  const sentences = Math.max(1, passage.sentences.length)
  const score = 248.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words)
  return Math.round(Math.min(SCORE_MAX, Math.max(0, score)) * 100) / 100
}
