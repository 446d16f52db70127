import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './source-files.ts'

const ENTRY = 'packages/cli/src/pauta.ts'

export interface CommandResult {
  /** Exit code; null when a signal ended the process. */
  code: number | null
  stdout: string
  stderr: string
}

/** A script that runs in a process of its own. */
export interface RunningCommand {
  child: ChildProcess
  /** Resolves when the process has ended. */
  ended: Promise<CommandResult>
  /** Everything that the process has written to standard output. */
  output(): string
}

/**
 * Starts a script by its path from the root. The process gets the variables in `environment`, PATH, HOME and the cache
 * of compiled code.
 */
export function startScript(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): RunningCommand {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: join(tmpdir(), 'pauta-test-compiled'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
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
