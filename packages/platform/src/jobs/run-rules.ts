import { MINUTE_MS } from '../time/time.ts'

export const RUN_STATUSES = ['running', 'waiting', 'succeeded', 'failed', 'skipped'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** The facts on which the decision about a run depends. */
export interface RunFacts {
  now: Date
  scheduledTime: Date
  /** Minutes between two scheduled runs. Undefined: the run can never be too late. */
  intervalMinutes: number | undefined
  /** The run itself, when an earlier message has created its row. */
  own: { status: RunStatus; leaseUntil: Date | null } | undefined
  /** Another run of the same job and target that has a lease now. */
  other: { scheduledTime: Date } | undefined
}

export type RunVerdict =
  | { kind: 'run' }
  /** The run does not start; the reason is recorded. */
  | { kind: 'skip'; reason: string }
  /** An earlier message has completed the run. */
  | { kind: 'settled' }
  /** Another message is working on the run, at most until this time. */
  | { kind: 'busy'; until: Date }

/**
 * Decides whether a run may start. Runs of a job and target never overlap. Missed runs are not made up for: a run that
 * could not start within its interval is skipped. A run that has started is retried, however late.
 */
export function decideRun({ now, scheduledTime, intervalMinutes, own, other }: RunFacts): RunVerdict {
  if (own?.status === 'succeeded' || own?.status === 'skipped') return { kind: 'settled' }
  if (own?.status === 'running' && own.leaseUntil !== null && own.leaseUntil > now)
    return { kind: 'busy', until: own.leaseUntil }
  if (other)
    return { kind: 'skip', reason: `the run of ${other.scheduledTime.toISOString()} is still in progress` }
  const lateMinutes = (now.getTime() - scheduledTime.getTime()) / MINUTE_MS
  if (own === undefined && intervalMinutes !== undefined && lateMinutes >= intervalMinutes)
    return {
      kind: 'skip',
      reason: `${Math.floor(lateMinutes)} minutes late, and the next run comes every ${intervalMinutes}`,
    }
  return { kind: 'run' }
}
