import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { teiContainer } from '../../../stacks/embedding-container.ts'

export interface TeiProcess {
  url: string
  port: number
  /** Texts of every request, in the order of their arrival. */
  requests: string[][]
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('tei-process.ts', import.meta.url))

/** Starts a process that speaks the protocol of text-embeddings-inference, with the container's own command line. */
export async function startTei(extra: readonly string[] = []): Promise<TeiProcess> {
  const { command } = teiContainer(1)
  const program = spawn(process.execPath, ['--no-warnings', PROGRAM, ...command, '--port', '0', ...extra], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const requests: string[][] = []
  const port = await new Promise<number>((resolve, reject) => {
    program.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
    createInterface({ input: program.stdout }).on('line', (line) => {
      const said = JSON.parse(line) as { port?: number; inputs?: string[] }
      if (said.port !== undefined) resolve(said.port)
      if (said.inputs) requests.push(said.inputs)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    async stop() {
      if (program.exitCode !== null || program.signalCode !== null) return
      const ended = new Promise((resolve) => program.once('exit', resolve))
      program.kill()
      await ended
    },
  }
}
