import type { EntityType } from '../entities/entity-record.ts'

/** Days of the window, and days of the baseline before it. */
export const WINDOW_DAYS = 7
export const BASELINE_DAYS = 28

/** Least number of articles and of active days; less coverage cannot trend. */
const ARTICLES_MIN = 3
const ACTIVE_DAYS_MIN = 2
/** The rate of the window divided by that of the baseline must exceed this value. */
const RATIO_ABOVE = 1.5
/** Most entities of a ranking. */
const RANKING_MAX = 1000

/** Weights of the parts of the score: growth, spread over agencies, and growth where few agencies wrote before. */
const RATIO_WEIGHT = 0.5
const SPREAD_WEIGHT = 0.3
const NOVELTY_WEIGHT = 0.2

/** Articles and agencies that mention an entity, in the window and in the baseline before it. */
export interface MentionCounts {
  entityId: string
  type: EntityType
  windowCount: number
  windowAgencies: number
  /** Number of local days of the window with an article. */
  activeDays: number
  baselineCount: number
  baselineAgencies: number
}

/** An entity with the measures of its growth. */
export interface RankedEntity extends Omit<MentionCounts, 'type' | 'activeDays'> {
  trendingScore: number
  /**
   * Rate of the window divided by the rate of the baseline. One article is added to each, so the ratio is finite
   * without a baseline.
   */
  volumeRatio: number
}

const round = (value: number) => Math.round(value * 1000) / 1000

function measure(counts: MentionCounts): RankedEntity {
  const { entityId, windowCount, windowAgencies, baselineCount, baselineAgencies } = counts
  // A single division of integers, so that a ratio equal to the threshold is computed exactly.
  const volumeRatio = ((windowCount + 1) * BASELINE_DAYS) / ((baselineCount + 1) * WINDOW_DAYS)
  const trendingScore =
    RATIO_WEIGHT * volumeRatio +
    SPREAD_WEIGHT * (windowAgencies / Math.max(baselineAgencies, 1)) +
    NOVELTY_WEIGHT * (volumeRatio / (1 + baselineAgencies))
  return {
    entityId,
    trendingScore,
    volumeRatio,
    windowCount,
    windowAgencies,
    baselineCount,
    baselineAgencies,
  }
}

/**
 * Returns the entities whose week exceeds their usual coverage, highest score first, at most 1,000. Places are
 * excluded, because nearly every text mentions some. Scores and ratios have three decimals.
 */
export function rankByGrowth(counts: readonly MentionCounts[]): RankedEntity[] {
  return counts
    .filter(
      ({ type, windowCount, activeDays }) =>
        type !== 'LOC' && windowCount >= ARTICLES_MIN && activeDays >= ACTIVE_DAYS_MIN,
    )
    .map(measure)
    .filter(({ volumeRatio }) => volumeRatio > RATIO_ABOVE)
    .map((entity) => ({
      ...entity,
      trendingScore: round(entity.trendingScore),
      volumeRatio: round(entity.volumeRatio),
    }))
    .sort(
      (a, b) =>
        b.trendingScore - a.trendingScore ||
        b.windowCount - a.windowCount ||
        (a.entityId < b.entityId ? -1 : 1),
    )
    .slice(0, RANKING_MAX)
}
