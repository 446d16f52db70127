// `npm run test:faults`: breaks one small thing of shipped code at a time and runs the tests near it.
// Stryker 10.1.1 runs on vitest 5.1 and does the same for a whole program. It is not used: it takes hours and
// installs 150 packages. It also changes no SQL, where a lost condition or a moved edge of a window matters most.
import { parseArgs } from 'node:util'
import { sourceFiles } from '../kit/repository/source-files.ts'
import { drawFaults, SHARES } from './draw-faults.ts'
import { findFaults, type Fault } from './find-faults.ts'
import { listRelatedTests, listUnitTests } from './related-tests.ts'
import { runTrials } from './run-faults.ts'
import { runUnitTrials } from './run-unit-trials.ts'

const COUNT = 40
const SHOWN_CHARACTERS = 70
/** Data, generated code, the web page, and what only laptops and tests run. */
const LEFT_OUT =
  /(catalogue|gazetteer|lexicon|common-words|stop-words|names|sites)[^/]*\.ts$|\/gazetteer\/|^packages\/(local|emulators|sample-data|index-server|observatory)\/|\.test\.ts$/

const USAGE = `npm run test:faults -- [--seed 1] [--count ${COUNT}] [--path packages/clippings …] [--kind condition] [--every] [--unseen-max 100] [--list]

Draws faults of five kinds on lines spread evenly over shipped code, and tells which of them the nearest tests do not see.
  --path        draws from files whose path begins so; may be given several times
  --kind        draws one kind alone: condition, bound, field, order or failure
  --every       tries every fault of the files, on their unit tests alone, half a second each: for files that you change
  --unseen-max  ends with an error when more per cent of the faults are unseen
  --list        names the faults and their tests without running them`

function readNumber(name: string, text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text)
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} needs a whole number\n\n${USAGE}`)
  return value
}

function readShares(kind: string | undefined): Record<string, number> {
  if (kind === undefined) return SHARES
  if (!Object.hasOwn(SHARES, kind)) throw new Error(`No fault is of the kind ${kind}\n\n${USAGE}`)
  return { [kind]: 1 }
}

const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line
}

const describeFault = ({ path, line, kind, before, after }: Fault) =>
  `${path}:${line} ${kind}: ${short(before)} → ${short(after) || 'nothing'}`

// By default an interrupt ends the process without the event by which its trials end.
process.once('SIGINT', () => process.exit(130))

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    path: { type: 'string', multiple: true, default: ['packages/', 'functions/'] },
    kind: { type: 'string' },
    every: { type: 'boolean', default: false },
    'unseen-max': { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const seed = readNumber('seed', values.seed, 1)
const unseenMaxPercent = readNumber('unseen-max', values['unseen-max'], 100)
const files = sourceFiles.filter(
  ({ path }) => values.path.some((start) => path.startsWith(start)) && !LEFT_OUT.test(path),
)
if (files.length === 0) throw new Error(`No shipped code is at ${values.path.join(', ')}\n\n${USAGE}`)
const shares = readShares(values.kind)
const found = files
  .flatMap(({ path, text }) => findFaults(path, text))
  .filter(({ kind }) => Object.hasOwn(shares, kind))
const faults = values.every
  ? found.filter(({ path }) => listUnitTests(path).length > 0)
  : drawFaults(found, { seed, count: readNumber('count', values.count, COUNT), shares })
const listTests = values.every ? listUnitTests : listRelatedTests
const trials = faults.map((fault) => ({ fault, files: listTests(fault.path) }))
console.log(`${faults.length} faults in ${files.length} files${values.every ? '' : `, seed ${seed}`}`)
if (values.list) {
  for (const trial of trials) console.log(`${describeFault(trial.fault)}  [${trial.files.join(', ')}]`)
} else {
  let seen = 0
  const run = values.every ? runUnitTrials : runTrials
  await run(trials, ({ fault }, failure) => {
    if (failure !== undefined) seen++
    console.log(
      failure === undefined
        ? `UNSEEN  ${describeFault(fault)}`
        : `seen    ${describeFault(fault)}  (${failure})`,
    )
  })
  const percent = Math.round(((faults.length - seen) / faults.length) * 100)
  console.log(`${seen} seen, ${faults.length - seen} unseen (${percent} %)`)
  if (percent > unseenMaxPercent) process.exitCode = 1
}
