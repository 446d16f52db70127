import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import * as esbuild from 'esbuild'
import type { BatchOrder } from './deliver-process.ts'
import type { DeliveryBench } from './delivery-bench.ts'
import { startOutwardCalls, type KillPoint, type OutwardCalls } from './outward-calls.ts'
import type { Taken } from './providers.ts'
import { ROOT } from './source-files.ts'

/** Where a process is killed: at a call to a store, or during a provider's n-th message. */
export type StrikePoint =
  | ({ at: 'store' } & KillPoint)
  | { at: 'provider'; message: number; moment: KillPoint['moment'] }

/** A process of the deliver workers. */
export interface DeliverProcess {
  /**
   * Passes a batch to the process. Resolves to true when the handler is done, and to false when the process was killed.
   */
  handle(order: BatchOrder, strikeAt?: StrikePoint): Promise<boolean>
  /** Keeps a living process for the next caller. */
  leave(): void
}

/** Starts processes of the deliver workers over relays that record their calls, and kills them. */
export interface DeliveryKills extends AsyncDisposable {
  take(email: 'smtp' | 'ses'): DeliverProcess
  stop(): Promise<void>
}

/** Bundles the handlers into one file, which starts ten times as fast as its sources. */
async function bundle(folder: string): Promise<string> {
  const outfile = join(folder, 'deliver-process.mjs')
  await esbuild.build({
    entryPoints: [join(ROOT, 'test/support/deliver-process.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: {
      js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
    },
  })
  return outfile
}

/** The environment of the process: the stores behind relays, and mail by SES if requested. */
function environmentOf(
  calls: OutwardCalls,
  { providers }: DeliveryBench,
  email: 'smtp' | 'ses',
): Record<string, string> {
  const ses = { kind: 'ses', fromName: 'Pauta', fromAddress: 'pauta@exemplo.org', configurationSet: 'pauta' }
  return {
    ...calls.environment,
    AWS_ENDPOINT_URL_SESV2: providers.origin,
    ...(email === 'ses' && { SST_RESOURCE_Email: JSON.stringify(ses) }),
  }
}

function strikeAtProvider(
  { providers }: DeliveryBench,
  point: StrikePoint & { at: 'provider' },
  strike: () => void,
): void {
  let seen = 0
  providers.watch = (_: Taken, moment) => {
    if (moment !== point.moment || ++seen !== point.message) return undefined
    strike()
    return new Promise(() => {})
  }
}

/** Starts a process with an environment, which waits for batches. */
function startProcess(script: string, folder: string, environment: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [script], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: join(folder, 'cache') },
    stdio: 'pipe',
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  // A killed process reads nothing.
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify(environment)}\n`)
  const lines = createInterface({ input: child.stdout })
  return { child, lines, ended: once(child, 'exit'), errors: () => errors }
}

interface Running {
  child: ChildProcess
  lines: Interface
  ended: Promise<unknown>
  errors: () => string
}

async function handleBatch(
  { child, lines, ended, errors }: Running,
  order: BatchOrder,
  wasStruck: () => boolean,
): Promise<boolean> {
  const done = once(lines, 'line') as Promise<[string]>
  child.stdin?.write(`${JSON.stringify(order)}\n`)
  const answer = await Promise.race([done, ended.then(() => undefined)])
  if (answer === undefined) {
    if (!wasStruck()) throw new Error(`The deliver process died by itself: ${errors()}`)
    return false
  }
  // A process that was killed at its last call may have answered before.
  if (wasStruck()) await ended
  if (answer[0] !== '[]') throw new Error(`Messages failed: ${answer[0]} ${errors()}`)
  return !wasStruck()
}

export async function startDeliveryKills(bench: DeliveryBench): Promise<DeliveryKills> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-deliver-'))
  const script = await bundle(folder)
  const calls = await startOutwardCalls(bench.stack.stack)
  const children = new Set<ChildProcess>()
  const start = (email: 'smtp' | 'ses'): Running => {
    const running = startProcess(script, folder, environmentOf(calls, bench, email))
    children.add(running.child)
    return running
  }
  // The next process starts while one works, because most of a run would be spent on starting.
  const spare = { smtp: [start('smtp')], ses: [start('ses')] }
  const take = (email: 'smtp' | 'ses'): DeliverProcess => {
    const running = spare[email].pop() ?? start(email)
    if (spare[email].length === 0) spare[email].push(start(email))
    return {
      async handle(order, strikeAt) {
        let struck = false
        const strike = () => {
          struck = true
          running.child.kill('SIGKILL')
        }
        bench.providers.watch = () => undefined
        if (strikeAt?.at === 'provider') strikeAtProvider(bench, strikeAt, strike)
        calls.watch(strikeAt?.at === 'store' ? strikeAt : undefined, strike)
        return await handleBatch(running, order, () => struck)
      },
      leave: () => void spare[email].push(running),
    }
  }
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL')
    await calls.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { take, stop, [Symbol.asyncDispose]: stop }
}
