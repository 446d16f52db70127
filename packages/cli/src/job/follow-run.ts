import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@pauta/platform/database/database'
import { findRun, type JobRun, type RunKey } from '@pauta/platform/jobs/job-runs'

const POLL_MS = 500
/** After this time without a start, the command prints that the run waits. */
const START_SECONDS = 5
/** Longer than any job, also a sync that computes all vectors. Then the command stops waiting; the run continues. */
const FOLLOW_HOURS = 48

export interface FollowOptions {
  db: Db
  key: RunKey
  /** Called when the status, the number of tries or the progress of the run changes. */
  onChange: (run: JobRun) => void
  /** Called once when the run has not started after 5 s. */
  onWaiting: () => void
  signal: AbortSignal
  /** Milliseconds between two reads of the run. */
  pollMs?: number
}

const isEnded = ({ status }: JobRun) => status === 'succeeded' || status === 'failed' || status === 'skipped'

/** Waits until a run has ended and returns it; undefined when the run takes longer than 48 hours. */
export async function followRun({
  db,
  key,
  onChange,
  onWaiting,
  signal,
  pollMs = POLL_MS,
}: FollowOptions): Promise<JobRun | undefined> {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  let shown = ''
  let warned = false
  while (seconds() < FOLLOW_HOURS * 3600) {
    const run = await findRun(db, key)
    if (run && isEnded(run)) return run
    const state = JSON.stringify([run?.status, run?.attempts, run?.progress])
    if (run && state !== shown) onChange(run)
    shown = state
    if (!run && !warned && seconds() > START_SECONDS) {
      warned = true
      onWaiting()
    }
    await delay(pollMs, undefined, { signal })
  }
  return undefined
}
