// Measures the cold start of each deployed function: a new process imports the bundle and answers one event. Each start is
// compared in the same run with stock Apollo Server, or with a handler that only opens the clients of the same stores.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { buildPlayground } from '@pauta/functions/http/build-playground'
import { buildWidget } from '@pauta/functions/http/build-widget'
import { startStack } from '@pauta/local/stack'
import { getBundle } from '../stacks/bundles.ts'
import type { BuildRequest } from '../stacks/graph.ts'
import { ensurePlatform, ROOT } from '../stacks/platform.ts'
import { STAGES_TO_SYNTHESISE } from '../stacks/stage-settings.ts'
import { makeSynthesiser } from '../stacks/synth.ts'
import { median, type Figure } from './measure.ts'
import { restEvent } from './rest-request.ts'

const RUNS = 5
const TIMEOUT_MS = 20_000
const HTTP_SERVER_ERROR = 500
const GRAPHQL = 'functions/graphql/handler.handler'
const STREAM = 'functions/graphql/stream.handler'
const STOCK_APOLLO = 'test/bench/stock/apollo.handler'
const TARGET_RATIO = 1.1

/** The module in `stock/` that opens the client of a linked resource. */
const CLIENT_OF_RESOURCE: Readonly<Record<string, string>> = {
  Database: 'database',
  SearchIndex: 'search-index',
  Storage: 'storage',
}
/** The modules in `stock/` with the clients that one handler needs besides those of its stores. */
const CLIENTS_OF_HANDLER: Readonly<Record<string, readonly string[]>> = {
  'functions/workers/deliver/email-handler.handler': ['mail'],
  'functions/workers/deliver/push-handler.handler': ['push', 'http'],
  'functions/workers/deliver/telegram-handler.handler': ['http'],
  'functions/workers/deliver/webhook-handler.handler': ['http'],
  'functions/jobs/scrape/handler.handler': ['http'],
  'functions/jobs/scrape-ebc/handler.handler': ['http'],
  'functions/jobs/export-dataset/handler.handler': ['dataset'],
}
const WHY_NOT = [
  'cold starts. A bare handler has the clients and no code of ours: no check of its settings, no ledger, no catalogues.',
  'Replacing inner modules of axios, Apollo, zod and Node would shorten a start by a fifth, but no single replacement of',
  'them by 15 %: docs/adr/0020-nothing-rewired.md has the figures.',
].join(' ')

const QUERY =
  '{ articles(limit: 10) { found articles { uniqueId title url agency agencyName publishedAt } } }'
