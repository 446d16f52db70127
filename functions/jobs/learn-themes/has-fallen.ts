import type { ThemeModelRecord } from '@pauta/core/themes/theme-models'

/** Smaller differences come from the articles that were added meanwhile. */
const LEAST_FALL = 0.03
/** A difference of two standard errors has a chance of about one in forty. */
const STANDARD_ERRORS = 2

type Measured = Pick<ThemeModelRecord, 'accuracyL1' | 'measuredArticles'>

/**
 * Whether a model finds the theme of level 1 clearly less often than the one before: by more than 3 percentage points
 * and by more than two standard errors of the difference.
 */
export function hasFallen(before: Measured | undefined, now: Measured): boolean {
  if (!before || before.accuracyL1 === null || now.accuracyL1 === null) return false
  const variance = ({ accuracyL1, measuredArticles }: Measured) =>
    ((accuracyL1 ?? 0) * (1 - (accuracyL1 ?? 0))) / Math.max(1, measuredArticles)
  const error = Math.sqrt(variance(before) + variance(now))
  const fall = before.accuracyL1 - now.accuracyL1
  return fall > LEAST_FALL && fall > STANDARD_ERRORS * error
}
