import { foldName } from '@pauta/platform/text/fold-text'

/** Most words that are kept folded. Texts repeat their words, and folding takes longer than finding. */
const WORDS_MAX = 20_000
const folded = new Map<string, string>()

/** Returns a word without case, accents and punctuation. */
export function foldWord(word: string): string {
  const known = folded.get(word)
  if (known !== undefined) return known
  if (folded.size >= WORDS_MAX) folded.clear()
  const made = foldName(word)
  folded.set(word, made)
  return made
}
