import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stack } from '@pauta/local/stack-types'
import type { StepOrder } from '../oracles/history-steps.ts'
import { startOutwardCalls, type KillPoint } from '../relays/outward-calls.ts'
import { bundleScript, order, startLineProcess, type LineProcess } from './line-process.ts'

/** Writers of articles in processes that are killed between two statements. */
export interface HistoryKills {
  /** Does a step in a process that is killed at the point. Returns false when it was, and the step may be half done. */
  perform(step: StepOrder, killAt: KillPoint): Promise<boolean>
  stop(): Promise<void>
}

/** Starts the first process, over relays before the stores of a stack. */
export async function startHistoryKills(stack: Stack): Promise<HistoryKills> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-history-'))
  const script = await bundleScript('history-process', folder)
  const calls = await startOutwardCalls(stack)
  const children = new Set<ChildProcess>()
  const start = (): LineProcess => {
    const running = startLineProcess(script, folder, calls.environment)
    children.add(running.child)
    running.child.once('exit', () => children.delete(running.child))
    return running
  }
  let running = start()
  // The next process starts while one works, because most of a run would be spent on starting.
  let spare = start()
  return {
    async perform(step, killAt) {
      let struck = false
      calls.watch(killAt, () => {
        struck = true
        running.child.kill('SIGKILL')
      })
      const answer = await order(running, step, () => struck)
      if (answer !== undefined && !struck) return true
      running = spare
      spare = start()
      return false
    },
    async stop() {
      for (const child of children) child.kill('SIGKILL')
      await calls.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
