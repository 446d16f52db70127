// `npm run bench [NAME…]`: every figure beside what it is compared with, in one table.
import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { CorpusOptions } from './corpus.ts'
import type { Hours } from './day/drive.ts'
import type { Figure } from './measure.ts'
import { LEFT_OUT, listLeftOut } from './report/left-out.ts'
import { openPartialRun } from './report/partial-run.ts'
import { describeRegression, findRegressions } from './report/regressions.ts'
import type { Entry } from './report/run-record.ts'
import { readRuns, recordRun, writeReport } from './report/write-report.ts'
import { describeMachine, listReasons, renderTable } from './table.ts'

interface BenchmarkOptions extends CorpusOptions {
  file: string | undefined
  url: string | undefined
  /** The program `typesense-server`, in place of the laptop's index server. */
  indexProgram: string | undefined
  clippings: number
  subscribers: number
  /** Numbers of articles, ascending. */
  sizes: number[]
  hours: Hours
  /** Fewer repetitions, so that all benchmarks together take eight minutes on two idle cores. */
  quick: boolean
  /** Stores what was measured so far, for benchmarks that take long. */
  store: (figures: readonly Figure[]) => Promise<void>
}

type Benchmark = (options: BenchmarkOptions) => Promise<Figure[]>

const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  handler: async () => (await import('./handler-overhead.ts')).measureHandlerOverhead,
  front: async () => {
    const { measureFront } = await import('./front.ts')
    return () => measureFront()
  },
  throughput: async () => (await import('./throughput.ts')).measureThroughput,
  'cold-start': async () => (await import('./cold-start.ts')).measureColdStart,
  dearest: async () => (await import('./dearest.ts')).measureDearest,
  stream: async () => (await import('./first-event.ts')).measureFirstEvent,
  'large-articles': async () => (await import('./large-articles.ts')).measureLargeArticles,
  deliveries: async () => (await import('./delivery-rate.ts')).measureDeliveryRate,
  'fan-out': async () => (await import('./fan-out.ts')).measureFanOut,
  sync: async () => {
    const { measureSyncRate } = await import('./sync-rate.ts')
    return ({ quick }) => measureSyncRate(quick ? SYNCED_QUICKLY : SYNCED_ARTICLES)
  },
  observatory: async () => (await import('./observatory.ts')).measureObservatory,
  'first-news': async () => (await import('./first-news.ts')).measureFirstNews,
  day: async () => {
    const { measureDay } = await import('./day.ts')
    return ({ hours }) => measureDay(hours)
  },
  corpus: async () => (await import('./corpus.ts')).measureCorpus,
  relevance: async () => {
    const { measureRelevance } = await import('./relevance.ts')
    return ({ file }) => measureRelevance(file)
  },
  understanding: async () => {
    const { measureUnderstanding } = await import('./understanding.ts')
    return ({ file }) => measureUnderstanding(file)
  },
  'eight-oclock': async () => (await import('./scale/eight-oclock.ts')).measureEightOclock,
  growth: async () => (await import('./scale/growth.ts')).measureGrowth,
}

const ALL = 'all'
const CORPUS_ARTICLES = 330_000
const SYNCED_ARTICLES = 50_000
const SYNCED_QUICKLY = 15_000
const CLIPPINGS = 10_000
const SUBSCRIBERS = 100_000
const SIZES = '10000,100000,330000,1000000'
const HOURS = '0-24'
const REPORT_FOLDER = '.pauta/bench'
const NAMES = Object.keys(BENCHMARKS)
const USAGE = `npm run bench -- [all|${NAMES.join('|')} …] [--strict] [--keep DIR] [--articles ${CORPUS_ARTICLES}] [--plans] [--file FILE] [--url URL]

Without a name it measures everything but ${Object.keys(LEFT_OUT).join(', ')}, whose rows show the last stored run. Ratios compare what was measured in turn in one run; on a
machine that is busy with other things they say little, and times say nothing.
  --quick       fewer repetitions, as without a name: dearest, deliveries and sync
  --out DIR     where the run is stored as JSON, with index.html, a page of all stored runs (default ${REPORT_FOLDER})
  --alarm       ends with an error when a ratio is 20 % worse than the median of the stored runs
  --strict      ends with an error when a target is not met, and not only when something could not be measured

dearest draws operations, changes the dearest ones and lists the 20 dearest that the price lets through (some minutes).

throughput installs graphql-yoga, mercurius and fastify into test/bench/peers at its first run. deliveries and
fan-out need Debian's postgresql, and so does corpus, which loads ${CORPUS_ARTICLES} articles into it (some minutes):
  --keep DIR    leaves the loaded database in a folder, for the next time
  --articles N  another number of articles
  --plans       prints the plan of every statement

observatory needs Debian's chromium-headless-shell; it measures the sample of npm start:
  --keep DIR    measures it over the articles that eight-oclock kept in a folder
  --url URL     measures the site of a running stack

first-news runs npm start on an empty folder until search finds the first scraped article (a minute or two).

day lets a day of 250 articles and 1,000 clippings pass in 24 minutes:
  --hours A-B   only these hours of the day, such as 7-9

relevance asks for articles of the sample in five ways (some minutes):
  --file FILE   asks for the news of a .jsonl file, in the columns of the public dataset, instead

understanding measures the themes that the built-in classifier chooses (under a minute):
  --file FILE   measures it on the labelled articles of a .jsonl file too, in the columns of the public dataset

eight-oclock makes the releases of ${CLIPPINGS} clippings that are due at one minute, over --articles articles on Debian's
postgresql, and sends their mails for 90 s (half an hour; --keep keeps the articles):
  --clippings N, --subscribers N   other numbers
  --index-program FILE             Typesense's program in place of the laptop's index server, also of growth

growth measures requests and jobs on ever more articles on Debian's postgresql and the index server, and prints the
exponent of each curve, of processor time. A million articles need 12 GB of memory, 30 GB of disk and two hours.
What was measured is stored as it comes, so that a run that is stopped keeps it:
  --sizes N,N,…  other numbers of articles, ascending multiples of the first (default ${SIZES})`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    articles: { type: 'string', default: String(CORPUS_ARTICLES) },
    keep: { type: 'string' },
    file: { type: 'string' },
    url: { type: 'string' },
    'index-program': { type: 'string' },
    plans: { type: 'boolean', default: false },
    clippings: { type: 'string', default: String(CLIPPINGS) },
    subscribers: { type: 'string', default: String(SUBSCRIBERS) },
    sizes: { type: 'string', default: SIZES },
    hours: { type: 'string', default: HOURS },
    quick: { type: 'boolean', default: false },
    out: { type: 'string', default: REPORT_FOLDER },
    alarm: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Runs a benchmark in its own process: a process runs one stack, and its memory must not affect other benchmarks. */
