import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How the other process starts its stack: from a dumped database in memory, or anew in a folder. */
export interface LoadSettings {
  dataDir?: string
  template?: string
  articles: number
}

/** What a stack in another process says of itself. */
export interface LoadedStack {
  url: string
  /** Tokens of people. */
  users: string[]
  /** Token of the listed service account. */
  service: string
}

/** Memory of the process after its garbage was collected, in bytes. */
export interface Memory {
  /** What the system has given it. */
  rss: number
  /** What it uses of that on the heap and beside it. */
  used: number
}

/** A stack with articles that runs elsewhere. */
export interface RemoteStack extends LoadedStack {
  readMemory(): Promise<Memory>
  stop(): Promise<void>
}

const STACK_PROCESS = fileURLToPath(new URL('stack-process.ts', import.meta.url))

/** Starts a stack in a process of its own; one without a template has its data in a folder, which goes with it. */
export async function startRemoteStack(settings: Omit<LoadSettings, 'dataDir'>): Promise<RemoteStack> {
  const dataDir = settings.template === undefined ? await mkdtemp(join(tmpdir(), 'pauta-load-')) : undefined
  const argument = JSON.stringify({ ...settings, dataDir })
  const child = fork(STACK_PROCESS, [argument], { execArgv: ['--expose-gc'] })
  const exited = once(child, 'exit')
  const next = async (): Promise<unknown> => {
    const [message] = (await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => {
        throw new Error(`The stack's process ended with ${String(code)}`)
      }),
    ])) as [unknown]
    return message
  }
  const started = (await next()) as LoadedStack
  return {
    ...started,
    async readMemory() {
      child.send('memory')
      return (await next()) as Memory
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exited
      if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
