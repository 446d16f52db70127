import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const HEAP_MB = 12_000

/** Returns a process that has sent its first message, and the message. */
export async function forkReady(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; message: unknown }> {
  const child = fork(join(import.meta.dirname, file), args, {
    // Standard output is the benchmark's own: its caller reads the figures there.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
  })
  const ended = new AbortController()
  child.once('exit', (code) => ended.abort(new Error(`${file} ended with ${code} before it was ready`)))
  const [message] = (await once(child, 'message', { signal: ended.signal })) as unknown[]
  return { child, message }
}

/** Ends a process that stops on SIGTERM. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
