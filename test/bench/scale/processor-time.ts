import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Clock ticks per second of Linux, for every architecture that Node supports. */
const TICKS_PER_SECOND = 100

interface Stat {
  parent: number
  ownMs: number
  endedChildrenMs: number
}

const ms = (ticks: string | undefined) => (Number(ticks) / TICKS_PER_SECOND) * 1000

/** Reads /proc/PID/stat; undefined for a process that has ended. The name, in parentheses, may contain spaces. */
async function readStat(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    parent: Number(fields[1]),
    ownMs: ms(fields[11]) + ms(fields[12]),
    endedChildrenMs: ms(fields[13]) + ms(fields[14]),
  }
}

/** Returns the processor time of a PostgreSQL server since its start, with all of its sessions, in milliseconds. */
export async function measurePostgres(folder: string): Promise<number> {
  const [pid] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const server = await readStat(pid ?? '')
  if (!server) throw new Error('PostgreSQL has ended')
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const sessions = (await Promise.all(pids.map(readStat))).filter((stat) => stat?.parent === Number(pid))
  return server.ownMs + server.endedChildrenMs + sessions.reduce((sum, stat) => sum + (stat?.ownMs ?? 0), 0)
}
