import { setTimeout as delay } from 'node:timers/promises'
import { makeClient } from '../client/client.ts'
import { seeded } from '../runner/seeded.ts'
import type { Memory, RemoteStack } from './loaded-stack.ts'
import { editOperation, furnish, listOperations, type LoadOperation } from './operations.ts'
import { patient } from '../runner/patience.ts'

/** Error codes that answers may have under load. */
const ALLOWED = new Set(['RATE_LIMITED', 'SERVICE_UNAVAILABLE'])
/** The gateway's status when a function has no free environment. */
const GATEWAY_BUSY = new Set([429, 503])
/** The gateway's time-out is shorter, so every answer comes earlier. */
const HANG_MS = 35_000
const FAULTS_KEPT = 20

export interface LoadOptions {
  connections: number
  /** Seconds before and after the first reading of the memory. */
  warmUpSeconds: number
  seconds: number
  /** Seconds between readings of the memory. */
  sampleSeconds: number
}

export interface LoadReport {
  answers: number
  /** Number of answers by error code; `ok` without an error. */
  codes: Record<string, number>
  /** Faults, a few of each run. */
  faults: string[]
  /** Milliseconds of all answers of each operation, slowest operation first. */
  latencies: { operation: string; answers: number; p50: number; p95: number; p99: number }[]
  /** After the warm-up, and then at every sample. */
  memory: Memory[]
}

/** Answers of a run so far. */
class Tally {
  readonly codes: Record<string, number> = {}
  readonly faults: string[] = []
  readonly times = new Map<string, number[]>()

  count(code: string): void {
    this.codes[code] = (this.codes[code] ?? 0) + 1
  }

  fault(operation: LoadOperation, what: string): void {
    this.count('fault')
    if (this.faults.length < FAULTS_KEPT) this.faults.push(`${operation.name}: ${what}`)
  }

  time(operation: LoadOperation, milliseconds: number): void {
    const times = this.times.get(operation.name) ?? []
    times.push(milliseconds)
    this.times.set(operation.name, times)
  }

  latencies(): LoadReport['latencies'] {
    const rows = [...this.times].map(([operation, unsorted]) => {
      const times = Float64Array.from(unsorted).sort()
      const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
      return { operation, answers: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
    })
    return rows.sort((a, b) => b.p95 - a.p95)
  }
}

function judge(operation: LoadOperation, status: number, text: string, tally: Tally): void {
  if (GATEWAY_BUSY.has(status)) return tally.count('SERVICE_UNAVAILABLE')
  if (status !== 200) return tally.fault(operation, `status ${status}: ${text.slice(0, 200)}`)
  const { data, errors = [] } = JSON.parse(text) as {
    data?: unknown
    errors?: { extensions?: { code?: string } }[]
  }
  const codes = errors.map(({ extensions }) => extensions?.code ?? 'none')
  if (codes.some((code) => !ALLOWED.has(code))) return tally.fault(operation, text.slice(0, 300))
  if (codes.length === 0 && (typeof data !== 'object' || data === null))
    return tally.fault(operation, `no data: ${text.slice(0, 200)}`)
  tally.count(codes[0] ?? 'ok')
}

/** One connection: sends one request after the other until it is stopped. */
async function keepAsking(
  url: string,
  options: { operations: readonly LoadOperation[]; tokens: { user: string; service: string }; seed: number },
  { tally, isOver }: { tally: Tally; isOver: () => boolean },
): Promise<void> {
  const random = seeded(options.seed)
  const drawn = options.operations.flatMap((operation) =>
    Array.from({ length: operation.weight }, () => operation),
  )
  for (let turn = options.seed; !isOver(); turn++) {
    const operation = drawn[Math.floor(random() * drawn.length)]
    if (!operation) throw new Error('There are no operations')
    const { caller, query, variables } = operation
    const token = caller === 'anonymous' ? undefined : options.tokens[caller]
    const start = performance.now()
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ query, variables: variables?.(turn) }),
        signal: AbortSignal.timeout(patient(HANG_MS)),
      })
      judge(operation, response.status, await response.text(), tally)
      tally.time(operation, performance.now() - start)
    } catch (error) {
      tally.fault(operation, String(error))
    }
  }
}

/** Sends a mix of all operations over many connections, as many people. Returns the counts. */
export async function runLoad(stack: RemoteStack, options: LoadOptions): Promise<LoadReport> {
  const furniture = await furnish(stack.users.map((token) => makeClient(stack.url, token)))
  const operations = listOperations(furniture)
  const tally = new Tally()
  let over = false
  const connections = Array.from({ length: options.connections }, async (_, i) => {
    const user = i % stack.users.length
    const own = editOperation(furniture.clippingIds[user] ?? '')
    await keepAsking(
      stack.url,
      {
        operations: [...operations, own],
        tokens: { user: stack.users[user] ?? '', service: stack.service },
        seed: i,
      },
      { tally, isOver: () => over },
    )
  })
  const memory: Memory[] = []
  try {
    await delay(options.warmUpSeconds * 1000)
    memory.push(await stack.readMemory())
    for (let left = options.seconds; left > 0; left -= options.sampleSeconds) {
      await delay(Math.min(left, options.sampleSeconds) * 1000)
      memory.push(await stack.readMemory())
    }
  } finally {
    over = true
    await Promise.all(connections)
  }
  const latencies = tally.latencies()
  const answers = latencies.reduce((sum, row) => sum + row.answers, 0)
  return { answers, codes: tally.codes, faults: tally.faults, latencies, memory }
}
