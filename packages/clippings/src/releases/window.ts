import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@pauta/platform/time/time'
import { intervalHours, type Schedule } from '../schedules/schedule.ts'
import { SETTLING_MINUTES } from './run-state.ts'

/** Minimum length of a first window. */
const FIRST_WINDOW_MIN_HOURS = 24
/** Windows skip older time. */
const WINDOW_MAX_DAYS = 31
/** Articles published longer than this before a window are not news, and the window skips them. */
const PUBLISHED_BEFORE_DAYS = 7

/**
 * If the first window is empty, the first release covers these days, so that readers see what the clipping is about.
 */
const FIRST_LOOK_BACK_DAYS = 7

/** The half-open period of a release, by the time articles became searchable. Whole seconds, as in the index. */
export interface ReleaseWindow {
  from: Date
  to: Date
  /** True when the clipping never had a window before. */
  isFirst: boolean
}

/** Which articles a release has; its end is the end of the window. */
export type ReleasePeriod =
  /** Those that became searchable since `from`; `sinceRelease`: the end of the previous release. */
  | { kind: 'arrived'; from: Date; sinceRelease: boolean }
  /** Those that were published since `from`. */
  | { kind: 'published'; from: Date }
  /** The newest ones of any time. */
  | { kind: 'newest' }

/** The inputs of `findWindow`. */
export interface WindowFacts {
  schedule: Schedule
  /** End of the previous window; null before the first one. */
  deliveredUntil: Date | null
  /** The time at which the release was due. */
  due: Date
  now: Date
  /** The instant of the oldest article that is not yet indexed; null when there is none. */
  openArrival: Date | null
}

/**
 * Returns the window of a run, which starts where the previous one ended, or undefined when no time can be covered. The
 * window ends at the earliest of: the due time, two minutes before now, and the first article that is not yet indexed.
 */
export function findWindow(facts: WindowFacts): ReleaseWindow | undefined {
  const { schedule, deliveredUntil, due, now, openArrival } = facts
  const ends = [due.getTime(), now.getTime() - SETTLING_MINUTES * MINUTE_MS]
  if (openArrival) ends.push(openArrival.getTime())
  const to = Math.floor(Math.min(...ends) / SECOND_MS) * SECOND_MS
  const firstHours = Math.max(FIRST_WINDOW_MIN_HOURS, intervalHours(schedule, due))
  const wanted = deliveredUntil?.getTime() ?? to - firstHours * HOUR_MS
  if (to <= wanted) return undefined
  const from = Math.max(wanted, to - WINDOW_MAX_DAYS * DAY_MS)
  return { from: new Date(from), to: new Date(to), isFirst: deliveredUntil === null }
}

/** Articles of the window must have been published after this instant. */
export function publishedSince({ from }: ReleaseWindow): Date {
  return new Date(from.getTime() - PUBLISHED_BEFORE_DAYS * DAY_MS)
}

/** Length of a window in hours, rounded up. */
export function windowHours({ from, to }: Pick<ReleaseWindow, 'from' | 'to'>): number {
  return Math.ceil((to.getTime() - from.getTime()) / HOUR_MS)
}

/** The last 7 days before the end of a window, for a first release with an empty window. */
export function lookBack({ to }: ReleaseWindow): { from: Date; to: Date } {
  return { from: new Date(to.getTime() - FIRST_LOOK_BACK_DAYS * DAY_MS), to }
}
