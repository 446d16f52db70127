import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../kit/repository/root.ts'
import { scaleLimit } from '../measure-patience.ts'
import type { Fault } from './find-faults.ts'
import { provideTemplate } from '../kit/stack/template.ts'
import { pass } from './passed-fault.ts'
import { endGroupOf } from './process-group.ts'

/** A fault and the files of tests that run on it. */
export interface Trial {
  fault: Fault
  /** The nearest first. */
  files: readonly string[]
}

const AT_ONCE = 2
/** A fault may make a loop endless. Its end by this limit counts as seen. */
const RUN_TIMEOUT_MS = 180_000
const CONFIG = 'test/faults/vitest.config.ts'
const VITEST = 'node_modules/vitest/vitest.mjs'

/** Runs one trial. Returns the first failed test, or undefined where no test failed. */
async function runTrial({ fault, files }: Trial, databaseTemplate: string): Promise<string | undefined> {
  // A run that ends at its first red test leaves files behind.
  const folder = await mkdtemp(join(tmpdir(), 'pauta-faults-'))
  try {
    const child = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG, ...files], {
      detached: true,
      cwd: ROOT,
      env: { ...process.env, ...pass({ fault, files: [...files], databaseTemplate }), TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: scaleLimit(RUN_TIMEOUT_MS),
      killSignal: 'SIGKILL',
    })
    const ended = Promise.withResolvers<number | null>()
    child.once('error', ended.reject)
    child.once('exit', ended.resolve)
    endGroupOf(child)
    const [output, problem, code] = await Promise.all([text(child.stdout), text(child.stderr), ended.promise])
    if (code === 0) return undefined
    if (code === null) return 'no end'
    return output.trim().split('\n').at(-1) || problem.trim().split('\n')[0] || 'an error outside of tests'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs trials, two at a time. Calls `report` with the verdict of each: the first failed test, or undefined. */
export async function runTrials(
  trials: readonly Trial[],
  report: (trial: Trial, failure: string | undefined) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-faults-'))
  try {
    const databaseTemplate = join(folder, 'template.tar')
    await provideTemplate(databaseTemplate)
    const waiting = trials.values()
    const work = async () => {
      for (const trial of waiting) report(trial, await runTrial(trial, databaseTemplate))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
