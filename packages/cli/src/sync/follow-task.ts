import { setTimeout as delay } from 'node:timers/promises'
import type { SyncTask, TaskClient } from './task-client.ts'
import type { TaskLog } from './task-log.ts'

const POLL_MS = 1000
/** The last lines may reach the log after the task has ended. Reading stops after this many empty reads. */
const QUIET_READS = 2
/** For this time after a start, ECS may not return the task. */
const UNKNOWN_MAX_SECONDS = 60
/** Usual upper limit for ECS to find a machine and fetch the image. */
const START_SECONDS = 300
/** Longer than any sync. After this time the command stops waiting; the task continues. */
const FOLLOW_HOURS = 48

export interface FollowOptions {
  tasks: Pick<TaskClient, 'find'>
  log: TaskLog
  task: SyncTask
  /** Called with each new status, such as `PENDING` or `RUNNING`. */
  onStatus: (status: string) => void
  /** Called once when the task has not started after 5 minutes. */
  onWaiting: () => void
  onLines: (lines: readonly string[]) => void
  signal: AbortSignal
}

/**
 * Waits until a task has ended, passes the lines of its log to `onLines`, and returns the ended task. Throws when ECS
 * returns no such task 60 s after the start.
 */
export async function followTask(options: FollowOptions): Promise<SyncTask> {
  const { tasks, log, task, onLines, signal } = options
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  let status = ''
  let warned = false
  while (seconds() < FOLLOW_HOURS * 3600) {
    const state = await tasks.find(task.arn)
    if (!state && seconds() > UNKNOWN_MAX_SECONDS) throw new Error(`ECS has no task ${task.id}.`)
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
  throw new Error('The task has not ended yet; this command stops waiting.')
}

async function readRest(log: TaskLog, onLines: (lines: readonly string[]) => void): Promise<void> {
  for (let quiet = 1; quiet < QUIET_READS; quiet++) {
    await delay(POLL_MS)
    const lines = await log.readNew()
    onLines(lines)
    if (lines.length > 0) quiet = 0
  }
}
