// `npm run bench [NAME…]`: every figure beside what it is compared with, in one table.
import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import type { Figure } from './measure.ts'

type Benchmark = () => Promise<Figure[]>

const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  handler: async () => (await import('./handler-overhead.ts')).measureHandlerOverhead,
  sync: async () => (await import('./sync-rate.ts')).measureSyncRate,
}

/** Each in a process of its own: a process runs one stack, and none shall pay for another's memory. */
async function runApart(name: string): Promise<Figure[]> {
  console.error(`measuring ${name} …`)
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, name, '--json'])
  return JSON.parse(stdout) as Figure[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}.`,
  )
  process.exit(2)
}

const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)
if (values.json) {
  const measure = await BENCHMARKS[names[0] ?? '']?.()
  console.log(JSON.stringify(await measure?.()))
} else {
  const figures: Figure[] = []
  for (const name of names) figures.push(...(await runApart(name)))
  console.table(figures.map(({ met, ...figure }) => ({ ...figure, met: met ? 'yes' : 'NO' })))
  process.exitCode = figures.every((figure) => figure.met) ? 0 : 1
}
