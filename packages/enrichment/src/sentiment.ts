import { listSentenceWords, type ArticleReading } from './sentences/passage.ts'
import type { Word } from './words/words.ts'

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

/** Adds the weights of one sentence to the sums, changed by negations, remedies and degrees. */
function weighSentence(
  words: readonly Word[],
  factor: number,
  sums: { signed: number; total: number },
): void {
  let negatedUntil = -1
  let remediedUntil = -1
  let degree: { until: number; factor: number } | undefined
  words.forEach(({ known: { effect: judged } }, at) => {
    const { weight, isNegation, isRemedy, degree: degreeFactor } = judged
    if (weight !== 0) {
      let effect = weight * factor
      if (degree && at <= degree.until) effect *= degree.factor
      if (weight < 0 && at <= remediedUntil) effect *= REMEDY_FACTOR
      else if (at <= negatedUntil) effect *= NEGATION_FACTOR
      sums.signed += effect
      sums.total += Math.abs(effect)
    }
    if (isNegation) negatedUntil = at + NEGATION_REACH
    if (isRemedy) remediedUntil = at + REMEDY_REACH
    if (degreeFactor !== undefined) degree = { until: at + DEGREE_REACH, factor: degreeFactor }
  })
}

/**
 * Measures the sentiment of an article by a lexicon: the sum of the signed weights of its judging words, divided by
 * their absolute sum plus 4. Words of the title count twice. Negations and remedies reverse what follows; degree words
 * scale it. The label is positive from 0.25 and negative from -0.25. Null when title and text have no word.
 */
export function measureSentiment({ title, body }: ArticleReading): Sentiment | null {
  const sums = { signed: 0, total: 0 }
  let words = 0
  for (const [part, factor] of [
    [title, TITLE_FACTOR],
    [body, 1],
  ] as const) {
    if (part === null) continue
    for (const sentence of listSentenceWords(part)) {
      words += sentence.length
      weighSentence(sentence, factor, sums)
    }
  }
  if (words === 0) return null
  const score = Math.round((sums.signed / (sums.total + DAMPING)) * 1000) / 1000
  const label =
    score >= SENTIMENT_THRESHOLD ? 'positive' : score <= -SENTIMENT_THRESHOLD ? 'negative' : 'neutral'
  return { label, score }
}
