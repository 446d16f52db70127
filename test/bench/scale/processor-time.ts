import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Clock ticks per second of Linux, for every architecture that Node supports. */
const TICKS_PER_SECOND = 100
const NS_PER_MS = 1e6

interface Stat {
  parent: number
  ownMs: number
  endedChildrenMs: number
}

const msOf = (ticks: string | undefined) => (Number(ticks) / TICKS_PER_SECOND) * 1000

/** Reads at once: a hundred files one after the other take less time than through the threads of the event loop. */
function readProcess(pid: string, file: 'stat' | 'schedstat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process has ended, or the kernel keeps no such file.
    return undefined
  }
}

/**
 * Reads the processor time of a process with one thread from /proc/PID/schedstat, which counts nanoseconds; undefined
 * when the kernel has no such file or the process has ended.
 */
function readNanoseconds(pid: string): number | undefined {
  const text = readProcess(pid, 'schedstat')
  return text === undefined ? undefined : Number(text.split(' ')[0])
}

/** Reads /proc/PID/stat; undefined for a process that has ended. The name, in parentheses, may contain spaces. */
function readStat(pid: string): Stat | undefined {
  const text = readProcess(pid, 'stat')
  if (text === undefined) return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    parent: Number(fields[1]),
    ownMs: msOf(fields[11]) + msOf(fields[12]),
    endedChildrenMs: msOf(fields[13]) + msOf(fields[14]),
  }
}

/** Processor time of a living process with one thread, in milliseconds. */
function measureProcess(pid: string, { ownMs }: Stat): number {
  const nanoseconds = readNanoseconds(pid)
  return nanoseconds === undefined ? ownMs : nanoseconds / NS_PER_MS
}

/** Returns the processor time of a PostgreSQL server since its start, with all of its sessions, in milliseconds. */
export function measurePostgres(folder: string): number {
  const [pid = ''] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const server = readStat(pid)
  if (!server) throw new Error('PostgreSQL has ended')
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const times = pids.map((each) => {
    const stat = readStat(each)
    return stat?.parent === Number(pid) ? measureProcess(each, stat) : 0
  })
  const ownMs = measureProcess(pid, server)
  return ownMs + server.endedChildrenMs + times.reduce((sum, ms) => sum + ms, 0)
}

/** Returns the processor time of this process since its start, with all of its threads, in milliseconds. */
export function measureThisProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns the processor time of a living process since its start, with all of its threads, in milliseconds. */
export function measureThreads(pid: number): number {
  const stat = readStat(String(pid))
  if (!stat) throw new Error(`Process ${pid} has ended`)
  return stat.ownMs
}
