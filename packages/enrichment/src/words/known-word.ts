import { foldName } from '@pauta/platform/text/fold-text'
import { rememberByWord } from './remember-by-word.ts'
import { stemsOfWord } from './word-stems.ts'
import { countSyllables } from './syllables.ts'
import { effectOf, type WordEffect } from './word-effect.ts'

/** What is known of a word wherever it stands. */
export interface KnownWord {
  /** A word without letters counts as 0 syllables and is no word for readability. */
  syllables: number
  effect: WordEffect
  stems: readonly string[]
}

/** Returns what is known of a word, which is looked up once for all that reads it. */
export const knowWord = rememberByWord<KnownWord>((word) => {
  const folded = foldName(word)
  return {
    syllables: /\p{L}/u.test(word) ? countSyllables(word) : 0,
    effect: effectOf(folded),
    stems: stemsOfWord(folded),
  }
})
