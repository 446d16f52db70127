// What the day costs: processor time of the stack's processes, requests to queues and storage, and each run of a function
// with its statements, from its log line.
import { readdir, readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { watchAws } from '../../kit/relays/wire-watchers.ts'

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100
const PARENT_FIELD = 1
const USER_FIELD = 11
const SYSTEM_FIELD = 12

async function readProcesses(): Promise<Map<number, { parent: number; seconds: number }>> {
  const processes = new Map<number, { parent: number; seconds: number }>()
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const name of names) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The name of the program is in parentheses and may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[USER_FIELD]) + Number(fields[SYSTEM_FIELD])
    if (stat !== '')
      processes.set(Number(name), { parent: Number(fields[PARENT_FIELD]), seconds: ticks / TICKS_PER_SECOND })
  }
  return processes
}

/** Processor seconds of a process and its descendants since their starts. Reads /proc, so it needs Linux. */
export async function readProcessorSeconds(pid: number): Promise<number> {
  const processes = await readProcesses()
  const belongs = (id: number): boolean => {
    const found = processes.get(id)
    return id === pid || (found !== undefined && found.parent > 1 && belongs(found.parent))
  }
  return [...processes].reduce((sum, [id, { seconds }]) => (belongs(id) ? sum + seconds : sum), 0)
}

/** A relay that counts requests to queues and storage, but no polls: their number depends on time only. */
export async function startCountingRelay() {
  let target = 0
  let requests = 0
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    const watch = watchAws()
    client.on('data', (bytes: Buffer) => {
      requests += watch(bytes).filter((name) => name !== 'ReceiveMessage').length
    })
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port: number) => void (target = port),
    count: () => requests,
    stop: () => void server.close(),
  }
}

/** Runs of one function since the start. */
export interface FunctionCounts {
  runs: number
  statements: number
  indexCalls: number
  milliseconds: number
}

interface WorkLine {
  message: string
  milliseconds: number
  storeReads: { sql: number; index: number }
}

/** How long the requests of a run of a scrape job waited for the pauses of their hosts, in real milliseconds. */
export interface HostWait {
  agencies: readonly string[]
  /** The end of the run, in milliseconds since 1970. */
  at: number
  milliseconds: number
}

interface WaitLine {
  time: string
  agencies: string[]
  waitedMilliseconds: Record<string, number>
}

const isWaitLine = (line: unknown): line is WaitLine =>
  typeof line === 'object' && line !== null && 'waitedMilliseconds' in line && 'agencies' in line

const isWorkLine = (line: unknown): line is WorkLine =>
  typeof line === 'object' && line !== null && 'storeReads' in line && 'message' in line

/**
 * Reads the log of the stack. Returns the counts by function, the waits for hosts, and the lines of warnings and errors,
 * all of which grow.
 */
export function countWork(log: Readable) {
  const counts = new Map<string, FunctionCounts>()
  const troubles: string[] = []
  const waits: HostWait[] = []
  createInterface({ input: log }).on('line', (text) => {
    if (!text.startsWith('{')) return
    const line = JSON.parse(text) as { level?: string; storeReads?: object }
    if (line.level === 'error' || line.level === 'warn') troubles.push(text)
    if (isWaitLine(line)) {
      const milliseconds = Object.values(line.waitedMilliseconds).reduce((sum, each) => sum + each, 0)
      waits.push({ agencies: line.agencies, at: Date.parse(line.time), milliseconds })
    }
    if (!isWorkLine(line)) return
    const { message, milliseconds, storeReads } = line
    const sum = counts.get(message) ?? { runs: 0, statements: 0, indexCalls: 0, milliseconds: 0 }
    counts.set(message, {
      runs: sum.runs + 1,
      statements: sum.statements + storeReads.sql,
      indexCalls: sum.indexCalls + storeReads.index,
      milliseconds: sum.milliseconds + milliseconds,
    })
  })
  return { counts, troubles, waits }
}

/** Counts from the start to the end of a period. */
export interface Sample {
  /** Runs of the scrape jobs. */
  runs: number
  /** Requests to sites. */
  visits: number
  articles: number
  deliveries: number
  processorSeconds: number
  requests: number
}

/** A period of the day, with its events and its costs. */
export interface Period {
  causes: readonly number[]
  cost: number
}

/**
 * Cost of each cause by least squares over the periods, in the unit of the cost. Solves the normal equations by Gaussian
 * elimination; negative results become 0.
 */
export function fitCosts(periods: readonly Period[]): number[] {
  const rows = periods.map(({ causes, cost }) => ({ x: causes, cost }))
  const size = rows[0]?.x.length ?? 0
  const at = (list: readonly number[] | undefined, index: number) => list?.[index] ?? 0
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (__, j) => rows.reduce((sum, { x }) => sum + at(x, i) * at(x, j), 0)),
    rows.reduce((sum, { x, cost }) => sum + at(x, i) * cost, 0),
  ])
  for (let pivot = 0; pivot < size; pivot += 1) {
    const row = matrix[pivot] ?? []
    const scale = at(row, pivot)
    // A cause that never occurred costs nothing.
    if (Math.abs(scale) < 1e-9) continue
    for (const [other, values] of matrix.entries()) {
      const factor = at(values, pivot) / scale
      if (other !== pivot) matrix[other] = values.map((value, index) => value - factor * at(row, index))
    }
  }
  return matrix.map((row, index) => {
    const scale = at(row, index)
    return Math.abs(scale) < 1e-9 ? 0 : Math.max(0, at(row, size) / scale)
  })
}
