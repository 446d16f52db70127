import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { readTimetable, type Schedule, type ScheduleTarget } from './schedule.ts'
import { keyOf, type ScheduleStore, type StoredSchedule } from './schedule-store.ts'

/** One run of a schedule. */
export interface Firing {
  name: string
  group: string
  target: ScheduleTarget
  /** The target's input with the context attributes filled in; `{}` when the target has no input. */
  input: string
  scheduledTime: Date
}

export interface ClockOptions {
  store: ScheduleStore
  /** Delivers to the target. When it throws, the run is retried by the target's retry policy. */
  fire: (firing: Firing) => Promise<void>
  log: (error: unknown, what: string) => void
}

/** Timers cannot wait longer than 24.8 days, so a long wait uses several timers. */
const MAX_TIMER_MS = 3_600_000
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000
const DEFAULT_RETRIES = 185
const DEFAULT_MAX_AGE_SECONDS = 86_400
const STOP_SECONDS = 5

interface Armed {
  stored: StoredSchedule
  timer: NodeJS.Timeout | undefined
}

/** Runs schedules at their times. */
export class ScheduleClock {
  readonly #options: ClockOptions
  readonly #armed = new Map<string, Armed>()
  readonly #firings = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #started = false

  /** Reads the stored schedules. None runs before `start`. */
  constructor(options: ClockOptions) {
    this.#options = options
    for (const stored of options.store.list()) this.#arm(stored)
  }

  /** Starts to run schedules. A one-time schedule in the past runs now; the others wait for their next time. */
  start(): void {
    if (this.#started) return
    this.#started = true
    for (const stored of this.#options.store.list()) this.#arm(stored)
  }

  find(key: string): Schedule | undefined {
    return this.#armed.get(key)?.stored.schedule
  }

  list(): Schedule[] {
    return [...this.#armed.values()].map(({ stored }) => stored.schedule)
  }

  /** Stores a new or changed schedule. It runs from now on, or after `start`. */
  put(schedule: Schedule): void {
    const stored = { schedule, completed: false }
    this.#options.store.put(stored)
    this.#arm(stored)
  }

  delete(schedule: Schedule): void {
    this.#disarm(keyOf(schedule))
    this.#options.store.delete(schedule)
  }

  /** Stops all timers and waits at most 5 s for running deliveries. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const { timer } of this.#armed.values()) clearTimeout(timer)
    await Promise.race([Promise.all(this.#firings), delay(STOP_SECONDS * 1000, undefined, { ref: false })])
  }

  #arm(stored: StoredSchedule): void {
    const key = keyOf(stored.schedule)
    this.#disarm(key)
    const armed: Armed = { stored, timer: undefined }
    this.#armed.set(key, armed)
    if (!this.#started || stored.completed || stored.schedule.State === 'DISABLED') return
    const timetable = readTimetable(stored.schedule)
    // A one-time schedule in the past is still due. Past times of a recurring schedule are skipped.
    this.#waitFor(armed, timetable.findNext(timetable.once ? new Date(0) : new Date()))
  }

  #disarm(key: string): void {
    clearTimeout(this.#armed.get(key)?.timer)
    this.#armed.delete(key)
  }

  #waitFor(armed: Armed, time: Date | undefined): void {
    if (!time) {
      this.#complete(armed)
      return
    }
    const wait = time.getTime() - Date.now()
    armed.timer = setTimeout(() => this.#wake(armed, time), Math.min(Math.max(wait, 0), MAX_TIMER_MS))
  }

  /**
   * Runs the schedule when its time has come. The clock of the machine may have been set since the timer was armed: a
   * schedule that recurs does not wait until a time that lies behind the next one.
   */
  #wake(armed: Armed, time: Date): void {
    const now = new Date()
    if (time <= now) {
      this.#run(armed, time)
      return
    }
    const timetable = readTimetable(armed.stored.schedule)
    const next = timetable.once ? undefined : timetable.findNext(now)
    this.#waitFor(armed, next !== undefined && next < time ? next : time)
  }

  #run(armed: Armed, scheduledTime: Date): void {
    const timetable = readTimetable(armed.stored.schedule)
    const firing = this.#deliver(armed, scheduledTime)
    this.#firings.add(firing)
    void firing.finally(() => this.#firings.delete(firing))
    // After a suspended machine or a clock that was set ahead, the times up to now are missed, and not run one by one.
    if (!timetable.once)
      this.#waitFor(armed, timetable.findNext(new Date(Math.max(scheduledTime.getTime(), Date.now()))))
  }

  /** Marks a schedule as completed, unless it was replaced or deleted since. */
  #complete(armed: Armed): void {
    const { schedule } = armed.stored
    if (this.#armed.get(keyOf(schedule)) !== armed) return
    if (schedule.ActionAfterCompletion === 'DELETE') this.delete(schedule)
    else {
      armed.stored = { schedule, completed: true }
      this.#options.store.put(armed.stored)
    }
  }

  /**
   * Delivers until success or until the retry policy ends. Never throws. A delivery that a stop interrupts is not
   * completed, so a one-time schedule runs again at the next start.
   */
  async #deliver(armed: Armed, scheduledTime: Date): Promise<void> {
    const { schedule } = armed.stored
    const { MaximumRetryAttempts = DEFAULT_RETRIES, MaximumEventAgeInSeconds = DEFAULT_MAX_AGE_SECONDS } =
      schedule.Target.RetryPolicy ?? {}
    const deadline = Date.now() + MaximumEventAgeInSeconds * 1000
    const executionId = randomUUID()
    for (
      let attempt = 1;
      !(await this.#attempt(schedule, { scheduledTime, executionId, attempt }));
      attempt += 1
    ) {
      if (attempt > MaximumRetryAttempts || Date.now() > deadline) break
      const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), MAX_RETRY_MS)
      const wasStopped = await delay(pause, false, { signal: this.#stopping.signal }).catch(() => true)
      if (wasStopped) return
    }
    if (readTimetable(schedule).once) this.#complete(armed)
  }

  /** Returns true when the target accepted the run. */
  async #attempt(schedule: Schedule, execution: Execution): Promise<boolean> {
    const { Name: name, GroupName: group, Target: target } = schedule
    const { scheduledTime, attempt } = execution
    try {
      const input = fillContext(schedule, execution)
      await this.#options.fire({ name, group, target, input, scheduledTime })
      return true
    } catch (error) {
      this.#options.log(error, `schedule ${group}/${name}: attempt ${attempt} failed`)
      return false
    }
  }
}

interface Execution {
  scheduledTime: Date
  executionId: string
  attempt: number
}

/** Returns the ARN of a schedule, in the form of the service. */
export function arnOf({ GroupName, Name }: Pick<Schedule, 'GroupName' | 'Name'>): string {
  return `arn:aws:scheduler:us-east-2:000000000000:schedule/${GroupName}/${Name}`
}

function fillContext(schedule: Schedule, { scheduledTime, executionId, attempt }: Execution): string {
  const time = scheduledTime.toISOString().replace('.000Z', 'Z')
  return (schedule.Target.Input ?? '{}')
    .replaceAll('<aws.scheduler.schedule-arn>', arnOf(schedule))
    .replaceAll('<aws.scheduler.scheduled-time>', time)
    .replaceAll('<aws.scheduler.execution-id>', executionId)
    .replaceAll('<aws.scheduler.attempt-number>', String(attempt))
}
