import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { jobQueueName } from '@pauta/functions/jobs/define-job'
import { jobs } from '@pauta/functions/jobs/jobs'
import { workers } from '@pauta/functions/workers/workers'
import type { Stack } from '@pauta/local/stack'
import type { KillPoint, OutwardCalls } from './outward-calls.ts'
import { ROOT } from './source-files.ts'

/** What the process of workers is told. */
export interface WorkersSettings {
  /** Names of the workers. */
  workers: readonly string[]
  /** Names of the jobs. */
  jobs: readonly string[]
  awsUrl: string
  /** Queues by their names. */
  queueUrls: Record<string, string>
}

/** How a process of workers ended. */
export interface WorkersEnd {
  /** The call at which it was killed; undefined when it was done before. */
  killedAt: string | undefined
  /** Number of its outward calls. */
  calls: number
}

export interface WorkersRun {
  /** Kills the process at this point; without one it runs until it is done. */
  killAt?: KillPoint | undefined
  /** Whether what the process is there for has been done. */
  isDone: () => Promise<boolean>
  timeoutMs?: number
}

/** Runs the real handlers of workers in processes of their own, one after the other, on the queues of a stack. */
export interface WorkersRunner extends AsyncDisposable {
  run(options: WorkersRun): Promise<WorkersEnd>
  stop(): Promise<void>
}

const DONE_INTERVAL_MS = 40
const LISTED_CALLS = 20
const DEFAULT_TIMEOUT_MS = 60_000

interface Loaded {
  child: ChildProcess
  errors: () => string
}

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

async function load(settings: WorkersSettings, environment: Record<string, string>): Promise<Loaded> {
  const { PATH = '', HOME = '' } = process.env
  const script = join(ROOT, 'test/support/workers-process.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: join(tmpdir(), 'pauta-test-compiled'), ...environment },
    stdio: 'pipe',
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  // A process that was killed reads no more.
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
 * Workers and jobs by their names, on the queues and stores of a stack that leaves them idle. While one process runs the next
 * is loaded, as most of a run would be spent on that.
 */
export function runWorkersInChild(options: {
  stack: Stack
  calls: OutwardCalls
  workers?: readonly string[]
  jobs?: readonly string[]
}): WorkersRunner {
  const { stack, calls } = options
  const settings: WorkersSettings = {
    workers: options.workers ?? [],
    jobs: options.jobs ?? [],
    awsUrl: calls.awsUrl,
    queueUrls: Object.fromEntries(
      [...workers.map(({ queue }) => queue), ...jobs.map(jobQueueName)].map((queue) => [
        queue,
        stack.queueUrl(queue),
      ]),
    ),
  }
  let next = load(settings, calls.environment)
  const run = async ({ killAt, isDone, timeoutMs = DEFAULT_TIMEOUT_MS }: WorkersRun): Promise<WorkersEnd> => {
    const { child, errors } = await next
    const ended = once(child, 'exit')
    const state: { killedAt?: string | undefined } = {}
    calls.watch(killAt, () => {
      state.killedAt = calls.list().at(-1)
      child.kill('SIGKILL')
    })
    child.stdin?.write('go\n')
    next = load(settings, calls.environment)
    const deadline = Date.now() + timeoutMs
    while (isAlive(child) && (state.killedAt !== undefined || !(await isDone()))) {
      if (Date.now() > deadline) {
        child.kill('SIGKILL')
        const last = calls.list().slice(-LISTED_CALLS).join(', ')
        throw new Error(`Not done in ${timeoutMs} ms; last calls: ${last}\n${errors()}`)
      }
      await delay(DONE_INTERVAL_MS)
    }
    child.stdin?.end()
    const [code] = (await ended) as [number | null]
    if (state.killedAt === undefined && code !== 0) throw new Error(`The process died by itself: ${errors()}`)
    return { killedAt: state.killedAt, calls: calls.list().length }
  }
  const stop = async () => {
    const { child } = await next
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { run, stop, [Symbol.asyncDispose]: stop }
}
