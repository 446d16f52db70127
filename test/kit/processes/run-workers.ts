import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { jobQueueName } from '@pauta/platform/jobs/define-job'
import { jobs, type JobName } from '@pauta/functions/jobs/jobs'
import { workers, type WorkerName } from '@pauta/functions/workers/workers'
import type { Stack } from '@pauta/local/stack-types'
import { openCloud } from '../workers/cloud.ts'
import type { KillPoint, OutwardCalls } from '../relays/outward-calls.ts'
import { COMPILE_CACHE } from './command.ts'
import { ROOT } from '../repository/root.ts'
import { patient } from '../runner/patience.ts'

/** The settings of the process of workers. */
export interface WorkersSettings {
  /** Names of the workers. */
  workers: readonly WorkerName[]
  /** Names of the jobs. */
  jobs: readonly JobName[]
  awsUrl: string
  longPollSeconds: number
  /** Queues by their names. */
  queueUrls: Record<string, string>
}

/** The end of a process of workers. */
interface WorkersEnd {
  /** The call at which it was killed; undefined when it was done before. */
  killedAt: string | undefined
  /** Number of its outward calls. */
  calls: number
}

interface WorkersRun {
  /** Kills the process at this point. Without it, the process runs until it is done. */
  killAt?: KillPoint | undefined
  /** Whether the work of the process is done. */
  isDone: () => Promise<boolean>
  timeoutMs?: number
}

/** Runs the real handlers of workers in separate processes, one after the other, on the queues of a stack. */
export interface WorkersRunner extends AsyncDisposable {
  run(options: WorkersRun): Promise<WorkersEnd>
  /** Waits until no poll of the previous process is open, and returns the messages that it received. */
  returnHeld(): Promise<void>
  stop(): Promise<void>
}

const DONE_INTERVAL_MS = 40
/**
 * The shortest long poll of SQS. Polls of an ended process continue until then and receive messages that nobody
 * handles.
 */
const LONG_POLL_SECONDS = 1
const POLLS_END_MS = LONG_POLL_SECONDS * 1000 + 100
const LISTED_CALLS = 20
const DEFAULT_TIMEOUT_MS = 60_000

interface Loaded {
  child: ChildProcess
  errors: () => string
}

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

async function load(settings: WorkersSettings, environment: Record<string, string>): Promise<Loaded> {
  const { PATH = '', HOME = '' } = process.env
  const script = join(ROOT, 'test/kit/processes/workers-process.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: 'pipe',
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  // A killed process reads nothing.
  child.stdin.on('error', () => {})
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The workers did not start: ${errors}`)
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => {})
  child.stdout.resume()
  return { child, errors: () => errors }
}

/**
 * Workers and jobs by name, on the queues and stores of a stack that leaves them idle. The next process starts while
 * one
 * runs, because most of a run would be spent on starting.
 */
export function runWorkersInChild(options: {
  stack: Stack
  calls: OutwardCalls
  workers?: readonly WorkerName[]
  jobs?: readonly JobName[]
}): WorkersRunner {
  const { stack, calls } = options
  const { workers: workerNames = [], jobs: jobNames = [] } = options
  const settings: WorkersSettings = {
    workers: workerNames,
    jobs: jobNames,
    awsUrl: calls.awsUrl,
    longPollSeconds: LONG_POLL_SECONDS,
    queueUrls: Object.fromEntries(
      [...workers.map(({ queue }) => queue), ...jobs.map(jobQueueName)].map((queue) => [
        queue,
        stack.queueUrl(queue),
      ]),
    ),
  }
  const queueNames = [
    ...workers.filter(({ name }) => workerNames.includes(name)).map(({ queue }) => queue),
    ...jobs.filter(({ name }) => jobNames.includes(name)).map(jobQueueName),
  ]
  const cloud = openCloud(stack.awsUrl)
  let next = load(settings, calls.environment)
  let endedAt = 0
  const returnHeld = async () => {
    await delay(Math.max(0, endedAt + POLLS_END_MS - Date.now()))
    await Promise.all(queueNames.map((name) => cloud.returnHeld(stack.queueUrl(name))))
  }
  const run = async ({ killAt, isDone, timeoutMs = DEFAULT_TIMEOUT_MS }: WorkersRun): Promise<WorkersEnd> => {
    const { child, errors } = await next
    await returnHeld()
    const ended = once(child, 'exit')
    const state: { killedAt?: string | undefined } = {}
    calls.watch(killAt, () => {
      state.killedAt = calls.list().at(-1)
      child.kill('SIGKILL')
    })
    child.stdin?.write('go\n')
    next = load(settings, calls.environment)
    const deadline = Date.now() + patient(timeoutMs)
    while (isAlive(child) && (state.killedAt !== undefined || !(await isDone()))) {
      if (Date.now() > deadline) {
        child.kill('SIGKILL')
        const last = calls.list().slice(-LISTED_CALLS).join(', ')
        throw new Error(`Not done in ${patient(timeoutMs)} ms; last calls: ${last}\n${errors()}`)
      }
      await delay(DONE_INTERVAL_MS)
    }
    child.stdin?.end()
    const [code] = (await ended) as [number | null]
    endedAt = Date.now()
    if (state.killedAt === undefined && code !== 0) throw new Error(`The process died by itself: ${errors()}`)
    return { killedAt: state.killedAt, calls: calls.list().length }
  }
  const stop = async () => {
    const { child } = await next
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    cloud.close()
  }
  return { run, returnHeld, stop, [Symbol.asyncDispose]: stop }
}
