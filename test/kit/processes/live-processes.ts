import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../repository/root.ts'
import type { Memory } from '../load/loaded-stack.ts'
import { COMPILE_CACHE } from './command.ts'
import { order, type LineProcess } from './line-process.ts'
import type { ClientsOrder, HeardLists } from './live-clients-process.ts'

/** The stream of articles in a process of its own, and its clients in another one. */
export interface LiveProcesses {
  /** Address of the stream. */
  url: string
  /** Gives the clients an order. */
  clients(message: ClientsOrder): Promise<HeardLists | null>
  /** Memory of the server after a garbage collection. */
  readMemory(): Promise<Memory>
  stop(): Promise<void>
}

/** Node flags for the server besides those of the tests, such as `--cpu-prof`. */
const SERVER_FLAGS = (process.env['PAUTA_LIVE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')

function start(name: string, flags: readonly string[]): LineProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...flags, join(ROOT, `test/kit/processes/${name}.ts`)], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: 'pipe',
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return {
    child,
    lines: createInterface({ input: child.stdout }),
    ended: once(child, 'exit'),
    errors: () => errors,
  }
}

/** Starts both processes. The server gets the environment of the functions of a stack. */
export async function startLiveProcesses(environment: Record<string, string>): Promise<LiveProcesses> {
  const [server, clients] = [
    start('live-server-process', ['--expose-gc', ...SERVER_FLAGS]),
    start('live-clients-process', []),
  ]
  const ask = async (whom: LineProcess, message: unknown) =>
    JSON.parse((await order(whom, message, () => false)) ?? 'null') as unknown
  const url = (await ask(server, environment)) as string
  return {
    url,
    clients: async (message) => (await ask(clients, message)) as HeardLists | null,
    readMemory: async () => (await ask(server, {})) as Memory,
    async stop() {
      for (const one of [clients, server]) {
        one.child.stdin?.end()
        await one.ended
      }
    },
  }
}
