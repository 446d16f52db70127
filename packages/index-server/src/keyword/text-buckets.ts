import { PagedNumbers } from '../arrays/paged-numbers.ts'
import type { TextMatches } from './text-matches.ts'

/** Hits after this number keep their own score, so that deep pages do not change. */
const MAX_BUCKETED = 250

/**
 * Divides the best hits into buckets of equal size. Each hit gets the text score of its bucket's first hit, so
 * neighbouring buckets with the same first score merge. `ranked` is in the order of the search before bucketing.
 * Returns a number per slot that falls with the score. When there are fewer hits than buckets, scores do not change.
 */
export function bucketScores(ranked: Int32Array, matches: TextMatches, buckets: number): PagedNumbers {
  const scores = new PagedNumbers(0)
  const bucketed = Math.min(MAX_BUCKETED, ranked.length)
  const size = buckets <= bucketed ? Math.floor(bucketed / buckets) : 1
  let level = ranked.length
  let anchor = ranked[0] ?? 0
  ranked.forEach((slot, rank) => {
    if (rank >= bucketed || rank % size === 0) {
      if (!isEqual(matches, slot, anchor)) level--
      anchor = slot
    }
    scores.set(slot, level)
  })
  return scores
}

function isEqual(matches: TextMatches, a: number, b: number): boolean {
  return matches.high.get(a) === matches.high.get(b) && matches.low.get(a) === matches.low.get(b)
}
