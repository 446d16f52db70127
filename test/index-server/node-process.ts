import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { KEY } from './index-harness.ts'

const PROGRAM = fileURLToPath(new URL('../../packages/index-server/src/start.ts', import.meta.url))

/** A process that speaks the protocol of Typesense, on a port of its own. */
export interface NodeProcess {
  url: string
  program: ChildProcess
}

export async function startNode(port: number, key = KEY): Promise<NodeProcess> {
  const program = spawn(process.execPath, ['--no-warnings', PROGRAM, '--key', key, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(program.stdout, 'data')
  return { url: `http://127.0.0.1:${port}`, program }
}

export async function stopNode({ program }: NodeProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}
