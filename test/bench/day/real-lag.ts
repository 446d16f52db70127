// Separates the lag of a found article into what passes at the speed of the day and what takes as long as on a real day.
import { EARLY_MS } from '@pauta/scraper/store/site-state'
import { SPEED } from './plan.ts'

/** A message of a schedule and what became of it. Instants are real, in milliseconds since 1970. */
export interface ScheduledRun {
  dueAt: number
  /** Null for a run that was skipped or not read. */
  startedAt: number | null
  endedAt: number | null
  /**
   * `asked`: the site was read, or tried. `not_due`: the agency was not due. `skipped`: an earlier run was still in
   * progress. `unread`: the message was still in the queue at the end.
   */
  outcome: 'asked' | 'not_due' | 'skipped' | 'unread'
  /** The pause after the run in milliseconds of the day, before the benchmark shortens it. Null when there was none. */
  pauseMs: number | null
  /** Real milliseconds for which the requests of the run waited for the pauses of their hosts. */
  waitedMs: number
}

/** Parts of the lag of one article, in milliseconds. */
export interface RealLag {
  /** From the publication to the due time of the run that finds the article, in milliseconds of the day. */
  scheduleMs: number
  /** From the due time to the queue without the waits for hosts, in real milliseconds. */
  workMs: number
  /** Waits for the pauses of hosts. The benchmark shortens these pauses, so they are measured and multiplied again. */
  hostMs: number
  /** The sum: the lag of a real day. */
  realMs: number
  /** From the publication to the queue as measured, with every real second as a minute. */
  compressedMs: number
  /** Runs between publication and find that did not ask only because work is not sped up. */
  lost: number
}

/** The last run before `run` that asked the site. */
function findEarlier(runs: readonly ScheduledRun[], run: ScheduledRun): ScheduledRun | undefined {
  return runs.findLast(({ dueAt, outcome }) => outcome === 'asked' && dueAt < run.dueAt)
}

/**
 * Whether a run that did not ask would have asked on a real day. The earlier run ends some real seconds after its due
 * time, which are as many minutes in the benchmark: then the run is skipped, its agency is not due yet, or its message
 * waits.
 */
export function isLost(runs: readonly ScheduledRun[], run: ScheduledRun): boolean {
  if (run.outcome === 'asked') return false
  const earlier = findEarlier(runs, run)
  if (earlier === undefined || earlier.endedAt === null) return false
  const took = earlier.endedAt - earlier.dueAt
  return took + (earlier.pauseMs ?? 0) - EARLY_MS <= (run.dueAt - earlier.dueAt) * SPEED
}

/**
 * Separates the lag of an article that appeared at `publishedAt` and reached the queue at `sentAt`, both real instants.
 * `runs` are those of its agency, by due time. Undefined when no run explains the find.
 */
export function separateLag(
  { publishedAt, sentAt }: { publishedAt: number; sentAt: number },
  runs: readonly ScheduledRun[],
): RealLag | undefined {
  const finder = runs.findLast(
    ({ outcome, startedAt }) => outcome === 'asked' && startedAt !== null && startedAt <= sentAt,
  )
  if (finder === undefined) return undefined
  const later = runs.filter(({ dueAt }) => dueAt >= publishedAt)
  // A run that was due before the publication may find the article when the machine starts the run late. On a real day
  // that run is over in time, and the next one that asks finds the article.
  const isEarlyFinder = finder.dueAt < publishedAt
  const first = later.find(
    (run) => run === finder || (isEarlyFinder && run.outcome === 'asked') || isLost(runs, run),
  )
  if (first === undefined) return undefined
  const scheduleMs = (first.dueAt - publishedAt) * SPEED
  const workMs = Math.max(sentAt - finder.dueAt - finder.waitedMs, 0)
  const hostMs = finder.waitedMs * SPEED
  return {
    scheduleMs,
    workMs,
    hostMs,
    realMs: scheduleMs + workMs + hostMs,
    compressedMs: (sentAt - publishedAt) * SPEED,
    lost: later.filter((run) => run.dueAt < finder.dueAt && isLost(runs, run)).length,
  }
}
