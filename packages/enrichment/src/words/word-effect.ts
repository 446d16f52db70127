import { DEGREES, NEGATIONS, REMEDIES, STEM_WEIGHTS, WORD_WEIGHTS } from './sentiment-lexicon.ts'

const STEM_MIN_CHARACTERS = 4
/** No stem is longer, so a long word needs no more look-ups than a short one. */
const STEM_MAX_CHARACTERS = Math.max(...[...STEM_WEIGHTS.keys()].map((stem) => stem.length))

/** What a word does to the sentiment of its sentence. */
export interface WordEffect {
  weight: number
  isNegation: boolean
  isRemedy: boolean
  /** Factor of the words behind; undefined for most words. */
  degree: number | undefined
}

function weightOf(word: string): number {
  const whole = WORD_WEIGHTS.get(word)
  if (whole !== undefined) return whole
  for (let length = Math.min(word.length, STEM_MAX_CHARACTERS); length >= STEM_MIN_CHARACTERS; length--) {
    const weight = STEM_WEIGHTS.get(word.slice(0, length))
    if (weight !== undefined) return weight
  }
  return 0
}

/** Returns the effect of a folded word. */
export const effectOf = (word: string): WordEffect => ({
  weight: weightOf(word),
  isNegation: NEGATIONS.has(word),
  isRemedy: REMEDIES.some((stem) => word.startsWith(stem)),
  degree: DEGREES.get(word),
})
