import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { findOwnPort } from '../../kit/stack/own-port.ts'
import { endChild, forkReady } from './child.ts'
import { measureThreads } from './processor-time.ts'

/** Memory of the index server, and its processor time since its start. A restarted server has another `pid`. */
export interface IndexUsage {
  pid: number
  rssBytes: number
  busyMs: number
}

/** An index server in a process of its own. */
export interface RunningIndex {
  url: string
  measure(): Promise<IndexUsage>
  /** Collects garbage now, so that it does not fall into what is measured next. Does nothing for Typesense. */
  collect(): Promise<void>
  stop(): Promise<void>
}

interface IndexOptions {
  folder: string
  key: string
  /** The program `typesense-server`; the laptop's index server without it. */
  program?: string | undefined
}

const HEALTH_POLL_MS = 100
/** Typesense loads a million documents within this time. */
const START_MAX_MS = 30 * 60_000

async function startOurs({ folder, key }: IndexOptions): Promise<RunningIndex> {
  const { child, message } = await forkReady('index-process.ts', [key, folder])
  const ask = async (wish: 'measure' | 'collect'): Promise<IndexUsage> => {
    const answer = once(child, 'message')
    child.send(wish)
    const [usage] = (await answer) as [IndexUsage]
    return usage
  }
  return {
    url: (message as { url: string }).url,
    measure: () => ask('measure'),
    collect: async () => void (await ask('collect')),
    stop: () => endChild(child),
  }
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_MAX_MS
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`Typesense ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
    await delay(HEALTH_POLL_MS)
  }
  throw new Error(`Typesense was not healthy within ${START_MAX_MS / 60_000} minutes`)
}

const residentBytes = (pid: number): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

async function startTypesense(program: string, { folder, key }: IndexOptions): Promise<RunningIndex> {
  mkdirSync(folder, { recursive: true })
  const [port, peeringPort] = [await findOwnPort(), await findOwnPort()]
  const flags = {
    'data-dir': folder,
    'api-key': key,
    'api-address': '127.0.0.1',
    'api-port': port,
    'peering-address': '127.0.0.1',
    'peering-port': peeringPort,
  }
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`)
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'spawn')
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} has no process`)
  const url = `http://127.0.0.1:${port}`
  await untilHealthy(url, child)
  return {
    url,
    measure: async () => ({ pid, rssBytes: residentBytes(pid), busyMs: measureThreads(pid) }),
    collect: async () => {},
    stop: () => endChild(child),
  }
}

/** Starts an index server on a folder, and waits until it has loaded its documents. */
export function startIndex(options: IndexOptions): Promise<RunningIndex> {
  return options.program === undefined ? startOurs(options) : startTypesense(options.program, options)
}
