import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isStartedByNpm } from '@pauta/platform/config/config'
import { EXIT_INCOMPLETE } from './exit-codes.ts'
import { CommandError } from './connect.ts'

/** A script of a package that exists on laptops only. */
export interface LaptopScript {
  /** Path from the root of the repository. */
  path: string
  /** Reads the result from a line of the script's output; undefined for other lines. */
  readResult: (line: string) => Record<string, unknown> | undefined
}

const PARENT_CHECK_MS = 500

/**
 * Calls `stop` once when the shell between npm and this process has ended. npm sends SIGTERM to that shell alone. Without
 * npm a process may outlive its shell on purpose. Returns a function that ends the check.
 */
function watchParent(stop: () => void): () => void {
  if (!isStartedByNpm()) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, PARENT_CHECK_MS)
  return () => clearInterval(timer)
}

const ROOT = new URL('../../../../', import.meta.url)

/** The arguments after the command's name, without `--json`, which the scripts do not have. */
const scriptArguments = (): string[] => process.argv.slice(3).filter((argument) => argument !== '--json')

/**
 * Runs a script with the arguments of this process until it ends, and forwards signals to it. With `isJson` the
 * script's output goes to standard error and its result to standard output. Returns its exit code, or 128 plus the
 * number of the signal that ended it. Throws a CommandError when this installation does not have the script.
 */
export async function runScript({ path, readResult }: LaptopScript, isJson: boolean): Promise<number> {
  const file = fileURLToPath(new URL(path, ROOT))
  if (!existsSync(file)) {
    throw new CommandError(
      `This installation has no ${path}. Run the command in a clone of the repository, on your own machine.`,
    )
  }
  const child = spawn(process.execPath, [file, ...scriptArguments()], {
    stdio: ['inherit', isJson ? 'pipe' : 'inherit', 'inherit'],
  })
  const forward = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to the script too. A second SIGINT would end the script before it has cleaned up.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, forward)
  const endWatch = watchParent(() => child.kill('SIGTERM'))
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve(code ?? (signal === null ? EXIT_INCOMPLETE : 128 + constants.signals[signal])),
    )
  })
  try {
    if (child.stdout) {
      for await (const line of createInterface({ input: child.stdout })) {
        const result = readResult(line)
        if (result) console.log(JSON.stringify(result, null, 2))
        else console.error(line)
      }
    }
    return await ended
  } finally {
    endWatch()
    for (const signal of signals) process.off(signal, forward)
  }
}
