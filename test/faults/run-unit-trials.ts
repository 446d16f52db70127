import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { ROOT } from '../kit/repository/root.ts'
import { scaleLimit } from '../measure-patience.ts'
import { endGroupOf } from './process-group.ts'
import type { Trial } from './run-faults.ts'

/** A fault may make a loop endless, or a test wait. Its end by this limit counts as seen. The first run loads vitest. */
const TRIAL_TIMEOUT_MS = 60_000
const PROGRAM = join(import.meta.dirname, 'try-faults.ts')

/**
 * Runs trials whose files are unit tests, one after the other in one process, which begins again after a trial without an
 * end. Calls `report` with the verdict of each: the first failed test, or undefined. Throws when tests fail without a
 * fault.
 */
export async function runUnitTrials(
  trials: readonly Trial[],
  report: (trial: Trial, failure: string | undefined) => void,
): Promise<void> {
  let left = trials
  while (left.length > 0) {
    const child = spawn(process.execPath, [PROGRAM], {
      detached: true,
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    endGroupOf(child)
    const ended = once(child, 'exit')
    const problem = text(child.stderr)
    child.stdin.end(JSON.stringify(left))
    const watch = () => setTimeout(() => child.kill('SIGKILL'), scaleLimit(TRIAL_TIMEOUT_MS))
    let timer = watch()
    for await (const line of createInterface({ input: child.stdout })) {
      clearTimeout(timer)
      const [trial, ...others] = left
      if (trial) report(trial, (JSON.parse(line) as { seen: string | null }).seen ?? undefined)
      left = others
      timer = watch()
    }
    const [code, signal] = (await ended) as [number | null, string | null]
    clearTimeout(timer)
    if (code === 0) return
    if (signal === null) throw new Error(await problem)
    const [trial, ...others] = left
    if (trial) report(trial, 'no end')
    left = others
  }
}
