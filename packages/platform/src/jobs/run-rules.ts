import { MINUTE_MS } from '../time/time.ts'

export type RunStatus = 'running' | 'waiting' | 'succeeded' | 'failed' | 'skipped'

/** What is known when a message asks for a run. */
export interface RunFacts {
  now: Date
  scheduledTime: Date
  /** Minutes between two runs of its schedule; undefined where no run can be too late. */
  intervalMinutes: number | undefined
  /** The run itself, when an earlier receive of its message has left something. */
  own: { status: RunStatus; leaseUntil: Date | null } | undefined
  /** Another run of the same job and target that holds a lease now. */
  other: { scheduledTime: Date } | undefined
}

export type RunVerdict =
  | { kind: 'run' }
  /** The run will not take place; the reason is recorded. */
  | { kind: 'skip'; reason: string }
  /** The same message was dealt with before. */
  | { kind: 'settled' }
  /** The same run is being worked on until then at the latest. */
  | { kind: 'busy'; until: Date }

/**
 * Whether a run may start. Runs of a job and target never overlap, and what a schedule missed is not caught up: a run
 * that could not start within its interval is left out, while one that has started is tried again however late.
 */
export function decideRun({ now, scheduledTime, intervalMinutes, own, other }: RunFacts): RunVerdict {
  if (own?.status === 'succeeded' || own?.status === 'skipped') return { kind: 'settled' }
  if (own?.status === 'running' && own.leaseUntil !== null && own.leaseUntil > now)
    return { kind: 'busy', until: own.leaseUntil }
  if (other)
    return { kind: 'skip', reason: `the run of ${other.scheduledTime.toISOString()} is still under way` }
  const lateMinutes = (now.getTime() - scheduledTime.getTime()) / MINUTE_MS
  if (own === undefined && intervalMinutes !== undefined && lateMinutes >= intervalMinutes)
    return {
      kind: 'skip',
      reason: `${Math.floor(lateMinutes)} minutes late, and the next run comes every ${intervalMinutes}`,
    }
  return { kind: 'run' }
}
