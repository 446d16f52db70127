import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './source-files.ts'

export interface CommandResult {
  /** Exit code; null when a signal ended it. */
  code: number | null
  stdout: string
  stderr: string
}

/** A command of ours that runs as a process of its own. */
export interface RunningCommand {
  child: ChildProcess
  /** Resolves when it has ended. */
  ended: Promise<CommandResult>
  /** What it has written to standard output so far. */
  output(): string
}

/**
 * Starts a script by its path from the root, with these variables and nothing else but PATH, HOME and where earlier
 * scripts left what they compiled.
 */
export function startCommand(
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

/** Runs a script to its end. */
export function runCommand(...command: Parameters<typeof startCommand>): Promise<CommandResult> {
  return startCommand(...command).ended
}
