// `npm run test:faults`: breaks one small thing of shipped code at a time and runs the unit tests near it.
// Stryker 10.1.1 runs on vitest 5.1 and does the same for a whole program. It is not used: it takes hours and
// installs 150 packages. It also changes no SQL, where a lost lock or a moved edge of a window matters most.
import { parseArgs } from 'node:util'
import { sourceFiles } from '../kit/repository/source-files.ts'
import { drawFaults } from './draw-faults.ts'
import { findFaults, type Fault } from './find-faults.ts'
import { listRelatedTests } from './related-tests.ts'
import { openWorkshop } from './workshop.ts'

/** Only the nearest tests run. A more distant test catches a fault by chance. */
const TEST_FILES_MAX = 6
const COUNT = 40
const MISSED_MAX_PERCENT = 25
const SHOWN_CHARACTERS = 60
/** Data, and what only laptops and tests run. */
const LEFT_OUT =
  /(catalogue|gazetteer|lexicon|common-words|stop-words|names|sites)[^/]*\.ts$|\/gazetteer\/|^packages\/(local|emulators|sample-data|index-server|cli)\//

const USAGE = `npm run test:faults -- [--seed 1] [--count ${COUNT}] [--path packages/enrichment …] [--missed-max ${MISSED_MAX_PERCENT}] [--list]

Draws faults on lines spread evenly over shipped code that a unit test imports, and tells which of them no test sees.
  --path        draws from files whose path begins so; may be given several times
  --missed-max  ends with an error when more per cent of the faults are missed
  --list        names the faults and their tests without running them`

interface Options {
  seed: number
  count: number
  paths: string[]
  missedMax: number
  list: boolean
}

function readNumber(name: string, text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text)
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} needs a whole number\n\n${USAGE}`)
  return value
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      count: { type: 'string' },
      path: { type: 'string', multiple: true },
      'missed-max': { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  })
  return {
    seed: readNumber('seed', values.seed, 1),
    count: readNumber('count', values.count, COUNT),
    paths: values.path ?? ['packages/', 'functions/'],
    missedMax: readNumber('missed-max', values['missed-max'], MISSED_MAX_PERCENT),
    list: values.list,
  }
}

/** Shipped code under the given paths that a unit test imports. */
const listFiles = (paths: readonly string[]) =>
  sourceFiles.filter(
    ({ path }) =>
      paths.some((start) => path.startsWith(start)) &&
      !path.endsWith('.test.ts') &&
      !LEFT_OUT.test(path) &&
      listRelatedTests(path).length > 0,
  )

const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line
}

const describeFault = ({ path, line, kind, before, after }: Fault) =>
  `${path}:${line} ${kind}: ${short(before)} → ${short(after) || 'nothing'}`

const testsOf = ({ path }: Fault) => listRelatedTests(path).slice(0, TEST_FILES_MAX)

/** Returns how many faults no test caught. Throws when the tests fail without any. */
async function runFaults(faults: readonly Fault[]): Promise<number> {
  await using workshop = await openWorkshop()
  const whole = await workshop.test([...new Set(faults.flatMap(testsOf))])
  if (!whole.passed) throw new Error(`The tests fail without a fault: ${whole.failed}`)
  let missed = 0
  for (const fault of faults) {
    const verdict = await workshop.test(testsOf(fault), fault)
    if (verdict.passed) missed++
    console.log(
      verdict.passed
        ? `MISSED  ${describeFault(fault)}`
        : `caught  ${describeFault(fault)}  (${verdict.failed})`,
    )
  }
  return missed
}

const options = readOptions()
const files = listFiles(options.paths)
const faults = drawFaults(
  files.flatMap(({ path, text }) => findFaults(path, text)),
  options,
)
const idle = options.paths.filter((start) => !files.some(({ path }) => path.startsWith(start)))
if (idle.length > 0) throw new Error(`No code that a unit test imports is at ${idle.join(', ')}`)
console.log(`${faults.length} faults in ${files.length} files, seed ${options.seed}`)
if (options.list) {
  for (const fault of faults) console.log(`${describeFault(fault)}  [${testsOf(fault).join(', ')}]`)
} else {
  const missed = await runFaults(faults)
  const percent = Math.round((missed / faults.length) * 100)
  console.log(`${faults.length - missed} caught, ${missed} missed (${percent} %)`)
  if (percent > options.missedMax) process.exitCode = 1
}
