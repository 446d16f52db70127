import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../repository/root.ts'

/**
 * V8 flags for processes that start PostgreSQL, which is WebAssembly here. V8 compiles each function once and never
 * optimises it: a compilation takes more time and memory than a test's few seconds save. At run time, the first flag
 * has no effect without the other two.
 */
export const V8_FLAGS = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/**
 * Folder of compiled modules, which every process and thread of the tests reads and fills. A new install of the packages
 * empties it: Node never deletes an entry, and each path of a module has entries of its own.
 */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/pauta-tests')

const ENTRY = 'packages/cli/src/pauta.ts'

/** The variable by which `npm run test:faults` passes its fault. */
export const FAULT_VARIABLE = 'PAUTA_FAULT'
const BREAK_FILE = pathToFileURL(join(ROOT, 'test/faults/break-file.ts')).href

/** Variables of a process that is to have the fault of `npm run test:faults`; none in every other run. */
function passFault(): Record<string, string> {
  const fault = process.env[FAULT_VARIABLE]
  return fault === undefined ? {} : { [FAULT_VARIABLE]: fault, NODE_OPTIONS: `--import=${BREAK_FILE}` }
}

export interface CommandResult {
  /** Exit code; null when a signal ended the process. */
  code: number | null
  stdout: string
  stderr: string
}

/** A script that runs in a separate process. */
export interface RunningCommand {
  child: ChildProcess
  /** Resolves when the process has ended. */
  ended: Promise<CommandResult>
  /** Everything that the process has written to standard output. */
  output(): string
}

/**
 * Starts a script by its path from the root. The process gets the variables in `environment`, PATH, HOME and the cache
 * of compiled code. A detached process leads a process group of its own, so that a test can kill all of the group.
 */
export function startScript(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  { detached = false } = {},
): RunningCommand {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...V8_FLAGS, join(ROOT, script), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment, ...passFault() },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, ended, output: () => stdout }
}

/** Starts a command of `pauta` by its name. */
export function startCommand(
  name: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): RunningCommand {
  return startScript(ENTRY, [name, ...args], environment)
}

/** Runs a script to its end. */
export function runScript(...script: Parameters<typeof startScript>): Promise<CommandResult> {
  return startScript(...script).ended
}

/** Runs a command of `pauta` to its end. */
export function runCommand(...command: Parameters<typeof startCommand>): Promise<CommandResult> {
  return startCommand(...command).ended
}
