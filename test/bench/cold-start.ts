// What a cold start of each deployed function costs: its bundle, read and run in a process of its own, to its first answer.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPlayground } from '@pauta/functions/http/build-playground'
import { startStack } from '@pauta/local/stack'
import { getBundle } from '../stacks/bundles.ts'
import type { BuildRequest } from '../stacks/graph.ts'
import { ensurePlatform } from '../stacks/platform.ts'
import { STAGES_TO_SYNTHESISE } from '../stacks/stage-settings.ts'
import { makeSynthesiser } from '../stacks/synth.ts'
import { median, type Figure } from './measure.ts'
import { restEvent } from './rest-request.ts'

const RUNS = 7
const TIMEOUT_MS = 20_000
const HTTP_SERVER_ERROR = 500
const GRAPHQL = 'functions/graphql/handler.handler'
const STREAM = 'functions/graphql/stream.handler'
const TARGET_MS = { graphql: 120, other: 60 }
const TARGET_BYTES = 1_000_000
const WHY_NOT = [
  'cold starts. A quarter of such a start is V8 reading the bundle, and what remains in it is needed at once.',
  'The client of S3 and what it stands on are half of what ingest, enrich, classify and embed read, the writer and the',
  'renderer of mails more than half of deliver/email-handler, the search client a third of index and ready. To import those',
  'late would only move the time to the first message. Gained so far, as shares of the processor time before: 0.73 for',
  'deliver/webhook-handler by requiring parts of Node instead of importing them; 0.84 for index and 0.91 for graphql by an',
  'axios without fetch, HTTP/2 and forms; with tables of the language read late, no parser compiled for the configuration',
  'and no shapes made of sections that are not loaded, graphql came to 0.83, its stream to 0.80, index to 0.77 and',
  'deliver/telegram-handler to 0.65. A young generation of 16 MB from the start would bring graphql to 0.88 of its time and',
  'others to 0.87 to 0.92, but functions get flags by NODE_OPTIONS, which refuses that one. Tried and left, as each',
  'gave less than 4 ms: shims for assert, worker_threads and the streams of the web.',
].join(' ')

const QUERY =
  '{ articles(limit: 10) { found articles { uniqueId title url agency agencyName publishedAt } } }'
const PROMPT = 'subscription { generateRecortes(prompt: "vacinas") { __typename } }'

/** Imports a bundle, invokes it once and tells how long both took; a stream is given something to write into. */
const PROGRAM = `
import { PassThrough } from 'node:stream'
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream } }
const [, bundle, text, isStream] = process.argv
const event = JSON.parse(text)
const stream = new PassThrough().resume()
const busy = () => process.threadCpuUsage()
const before = busy()
const started = performance.now()
const { handler } = await import(bundle)
const answer = event && (await (isStream ? handler(event, stream, {}) : handler(event, {})))
const milliseconds = performance.now() - started
const { user, system } = busy()
const busyMilliseconds = (user + system - before.user - before.system) / 1000
process.stdout.write('\\n~outcome' + JSON.stringify({ milliseconds, busyMilliseconds, status: answer?.statusCode }) + '\\n', () => process.exit(0))`

/** How long a start took, and for how much of that its one thread of JavaScript computed. */
interface Start {
  milliseconds: number
  busyMilliseconds: number
}

interface Function {
  build: BuildRequest
  folder: string
  bytes: number
  /** Null: only the import is timed. */
  event: unknown
  isStream: boolean
}

/** The event that a function gets first; a worker or a job gets a batch with nothing in it. */
function eventOf(handler: string): unknown {
  if (handler === GRAPHQL) return restEvent('http://localhost/graphql', { query: QUERY })
  if (handler === STREAM) return restEvent('http://localhost/graphql/stream', { query: PROMPT })
  if (handler.startsWith('functions/http/'))
    return { ...restEvent('http://localhost/health', {}), httpMethod: 'GET', body: null }
  return /^functions\/(jobs|workers)\//.test(handler) ? { Records: [] } : null
}

async function listFunctions(workFolder: string): Promise<Function[]> {
  ensurePlatform()
  await buildPlayground()
  using synthesiser = await makeSynthesiser(workFolder)
  const { builds } = await synthesiser.synth(STAGES_TO_SYNTHESISE.production)
  const functions: Function[] = []
  for (const build of builds) {
    const { folder: bundle, bytes } = await getBundle(build, workFolder)
    const folder = mkdtempSync(join(workFolder, 'cold-'))
    cpSync(bundle, folder, { recursive: true })
    for (const { from, to } of build.copyFiles) cpSync(from, join(folder, to), { recursive: true })
    const isStream = build.handler === STREAM
    functions.push({ build, folder, bytes, event: eventOf(build.handler), isStream })
  }
  return functions
}

async function runOnce(one: Function, env: Record<string, string>): Promise<Start> {
  const { folder, event, isStream } = one
  const program = [
    '--input-type=module',
    '--eval',
    PROGRAM,
    join(folder, 'bundle.mjs'),
    JSON.stringify(event),
  ]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...program, ...(isStream ? ['stream'] : [])],
    {
      cwd: folder,
      timeout: TIMEOUT_MS,
      env,
    },
  )
  const line = stdout.split('\n').find((text) => text.startsWith('~outcome'))
  if (line === undefined) throw new Error(`${one.build.handler} ended without an answer:\n${stdout}`)
  const { status, ...start } = JSON.parse(line.slice('~outcome'.length)) as Start & { status?: number }
  if (status !== undefined && status >= HTTP_SERVER_ERROR)
    throw new Error(`${one.build.handler} answered ${status}`)
  return start
}

function toFigure({ build: { handler }, bytes }: Function, starts: readonly Start[]): Figure {
  const p50 = median(starts.map((start) => start.milliseconds))
  const busy = median(starts.map((start) => start.busyMilliseconds))
  // Both carry the schema.
  const isGraphql = handler === GRAPHQL || handler === STREAM
  const targetMs = isGraphql ? TARGET_MS.graphql : TARGET_MS.other
  const size = isGraphql ? ' and ≤ 1 MB' : ''
  return {
    figure: `cold start of ${handler.replace(/^functions\//, '').replace(/(\/handler)?\.handler$/, '')}`,
    value: `${p50.toFixed(0)} ms`,
    comparedWith: `${busy.toFixed(0)} ms of processor; reads ${Math.round(bytes / 1000)} KB`,
    ratio: (p50 / targetMs).toFixed(2),
    target: `≤ ${targetMs} ms${size}`,
    met: p50 <= targetMs && (!isGraphql || bytes <= TARGET_BYTES),
    whyNot: WHY_NOT,
  }
}

/** Medians of import and first answer, on the stores of a local stack without news. */
export async function measureColdStart(): Promise<Figure[]> {
  const workFolder = mkdtempSync(join(tmpdir(), 'pauta-cold-'))
  try {
    const functions = await listFunctions(workFolder)
    await using stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent', schedules: false })
    const starts = new Map(functions.map((one) => [one, [] as Start[]]))
    // The first turn brings the files into the machine's memory.
    for (let turn = 0; turn <= RUNS; turn++)
      for (const [one, measured] of starts) {
        const start = await runOnce(one, stack.environment)
        if (turn > 0) measured.push(start)
      }
    return [...starts].map(([one, measured]) => toFigure(one, measured))
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}
