import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BatchOrder } from './deliver-process.ts'
import type { DeliveryBench } from '../workers/delivery-bench.ts'
import { bundleScript, order, startLineProcess, type LineProcess } from './line-process.ts'
import { startOutwardCalls, type KillPoint, type OutwardCalls } from '../relays/outward-calls.ts'
import type { Taken } from '../services/providers.ts'

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

async function handleBatch(
  running: LineProcess,
  batch: BatchOrder,
  wasStruck: () => boolean,
): Promise<boolean> {
  const answer = await order(running, batch, wasStruck)
  if (answer === undefined) return false
  if (answer !== '[]') throw new Error(`Messages failed: ${answer} ${running.errors()}`)
  return !wasStruck()
}

export async function startDeliveryKills(bench: DeliveryBench): Promise<DeliveryKills> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-deliver-'))
  const script = await bundleScript('deliver-process', folder)
  const calls = await startOutwardCalls(bench.stack.stack)
  const children = new Set<ChildProcess>()
  const start = (email: 'smtp' | 'ses'): LineProcess => {
    const running = startLineProcess(script, folder, environmentOf(calls, bench, email))
    children.add(running.child)
    return running
  }
  // The next process starts while one works, because most of a run would be spent on starting.
  const spare = { smtp: [start('smtp')], ses: [start('ses')] }
  const take = (email: 'smtp' | 'ses'): DeliverProcess => {
    const running = spare[email].pop() ?? start(email)
    if (spare[email].length === 0) spare[email].push(start(email))
    return {
      async handle(batch, strikeAt) {
        let struck = false
        const strike = () => {
          struck = true
          running.child.kill('SIGKILL')
        }
        bench.providers.watch = () => undefined
        if (strikeAt?.at === 'provider') strikeAtProvider(bench, strikeAt, strike)
        calls.watch(strikeAt?.at === 'store' ? strikeAt : undefined, strike)
        return await handleBatch(running, batch, () => struck)
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
