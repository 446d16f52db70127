// `npm run bench`: every figure beside what it is compared with, in one table.
import { parseArgs } from 'node:util'
import { measureHandlerOverhead } from './handler-overhead.ts'
import type { Figure } from './measure.ts'

const BENCHMARKS: Record<string, () => Promise<Figure[]>> = {
  handler: measureHandlerOverhead,
}

const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}.`,
  )
  process.exit(2)
}

const figures: Figure[] = []
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.error(`measuring ${name} …`)
  figures.push(...(await measure()))
}
console.table(figures.map(({ met, ...figure }) => ({ ...figure, met: met ? 'yes' : 'NO' })))
process.exit(figures.every((figure) => figure.met) ? 0 : 1)