async function runApart(name: string): Promise<Figure[]> {
  const passed = ['articles', 'clippings', 'subscribers', 'sizes', 'hours', 'out'] as const
  const options = passed.map((option) => `--${option}=${values[option]}`)
  if (values.plans) options.push('--plans')
  if (values.quick || positionals.length === 0) options.push('--quick')
  if (values.keep !== undefined) options.push(`--keep=${values.keep}`)
  if (values.file !== undefined) options.push(`--file=${values.file}`)
  if (values.url !== undefined) options.push(`--url=${values.url}`)
  if (values['index-program'] !== undefined) options.push(`--index-program=${values['index-program']}`)
  const child = spawn(process.execPath, [import.meta.filename, name, '--json', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // As on Lambda: bundles contain the production builds of libraries.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [output, code] = await Promise.all([text(child.stdout), ended])
  if (code !== 0) throw new Error(`The benchmark ${name} failed`)
  return JSON.parse(output) as Figure[]
}

/** Reads hours such as `7-9`. Undefined when the day has no such hours. */
function readHours(text: string): Hours | undefined {
  const [, first = '', last = ''] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  const hours = { from: Number(first), to: Number(last) }
  return first !== '' && hours.from < hours.to && hours.to <= 24 ? hours : undefined
}

async function measureHere(name: string): Promise<void> {
  const measure = await BENCHMARKS[name]?.()
  const { keep, plans, file, url } = values
  const partial = openPartialRun(values.out, name)
  const options: BenchmarkOptions = {
    articles: Number(values.articles),
    clippings: Number(values.clippings),
    subscribers: Number(values.subscribers),
    sizes: values.sizes.split(',').map(Number),
    hours: readHours(values.hours) ?? { from: 0, to: 24 },
    quick: values.quick,
    keep,
    plans,
    file,
    url,
    indexProgram: values['index-program'],
    store: (figures) => partial.store(figures),
  }
  const figures = await measure?.(options)
  await partial.remove()
  console.log(JSON.stringify(figures))
}

/** Runs the benchmarks one by one. A benchmark that fails does not stop the others. */
async function measureAll(names: readonly string[]): Promise<void> {
  const figures: Entry[] = []
  const failed: string[] = []
  for (const name of names) {
    const started = performance.now()
    console.error(`measuring ${name} …`)
    try {
      figures.push(...(await runApart(name)).map((figure) => ({ benchmark: name, ...figure })))
    } catch {
      failed.push(name)
    }
    console.error(`measuring ${name} took ${Math.round((performance.now() - started) / 1000)} s`)
  }
  const unmet = figures.filter((figure) => !figure.met).length
  const left = NAMES.filter((name) => !names.includes(name))
  const others = positionals.length > 0 ? [] : listLeftOut(left, await readRuns(values.out))
  console.log(
    `\n${renderTable([...figures, ...others])}\n\n${describeMachine()}, load ${loadavg()[0]?.toFixed(1)} at the end`,
  )
  console.log(`${figures.length - unmet} of ${figures.length} targets met`)
  for (const reason of listReasons([...figures, ...others])) console.log(`not met: ${reason}`)
  if (left.length > 0) console.log(`left out: ${left.join(', ')} (npm run bench -- ${ALL})`)
  if (failed.length > 0) console.log(`could not be measured, see above: ${failed.join(', ')}`)
  const hasAlarm = await report(figures)
  if (failed.length > 0 || (values.strict && unmet > 0) || (values.alarm && hasAlarm)) process.exitCode = 1
}

/** Stores the run with its page, and prints what got worse. Returns whether anything did. */
async function report(entries: Entry[]): Promise<boolean> {
  if (entries.length === 0) return false
  const earlier = await readRuns(values.out)
  const run = await recordRun(entries)
  const regressions = findRegressions(earlier, run)
  for (const regression of regressions) console.log(`worse: ${describeRegression(regression)}`)
  console.log(`page: ${await writeReport(values.out, run)}`)
  return regressions.length > 0
}

function chooseNames(): string[] {
  if (positionals.includes(ALL)) return NAMES
  return positionals.length > 0 ? positionals : NAMES.filter((name) => !(name in LEFT_OUT))
}

const names = chooseNames()
const areNumbers = [values.articles, values.clippings, values.subscribers, ...values.sizes.split(',')].every(
  (text) => /^[1-9]\d*$/.test(text),
)
const understood =
  names.every((name) => name in BENCHMARKS) &&
  areNumbers &&
  readHours(values.hours) !== undefined &&
  !values.help
if (!understood) {
  console.log(USAGE)
  process.exitCode = values.help ? 0 : 2
} else {
  try {
    await (values.json ? measureHere(names[0] ?? '') : measureAll(names))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
