import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@pauta/platform/time/time'
import { intervalHours, type Schedule } from '../schedules/schedule.ts'

/** What becomes searchable is known to the last second only after the clocks of all machines have passed it. */
export const SETTLING_MINUTES = 2
/** A first window reaches back at least so far. */
const FIRST_WINDOW_MIN_HOURS = 24
/** What is older is passed over. */
const WINDOW_MAX_DAYS = 31
/** Articles that were published longer before a window are passed over: they are no news, however late they come. */
const PUBLISHED_BEFORE_DAYS = 7

/** A clipping whose first window is empty tells of these last days instead, so that readers see what it is about. */
const FIRST_LOOK_BACK_DAYS = 7

/** The half-open time over which a release is made: of what became searchable in it. Whole seconds, as in the index. */
export interface ReleaseWindow {
  from: Date
  to: Date
  /** Nothing of the clipping was ever delivered or passed over before. */
  isFirst: boolean
}

/** What decides about a window. */
export interface WindowFacts {
  schedule: Schedule
  /** End of the window before this one; null before the first. */
  deliveredUntil: Date | null
  /** The time for which the release is meant. */
  due: Date
  now: Date
  /** The first instant since which an article is on its way to the index; null when none is. */
  openArrival: Date | null
}

/**
 * The window of a run, which starts where the one before ended; undefined when nothing can be said of any time since. It
 * ends at the due time, two minutes ago, or before the first article that is still on its way, whichever comes first.
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

/** Since when an article must have been published to be in a release of the window. */
export function publishedSince({ from }: ReleaseWindow): Date {
  return new Date(from.getTime() - PUBLISHED_BEFORE_DAYS * DAY_MS)
}

/** Length of a window in hours, rounded up. */
export function windowHours({ from, to }: Pick<ReleaseWindow, 'from' | 'to'>): number {
  return Math.ceil((to.getTime() - from.getTime()) / HOUR_MS)
}

/** The last days up to the end of a window, for a clipping that has nothing else to begin with. */
export function lookBack({ to }: ReleaseWindow): { from: Date; to: Date } {
  return { from: new Date(to.getTime() - FIRST_LOOK_BACK_DAYS * DAY_MS), to }
}
