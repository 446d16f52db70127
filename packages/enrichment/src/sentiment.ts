import { foldName } from '@pauta/platform/text/fold-text'
import { DEGREES, NEGATIONS, REMEDIES, STEM_WEIGHTS, WORD_WEIGHTS } from './sentiment-lexicon.ts'
import { listSentences } from './sentences.ts'
import { listWords } from './words.ts'

export type SentimentLabel = 'positive' | 'neutral' | 'negative'

/** `score` lies strictly between -1 and 1. */
export interface Sentiment {
  label: SentimentLabel
  score: number
}

/** From here on a score is positive, from its opposite on negative; between them it is neutral. */
export const SENTIMENT_THRESHOLD = 0.25

/** Added to the sum of weights, so that one judging word alone does not decide a text. */
const DAMPING = 4
const TITLE_FACTOR = 2
const NEGATION_FACTOR = -0.75
/** What is fought is bad, that it is fought is good: milder than good news as such. */
const REMEDY_FACTOR = -0.5
/** Words that a negation, remedy or degree reaches forward within its sentence. */
const NEGATION_REACH = 3
const REMEDY_REACH = 4
const DEGREE_REACH = 1
const STEM_MIN_CHARACTERS = 4
/** No longer prefix can be a stem, so a long word costs no more look-ups than a short one. */
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

/** Adds the weights of one sentence, changed by the words before each, to the sums. */
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
 * How an article sounds, by a lexicon: the signed weights of its judging words over their absolute sum plus 4, words of
 * the title counting twice. Negations and words of remedy turn what follows, degrees scale it. At 0.25 and above the
 * label is positive, at -0.25 and below negative. Null when neither title nor text has a word.
 */
export function measureSentiment(title: string, text: string | null): Sentiment | null {
  const sums = { signed: 0, total: 0 }
  let words = 0
  for (const [part, factor] of [
    [title, TITLE_FACTOR],
    [text ?? '', 1],
  ] as const) {
    for (const { start, end } of listSentences(part)) {
      const folded = listWords(part.slice(start, end)).map((word) => foldName(word.text))
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