const PROMPT = 'subscription { generateRecortes(prompt: "vacinas") { __typename } }'

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
process.stdout.write('\\n~outcome' + JSON.stringify({ milliseconds, busyMilliseconds, status: answer?.statusCode }) + '\\n', () => process.exit(0))`

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
}

/** The first event of a function. A worker and a job get an empty batch. */
function eventOf(handler: string): unknown {
  if (handler === GRAPHQL) return restEvent('http://localhost/graphql', { query: QUERY })
  if (handler === STREAM) return restEvent('http://localhost/graphql/stream', { query: PROMPT })
  if (handler.startsWith('functions/http/'))
    return { ...restEvent('http://localhost/health', {}), httpMethod: 'GET', body: null }
  return /^functions\/(jobs|workers)\//.test(handler) ? { Records: [] } : null
}

async function bundleProgram(build: BuildRequest, event: unknown, workFolder: string): Promise<Program> {
  const { handler, copyFiles } = build
  const { folder: bundle, bytes } = await getBundle(build, workFolder)
  const folder = mkdtempSync(join(workFolder, 'cold-'))
  cpSync(bundle, folder, { recursive: true })
  for (const { from, to } of copyFiles) cpSync(from, join(folder, to), { recursive: true })
  return { handler, folder, bytes, event }
}

/** Both have the whole schema. */
const hasSchema = (handler: string): boolean => handler === GRAPHQL || handler === STREAM

/** The modules in `stock/` that a bare handler opens in place of a function. */
function listClients({ handler, links }: BuildRequest): string[] {
  const ofStores = Object.keys(links).flatMap((resource) => CLIENT_OF_RESOURCE[resource] ?? [])
  return [...ofStores, ...(CLIENTS_OF_HANDLER[handler] ?? [])].sort()
}

/** Writes a handler that opens clients and answers every event at once. Returns its path, as SST names a handler. */
function writeBareHandler(clients: readonly string[], folder: string): string {
  const name = ['bare', ...clients].join('-')
  const stock = join(import.meta.dirname, 'stock')
  const imports = ['base', ...clients].map(
    (client, position) => `import * as client${position} from ${JSON.stringify(join(stock, `${client}.ts`))}`,
  )
  const opened = imports.map((_, position) => `client${position}`).join(', ')
  const answer = '{ statusCode: 200, batchItemFailures: [] }'
  const handler = `export const opened = [${opened}]\nexport const handler = async () => (${answer})\n`
  writeFileSync(join(folder, `${name}.ts`), `${imports.join('\n')}\n${handler}`)
  return relative(ROOT, join(folder, `${name}.handler`))
}

async function listComparisons(workFolder: string): Promise<Comparison[]> {
  ensurePlatform()
  await buildPlayground()
  await buildWidget()
  using synthesiser = await makeSynthesiser(workFolder)
  const { builds } = await synthesiser.synth(STAGES_TO_SYNTHESISE.production)
  const others = new Map<string, Program>()
  const comparisons: Comparison[] = []
  for (const build of builds) {
    const handler = hasSchema(build.handler) ? STOCK_APOLLO : writeBareHandler(listClients(build), workFolder)
    const event = handler === STOCK_APOLLO ? eventOf(GRAPHQL) : eventOf(build.handler)
    const other =
      others.get(handler) ?? (await bundleProgram({ ...build, handler, copyFiles: [] }, event, workFolder))
    others.set(handler, other)
    comparisons.push({ ours: await bundleProgram(build, eventOf(build.handler), workFolder), other })
  }
  return comparisons
}

async function runOnce({ handler, folder, event }: Program, env: Record<string, string>): Promise<Start> {
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
  const { status, ...start } = JSON.parse(line.slice('~outcome'.length)) as Start & { status?: number }
  if (status !== undefined && status >= HTTP_SERVER_ERROR) throw new Error(`${handler} answered ${status}`)
  return start
}

function describe(starts: readonly Start[]) {
  return {
    milliseconds: median(starts.map((start) => start.milliseconds)),
    busy: median(starts.map((start) => start.busyMilliseconds)),
  }
}

/** Compares processor time, because waiting for a store and for other processes is not the function's own. */
function toFigure({ ours, other }: Comparison, starts: ReadonlyMap<Program, Start[]>): Figure {
  const our = describe(starts.get(ours) ?? [])
  const their = describe(starts.get(other) ?? [])
  const name = ours.handler.replace(/^functions\//, '').replace(/(\/handler)?\.handler$/, '')
  const kind = other.handler === STOCK_APOLLO ? 'stock Apollo' : 'bare handler'
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} KB`
  return {
    figure: `cold start of ${name}`,
    value: `${our.busy.toFixed(0)} ms of processor, ${our.milliseconds.toFixed(0)} ms in all, ${kilobytes(ours.bytes)}`,
    comparedWith: `${kind} ${their.busy.toFixed(0)} ms of processor, ${kilobytes(other.bytes)}`,
    ratio: (our.busy / their.busy).toFixed(2),
    target: `≤ ${TARGET_RATIO} ×`,
    met: our.busy <= TARGET_RATIO * their.busy,
    whyNot: WHY_NOT,
  }
}

/** Measures medians of import and first answer, on the stores of a local stack without news. */
export async function measureColdStart(): Promise<Figure[]> {
  // Inside the repository, where the bare handlers find the packages that they import.
  mkdirSync(join(ROOT, '.pauta'), { recursive: true })
  const workFolder = mkdtempSync(join(ROOT, '.pauta/cold-'))
  try {
    const comparisons = await listComparisons(workFolder)
    await using stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent', schedules: false })
    const starts = new Map<Program, Start[]>()
    for (const { ours, other } of comparisons) starts.set(ours, []).set(other, [])
    // The first turn loads the files into the page cache.
    for (let turn = 0; turn <= RUNS; turn++)
      for (const [program, measured] of starts) {
        const start = await runOnce(program, stack.environment)
        if (turn > 0) measured.push(start)
      }
    return comparisons.map((comparison) => toFigure(comparison, starts))
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}
