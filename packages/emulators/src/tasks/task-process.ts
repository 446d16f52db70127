import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** Fargate prepares a machine and pulls an image, for a minute or so; here only the order of the states is kept. */
const PREPARING_MS = 100
const EVENTS_MAX = 100_000

export type TaskStatus = 'PROVISIONING' | 'PENDING' | 'RUNNING' | 'STOPPED'
export type StopCode = 'EssentialContainerExited' | 'UserInitiated' | 'TaskFailedToStart'

/** A line of a log. */
export interface LogEvent {
  timestamp: number
  message: string
}

export interface ProcessOptions {
  program: string
  args: readonly string[]
  /** All that it sees of the environment. */
  environment: Record<string, string>
  /** By which whoever started it knows it again. */
  clientToken: string
  /** How long it may take to end once it is told to. */
  stopTimeoutSeconds: number
  /** Says why its image cannot be had; then it never starts. */
  imageTrouble?: string | undefined
}

/** One task: a child process with the states, the log and the end that ECS tells of. */
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
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
  readonly #options: ProcessOptions
  #child: ChildProcess | undefined
  #stopReason: string | undefined

  constructor(options: ProcessOptions) {
    this.#options = options
    this.clientToken = options.clientToken
    this.ended = this.#run()
  }

  /** What ECS lists it by: one that was told to stop counts as stopped before it has. */
  get desiredStatus(): 'RUNNING' | 'STOPPED' {
    return this.status === 'STOPPED' || this.#stopReason !== undefined ? 'STOPPED' : 'RUNNING'
  }

  /** Tells the process to end, and ends it when it does not. */
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

  /** Runs the process to its end and returns its exit code, that of a shell when a signal ended it. */
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
    // Blank lines are no events.
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
