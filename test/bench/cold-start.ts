// Measures the cold start of each deployed function: a new process imports the bundle and answers one event. Each start is
// compared in the same run with stock Apollo Server, or with a handler that only opens the clients of the same stores.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPlayground } from '@pauta/functions/http/playground/build-playground'
import { buildWidget } from '@pauta/functions/http/widget/build-widget'
import { startStack } from '@pauta/local/stack'
import { applyEnvironment, loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { buildSite } from '../../packages/observatory/build.ts'
import { getBundle } from '../stacks/bundles.ts'
import type { BuildRequest } from '../stacks/graph.ts'
import { ensurePlatform, ROOT } from '../stacks/platform.ts'
import { STAGES_TO_SYNTHESISE } from '../stacks/stage-settings.ts'
import { makeSynthesiser } from '../stacks/synth.ts'
import { listClients, writeBareHandler, type StoreReads } from './cold-start/bare-handlers.ts'
import { finishRuns, firstEventOf, GRAPHQL, MCP, STREAM } from './cold-start/first-events.ts'
import { median, type Figure } from './measure.ts'
import { installPeers } from './peers/install.ts'

const RUNS = 5
const TIMEOUT_MS = 20_000
const HTTP_OK = 200
const HTTP_SERVER_ERROR = 500
const TARGET_RATIO = 1.1
/** Processor time of a start that meets its target in any case: a third of what Node needs before it. */
const SHORT_MS = 15

/** Handlers that are compared with a server of the same kind: the names of these servers, by their handlers. */
const SERVERS_OF_HANDLER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [GRAPHQL]: {
    'test/bench/stock/apollo.handler': 'stock Apollo',
    'test/bench/peers/cold-yoga.handler': 'graphql-yoga',
    'test/bench/peers/cold-mercurius.handler': 'mercurius with graphql-jit',
  },
  [STREAM]: { 'test/bench/stock/apollo.handler': 'stock Apollo' },
  [MCP]: { 'test/bench/stock/mcp.handler': 'stock Apollo with the SDK of MCP' },
}
/** Servers that are shown beside graphql without a target. */
const WITHOUT_TARGET = new Set(['graphql-yoga', 'mercurius with graphql-jit'])

const WHY_NOT = [
  'cold starts. A function checks all its settings and its message with zod (about 7 ms of a job), and has the guards of',
  'the driver, its ledger and 30 to 80 KB of our code. Feeds, exports, steps and the scraper have libraries that every',
  'request of theirs needs (luxon, feedsmith, htmlparser2), so loading them late would only move the time.',
  'docs/performance.md has the figures, docs/adr/0020-nothing-rewired.md what replacing inner modules would gain.',
].join(' ')

/** Imports a bundle, invokes it once and prints the time of both; a streaming handler gets a stream to write into. */
const PROGRAM = `
import { PassThrough } from 'node:stream'
const streamifyResponse = (handler) => Object.assign(handler, { isStreaming: true })
globalThis.awslambda = { streamifyResponse, HttpResponseStream: { from: (stream) => stream } }
const [, bundle, text] = process.argv
const event = JSON.parse(text)
const stream = new PassThrough()
stream.resume()
const busy = () => process.threadCpuUsage()
const before = busy()
const started = performance.now()
const { handler } = await import(bundle)
const context = { getRemainingTimeInMillis: () => 30_000 }
const args = handler.isStreaming ? [event, stream, context] : [event, context]
const answer = event && (await handler(...args))
const milliseconds = performance.now() - started
const { user, system } = busy()
const busyMilliseconds = (user + system - before.user - before.system) / 1000
const { statusCode: status, body } = answer ?? {}
process.stdout.write('\\n~outcome' + JSON.stringify({ milliseconds, busyMilliseconds, status, body }) + '\\n', () => process.exit(0))`

/** The time of a start, and the processor time of its JavaScript thread. Compilation counts, waiting does not. */
interface Start {
  milliseconds: number
  busyMilliseconds: number
}

interface Program {
  handler: string
  folder: string
  /** Bytes of the files that a start reads. */
  bytes: number
  /** Null: only the import is timed. */
  event: unknown
}

interface Comparison {
  ours: Program
  /** Several functions may be compared with the same program. */
  other: Program
  otherName: string
}

async function bundleProgram(build: BuildRequest, event: unknown, workFolder: string): Promise<Program> {
  const { handler, copyFiles } = build
  const { folder: bundle, bytes } = await getBundle(build, workFolder)
  const folder = mkdtempSync(join(workFolder, 'cold-'))
  cpSync(bundle, folder, { recursive: true })
  for (const { from, to } of copyFiles) cpSync(from, join(folder, to), { recursive: true })
  return { handler, folder, bytes, event }
}

/** Sums the requests to stores of one start, from the function's log lines. An earlier start did what is done once. */
async function countReads(program: Program, environment: Record<string, string>): Promise<StoreReads> {
  const variables = Object.entries(environment)
  const loud = Object.fromEntries(
    variables.map(([name, value]) => [name, value.replace('"silent"', '"info"')]),
  )
  await runOnce(program, environment)
  const { output } = await runOnce(program, loud)
  const reads: StoreReads = { sql: 0, index: 0 }
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue
    const { storeReads = { sql: 0, index: 0 } } = JSON.parse(line) as { storeReads?: StoreReads }
    reads.sql += storeReads.sql
    reads.index += storeReads.index
  }
  return reads
}

/** A program in whose place a function is measured. */
interface Peer {
  handler: string
  name: string
  event: unknown
}

