import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** Duration of each state before RUNNING. Fargate takes about a minute; only the order of the states is emulated. */
const PREPARING_MS = 100
const EVENTS_MAX = 100_000

export type TaskStatus = 'PROVISIONING' | 'PENDING' | 'RUNNING' | 'STOPPED'
export type StopCode = 'EssentialContainerExited' | 'UserInitiated' | 'TaskFailedToStart'

/** A log line. */
export interface LogEvent {
  timestamp: number
  message: string
}

export interface ProcessOptions {
  program: string
  args: readonly string[]
  /** The whole environment of the process. */
  environment: Record<string, string>
  /** Client token: makes a repeated RunTask return the same task. */
  clientToken: string
  /** Seconds between SIGTERM and SIGKILL. */
  stopTimeoutSeconds: number
  /** Reason why the image cannot be pulled. When set, the task never starts. */
  imageTrouble?: string | undefined
}

/** One task: a child process with the states, log and stop reason that ECS reports. */
export class TaskProcess {
  readonly events: LogEvent[] = []
  readonly createdAt = new Date()
  readonly clientToken: string
  status: TaskStatus = 'PROVISIONING'
  startedAt: Date | undefined
  stoppedAt: Date | undefined
  stopCode: StopCode | undefined
  stoppedReason: string | undefined
  exitCode: number | undefined
  /** Resolves when the task has stopped. */
  readonly ended: Promise<void>
  readonly #options: ProcessOptions
  #child: ChildProcess | undefined
  #stopReason: string | undefined

  constructor(options: ProcessOptions) {
    this.#options = options
    this.clientToken = options.clientToken
    this.ended = this.#run()
  }

  /** The desired status, by which ECS lists tasks. A task with a stop request is STOPPED before its process ends. */
  get desiredStatus(): 'RUNNING' | 'STOPPED' {
    return this.status === 'STOPPED' || this.#stopReason !== undefined ? 'STOPPED' : 'RUNNING'
  }

  /** Sends SIGTERM, then SIGKILL when the process does not end in time. */
  stop(reason: string): void {
    this.#stopReason ??= reason
    this.#child?.kill('SIGTERM')
    const last = setTimeout(() => this.#child?.kill('SIGKILL'), this.#options.stopTimeoutSeconds * 1000)
    void this.ended.then(() => clearTimeout(last))
  }

  async #run(): Promise<void> {
    await delay(PREPARING_MS)
    this.status = 'PENDING'
    await delay(PREPARING_MS)
    const { imageTrouble } = this.#options
    if (imageTrouble !== undefined) return this.#end('TaskFailedToStart', imageTrouble)
    if (this.#stopReason !== undefined) return this.#end('UserInitiated', this.#stopReason)
    this.exitCode = await this.#runChild()
    if (this.#stopReason === undefined)
      this.#end('EssentialContainerExited', 'Essential container in task exited')
    else this.#end('UserInitiated', this.#stopReason)
  }

  /** Runs the process to its end. Returns its exit code, or 128 plus the signal number as a shell does. */
  async #runChild(): Promise<number> {
    const { program, args, environment } = this.#options
    const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    this.status = 'RUNNING'
    this.startedAt = new Date()
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => this.#note(line))
    return await new Promise((resolve) => {
      child.once('error', (error) => {
        this.#note(error.message)
        resolve(127)
      })
      child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 143)))
    })
  }

  #note(line: string): void {
    // Blank lines are not log events.
    if (line === '' || this.events.length >= EVENTS_MAX) return
    this.events.push({ timestamp: Date.now(), message: line })
  }

  #end(stopCode: StopCode, reason: string): void {
    this.stopCode = stopCode
    this.stoppedReason = reason
    this.stoppedAt = new Date()
    this.status = 'STOPPED'
  }
}
