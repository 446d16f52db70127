import type { TextMatches } from './text-matches.ts'

/** Hits beyond these keep a bucket of their own, so that deep pages do not change. */
const MAX_BUCKETED = 250

/**
 * Splits the best hits into buckets of equal size, within which text scores count as equal. `ranked` is in order
 * of text score; the result is a score per slot.
 */
export function bucketScores(ranked: Int32Array, matches: TextMatches, buckets: number): Float64Array {
  const scores = new Float64Array(matches.mask.length)
  const bucketed = Math.min(MAX_BUCKETED, ranked.length)
  const size = buckets <= bucketed ? Math.floor(bucketed / buckets) : 1
  ranked.forEach((slot, rank) => {
    const place = rank < bucketed ? rank - (rank % size) : rank
    scores[slot] = ranked.length - place
  })
  if (buckets <= bucketed) return scores
  // Too few hits for that many buckets: equal text scores stay equal.
  for (let rank = 1; rank < ranked.length; rank++) {
    const [slot, before] = [ranked[rank]!, ranked[rank - 1]!]
    const isEqual = matches.high[slot] === matches.high[before] && matches.low[slot] === matches.low[before]
    if (isEqual) scores[slot] = scores[before]!
  }
  return scores
}
