import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@pauta/platform/database/database'
import { findRun, type JobRun, type RunKey } from '@pauta/platform/jobs/job-runs'

const POLL_MS = 500
/** A run that has not started by then is worth a word. */
const START_SECONDS = 5
/** Longer than any job with all its retries; then the command lets go, and the run goes on. */
const FOLLOW_HOURS = 3

export interface FollowOptions {
  db: Db
  key: RunKey
  /** Told when something about the run has changed: its status, its try or how far it has come. */
  onChange: (run: JobRun) => void
  /** Told once when the run does not start. */
  onWaiting: () => void
  signal: AbortSignal
}

const isEnded = ({ status }: JobRun) => status === 'succeeded' || status === 'failed' || status === 'skipped'

/** Waits until a run has ended and returns it; undefined when it takes longer than a command should wait. */
export async function followRun({
  db,
  key,
  onChange,
  onWaiting,
  signal,
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
    await delay(POLL_MS, undefined, { signal })
  }
  return undefined
}