async function listPeers(
  build: BuildRequest,
  ours: Program,
  { workFolder, environment }: Surroundings,
): Promise<Peer[]> {
  const servers = Object.entries(SERVERS_OF_HANDLER[build.handler] ?? {})
  // The stream answers subscriptions, which a server without our resolvers cannot.
  const event = build.handler === STREAM ? firstEventOf(GRAPHQL) : ours.event
  if (servers.length > 0) return servers.map(([handler, name]) => ({ handler, name, event }))
  const clients = listClients(build, await getBundle(build, workFolder))
  const handler = writeBareHandler({ clients, hasSettings: 'Settings' in build.links }, workFolder)
  const reads = ours.event === null ? null : await countReads(ours, environment)
  return [{ handler, name: 'bare handler', event: reads && { reads } }]
}

interface Surroundings {
  workFolder: string
  /** Variables of the running stack. */
  environment: Record<string, string>
}

async function listComparisons(surroundings: Surroundings): Promise<Comparison[]> {
  const { workFolder } = surroundings
  ensurePlatform()
  installPeers()
  await Promise.all([buildPlayground(), buildWidget(), buildSite()])
  using synthesiser = await makeSynthesiser(workFolder)
  const [{ builds }] = await synthesiser.synthAll([STAGES_TO_SYNTHESISE.production])
  const others = new Map<string, Program>()
  const comparisons: Comparison[] = []
  for (const build of builds) {
    const ours = await bundleProgram(build, firstEventOf(build.handler), workFolder)
    for (const { handler, name, event } of await listPeers(build, ours, surroundings)) {
      const key = JSON.stringify([handler, event])
      const request = { ...build, handler, copyFiles: [] }
      const other = others.get(key) ?? (await bundleProgram(request, event, workFolder))
      others.set(key, other)
      comparisons.push({ ours, other, otherName: name })
    }
  }
  return comparisons
}

async function runOnce(
  { handler, folder, event }: Program,
  env: Record<string, string>,
): Promise<Start & { output: string }> {
  const program = [
    '--input-type=module',
    '--eval',
    PROGRAM,
    join(folder, 'bundle.mjs'),
    JSON.stringify(event),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, program, {
    cwd: folder,
    timeout: TIMEOUT_MS,
    env,
  })
  const line = stdout.split('\n').find((text) => text.startsWith('~outcome'))
  if (line === undefined) throw new Error(`${handler} ended without an answer:\n${stdout}`)
  const { status, body, ...start } = JSON.parse(line.slice('~outcome'.length)) as Start & {
    status?: number
    body?: string
  }
  const hasFailed = (status ?? 0) >= HTTP_SERVER_ERROR || (status === HTTP_OK && body?.includes('"errors"'))
  if (hasFailed) throw new Error(`${handler} answered ${status}: ${body}`)
  return { ...start, output: stdout }
}

function describe(starts: readonly Start[]) {
  return {
    milliseconds: median(starts.map((start) => start.milliseconds)),
    busy: median(starts.map((start) => start.busyMilliseconds)),
  }
}

/** Compares processor time, because waiting for a store and for other processes is not the function's own. */
function toFigure({ ours, other, otherName }: Comparison, starts: ReadonlyMap<Program, Start[]>): Figure {
  const our = describe(starts.get(ours) ?? [])
  const their = describe(starts.get(other) ?? [])
  const name = ours.handler.replace(/^functions\//, '').replace(/(\/handler)?\.handler$/, '')
  const hasTarget = !WITHOUT_TARGET.has(otherName)
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} KB`
  return {
    figure: `cold start of ${name}${hasTarget ? '' : `, beside ${otherName}`}`,
    value: `${our.busy.toFixed(0)} ms of processor, ${our.milliseconds.toFixed(0)} ms in all, ${kilobytes(ours.bytes)}`,
    comparedWith: `${otherName} ${their.busy.toFixed(0)} ms of processor, ${kilobytes(other.bytes)}`,
    ratio: (our.busy / Math.max(their.busy, 1)).toFixed(2),
    target: hasTarget ? `≤ ${TARGET_RATIO} ×, or ${SHORT_MS} ms` : 'none',
    met: !hasTarget || our.busy <= Math.max(TARGET_RATIO * their.busy, SHORT_MS),
    whyNot: WHY_NOT,
  }
}

async function prepareStores(environment: Record<string, string>): Promise<void> {
  applyEnvironment(environment)
  const db = connectDatabase(loadConfig('database').database)
  await finishRuns(db)
  await db.end({ timeout: 5 })
}

/** Measures medians of import and first answer, on the stores of a local stack without news. */
export async function measureColdStart(): Promise<Figure[]> {
  // Inside the repository, where the bare handlers find the packages that they import.
  mkdirSync(join(ROOT, '.pauta'), { recursive: true })
  const workFolder = mkdtempSync(join(ROOT, '.pauta/cold-'))
  try {
    await using stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent', schedules: false })
    const { environment } = stack
    await prepareStores(environment)
    const comparisons = await listComparisons({ workFolder, environment })
    const starts = new Map<Program, Start[]>()
    for (const { ours, other } of comparisons) starts.set(ours, []).set(other, [])
    // The first turn loads the files into the page cache.
    for (let turn = 0; turn <= RUNS; turn++)
      for (const [program, measured] of starts) {
        const start = await runOnce(program, environment)
        if (turn > 0) measured.push(start)
      }
    return comparisons.map((comparison) => toFigure(comparison, starts))
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}
