import { setTimeout as delay } from 'node:timers/promises'
import type { SyncTask, TaskClient } from './task-client.ts'
import type { TaskLog } from './task-log.ts'

const POLL_MS = 1000
/** The last lines may come to the log after its task has ended. */
const QUIET_READS = 2
/** How long ECS may not know of a task that it has just started. */
const UNKNOWN_MAX_SECONDS = 60
/** By then a machine and the image are there as a rule. */
const START_SECONDS = 300
/** Longer than any sync; then the command lets go, and the task goes on. */
const FOLLOW_HOURS = 48

export interface FollowOptions {
  tasks: Pick<TaskClient, 'find'>
  log: TaskLog
  task: SyncTask
  /** Told of each step on the way: `PENDING`, `RUNNING`. */
  onStatus: (status: string) => void
  /** Told once when the task does not start. */
  onWaiting: () => void
  onLines: (lines: readonly string[]) => void
  signal: AbortSignal
}

/** Waits until a task has ended, tells what it writes, and returns it as it ended. Throws when ECS loses sight of it. */
export async function followTask(options: FollowOptions): Promise<SyncTask> {
  const { tasks, log, task, onLines, signal } = options
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  let status = ''
  let warned = false
  while (seconds() < FOLLOW_HOURS * 3600) {
    const state = await tasks.find(task.arn)
    if (!state && seconds() > UNKNOWN_MAX_SECONDS) throw new Error(`ECS knows of no task ${task.id}.`)
    if (state && state.status !== status && state.status !== 'STOPPED') options.onStatus(state.status)
    status = state?.status ?? status
    onLines(await log.readNew())
    if (state?.status === 'STOPPED') {
      await readRest(log, onLines)
      return state
    }
    if (!warned && status !== 'RUNNING' && seconds() > START_SECONDS) {
      warned = true
      options.onWaiting()
    }
    await delay(POLL_MS, undefined, { signal })
  }
  throw new Error('The task has not ended; this command waits no longer.')
}

async function readRest(log: TaskLog, onLines: (lines: readonly string[]) => void): Promise<void> {
  for (let quiet = 1; quiet < QUIET_READS; quiet++) {
    await delay(POLL_MS)
    const lines = await log.readNew()
    onLines(lines)
    if (lines.length > 0) quiet = 0
  }
}
