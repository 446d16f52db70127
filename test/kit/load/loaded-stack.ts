import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { V8_FLAGS } from '../processes/command.ts'

/** The settings of a stack in another process: its database comes from a dump in memory, or from a new folder. */
export interface LoadSettings {
  dataDir?: string
  template?: string
  articles: number
}

/** The first message of a stack in another process. */
export interface LoadedStack {
  url: string
  /** Tokens of people. */
  users: string[]
  /** Token of the listed service account. */
  service: string
}

/** Memory of the process after a garbage collection, in bytes. */
export interface Memory {
  /** The memory that the system has given to the process. */
  rss: number
  /** The memory in use, on the heap and outside of it. */
  used: number
}

/** A stack with articles in another process. */
export interface RemoteStack extends LoadedStack {
  readMemory(): Promise<Memory>
  stop(): Promise<void>
}

const STACK_PROCESS = fileURLToPath(new URL('stack-process.ts', import.meta.url))

/**
 * Starts a stack in a process of its own. Without a template, its data is in a temporary folder, which is removed
 * with it.
 */
export async function startRemoteStack(settings: Omit<LoadSettings, 'dataDir'>): Promise<RemoteStack> {
  const dataDir = settings.template === undefined ? await mkdtemp(join(tmpdir(), 'pauta-load-')) : undefined
  const argument = JSON.stringify({ ...settings, dataDir })
  const child = fork(STACK_PROCESS, [argument], { execArgv: [...V8_FLAGS, '--expose-gc'] })
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
