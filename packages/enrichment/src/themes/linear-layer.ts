import type { ThemeHashes } from './theme-hashes.ts'

/** Weights of the themes of one level for each bucket of hashed words. */
export interface LinearLayer {
  /** A power of two. */
  buckets: number
  /** Codes of the themes, in the order of the weights. */
  codes: readonly string[]
  /** For each bucket the weights of all themes, times `scale`. */
  weights: Float32Array | Int8Array
  scale: number
}

/** Adds what the words of an article say for the themes from `from` to `to` of a layer. */
export function addLogits(
  { buckets, codes, weights, scale }: LinearLayer,
  { hashes, weights: values }: ThemeHashes,
  { from, to, into }: { from: number; to: number; into: Float32Array },
): void {
  const width = codes.length
  const mask = buckets - 1
  for (let feature = 0; feature < hashes.length; feature++) {
    const row = ((hashes[feature] ?? 0) & mask) * width
    const value = (values[feature] ?? 0) * scale
    for (let theme = from; theme < to; theme++)
      into[theme] = (into[theme] ?? 0) + value * (weights[row + theme] ?? 0)
  }
}

/**
 * Replaces logits by probabilities, from `from` to `to`. With `canBeNone` the rest to 1 is the probability that none of
 * the themes fits, whose logit is 0.
 */
export function toProbabilities(
  logits: Float32Array,
  { from, to, canBeNone }: { from: number; to: number; canBeNone: boolean },
): void {
  let most = canBeNone ? 0 : Number.NEGATIVE_INFINITY
  for (let at = from; at < to; at++) most = Math.max(most, logits[at] ?? 0)
  let sum = canBeNone ? Math.exp(-most) : 0
  for (let at = from; at < to; at++) {
    const power = Math.exp((logits[at] ?? 0) - most)
    logits[at] = power
    sum += power
  }
  for (let at = from; at < to; at++) logits[at] = (logits[at] ?? 0) / sum
}
