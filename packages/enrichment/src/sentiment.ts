import { foldName } from '@pauta/platform/text/fold-text'
import { DEGREES, NEGATIONS, REMEDIES, STEM_WEIGHTS, WORD_WEIGHTS } from './sentiment-lexicon.ts'
import { listSentences } from './sentences.ts'
import { listWords, type Word } from './words.ts'

type SentimentLabel = 'positive' | 'neutral' | 'negative'

/** `score` is between -1 and 1, exclusive. */
export interface Sentiment {
  label: SentimentLabel
  score: number
}

/** A score is positive from this value, negative from its opposite, and neutral in between. */
export const SENTIMENT_THRESHOLD = 0.25

/** Added to the sum of weights, so that one judging word alone does not decide. */
const DAMPING = 4
const TITLE_FACTOR = 2
const NEGATION_FACTOR = -0.75
/** Acting against something bad is good, but milder than good news. */
const REMEDY_FACTOR = -0.5
/** Number of following words that a negation, remedy or degree word affects within its sentence. */
const NEGATION_REACH = 3
const REMEDY_REACH = 4
const DEGREE_REACH = 1
const STEM_MIN_CHARACTERS = 4
/** No stem is longer, so a long word needs no more look-ups than a short one. */
const STEM_MAX_CHARACTERS = Math.max(...[...STEM_WEIGHTS.keys()].map((stem) => stem.length))

function weightOf(word: string): number {
  const whole = WORD_WEIGHTS.get(word)
  if (whole !== undefined) return whole
  for (let length = Math.min(word.length, STEM_MAX_CHARACTERS); length >= STEM_MIN_CHARACTERS; length--) {
    const weight = STEM_WEIGHTS.get(word.slice(0, length))
    if (weight !== undefined) return weight
  }
  return 0
}

const isRemedy = (word: string): boolean => REMEDIES.some((stem) => word.startsWith(stem))

/** Adds the weights of one sentence to the sums, changed by negations, remedies and degrees. */
function weighSentence(
  words: readonly string[],
  factor: number,
  sums: { signed: number; total: number },
): void {
  let negatedUntil = -1
  let remediedUntil = -1
  let degree = { until: -1, factor: 1 }
  words.forEach((word, at) => {
    const weight = weightOf(word)
    if (weight !== 0) {
      let effect = weight * factor
      if (at <= degree.until) effect *= degree.factor
      if (weight < 0 && at <= remediedUntil) effect *= REMEDY_FACTOR
      else if (at <= negatedUntil) effect *= NEGATION_FACTOR
      sums.signed += effect
      sums.total += Math.abs(effect)
    }
    if (NEGATIONS.has(word)) negatedUntil = at + NEGATION_REACH
    if (isRemedy(word)) remediedUntil = at + REMEDY_REACH
    const degreeFactor = DEGREES.get(word)
    if (degreeFactor !== undefined) degree = { until: at + DEGREE_REACH, factor: degreeFactor }
  })
}

/**
 * Measures the sentiment of an article by a lexicon: the sum of the signed weights of its judging words, divided by
 * their absolute sum plus 4. Words of the title count twice. Negations and remedies reverse what follows; degree words
 * scale it. The label is positive from 0.25 and negative from -0.25. Null when title and text have no word.
 */
export function measureSentiment(title: string, text: string | null): Sentiment | null {
  const sums = { signed: 0, total: 0 }
  let words = 0
  // Most words of a text are repeated.
  const folds = new Map<string, string>()
  const fold = ({ text: word }: Word): string => {
    const known = folds.get(word) ?? foldName(word)
    folds.set(word, known)
    return known
  }
  for (const [part, factor] of [
    [title, TITLE_FACTOR],
    [text ?? '', 1],
  ] as const) {
    for (const { start, end } of listSentences(part)) {
      const folded = listWords(part.slice(start, end)).map(fold)
      words += folded.length
      weighSentence(folded, factor, sums)
    }
  }
  if (words === 0) return null
  const score = Math.round((sums.signed / (sums.total + DAMPING)) * 1000) / 1000
  const label =
    score >= SENTIMENT_THRESHOLD ? 'positive' : score <= -SENTIMENT_THRESHOLD ? 'negative' : 'neutral'
  return { label, score }
}
