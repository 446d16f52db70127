// `npm run bench [NAME…]`: every figure beside what it is compared with, in one table.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { CorpusOptions } from './corpus.ts'
import type { Figure } from './measure.ts'

type Benchmark = (options: CorpusOptions) => Promise<Figure[]>

const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  handler: async () => (await import('./handler-overhead.ts')).measureHandlerOverhead,
  sync: async () => {
    const { measureSyncRate } = await import('./sync-rate.ts')
    return () => measureSyncRate()
  },
  deliveries: async () => {
    const { measureDeliveryRate } = await import('./delivery-rate.ts')
    return () => measureDeliveryRate()
  },
  'fan-out': async () => {
    const { measureFanOut } = await import('./fan-out.ts')
    return () => measureFanOut()
  },
  stream: async () => {
    const { measureFirstEvent } = await import('./first-event.ts')
    return () => measureFirstEvent()
  },
  corpus: async () => (await import('./corpus.ts')).measureCorpus,
}

const CORPUS_ARTICLES = 330_000
const USAGE = `npm run bench -- [${Object.keys(BENCHMARKS).join('|')} …] [--keep DIR] [--articles ${CORPUS_ARTICLES}] [--plans]

Of corpus, which loads ${CORPUS_ARTICLES} articles into Debian's PostgreSQL (some minutes) and times what goes there:
  --keep DIR    leaves the loaded database in a folder, for the next time
  --articles N  another number of articles
  --plans       prints the plan of every statement`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    articles: { type: 'string', default: String(CORPUS_ARTICLES) },
    keep: { type: 'string' },
    plans: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Each in a process of its own: a process runs one stack, and none shall pay for another's memory. */
async function runApart(name: string): Promise<Figure[]> {
  console.error(`measuring ${name} …`)
  const options = [`--articles=${values.articles}`, ...(values.plans ? ['--plans'] : [])]
  if (values.keep !== undefined) options.push(`--keep=${values.keep}`)
  const child = spawn(process.execPath, [import.meta.filename, name, '--json', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [output, code] = await Promise.all([text(child.stdout), ended])
  if (code !== 0) throw new Error(`The benchmark ${name} failed`)
  return JSON.parse(output) as Figure[]
}

async function measureHere(name: string): Promise<void> {
  const measure = await BENCHMARKS[name]?.()
  const { keep, plans } = values
  console.log(JSON.stringify(await measure?.({ articles: Number(values.articles), keep, plans })))
}

async function measureAll(names: readonly string[]): Promise<void> {
  const figures: Figure[] = []
  for (const name of names) figures.push(...(await runApart(name)))
  console.table(figures.map(({ met, ...figure }) => ({ ...figure, met: met ? 'yes' : 'NO' })))
  process.exitCode = figures.every((figure) => figure.met) ? 0 : 1
}

const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)
const understood =
  names.every((name) => name in BENCHMARKS) && /^[1-9]\d*$/.test(values.articles) && !values.help
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
