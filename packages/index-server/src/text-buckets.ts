import type { TextMatches } from './text-matches.ts'

/** Hits beyond these keep their own score, so that deep pages do not change. */
const MAX_BUCKETED = 250

/**
 * Cuts the best hits into buckets of equal size; every hit of a bucket takes the text score of its first one, so
 * that neighbouring buckets which begin with the same score are one. `ranked` is in the order of the search before
 * bucketing; the result is a number per slot that falls with the score. Fewer hits than buckets stay as they are.
 */
export function bucketScores(ranked: Int32Array, matches: TextMatches, buckets: number): Float64Array {
  const scores = new Float64Array(matches.mask.length)
  const bucketed = Math.min(MAX_BUCKETED, ranked.length)
  const size = buckets <= bucketed ? Math.floor(bucketed / buckets) : 1
  let level = ranked.length
  let anchor = ranked[0] ?? 0
  ranked.forEach((slot, rank) => {
    if (rank >= bucketed || rank % size === 0) {
      if (!isEqual(matches, slot, anchor)) level--
      anchor = slot
    }
    scores[slot] = level
  })
  return scores
}

function isEqual(matches: TextMatches, a: number, b: number): boolean {
  return matches.high[a] === matches.high[b] && matches.low[a] === matches.low[b]
}
