// Puts faults into files, one after the other, and runs unit tests on each in this process: half a second a fault, where a
// process of its own takes five. Reads trials from the standard input and writes a line of JSON for each verdict. Its
// parent ends it where a fault makes a loop endless.
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createVitest, type Reporter, type Vite } from 'vitest/node'
import * as z from 'zod'
import { ROOT } from '../kit/repository/root.ts'
import type { Fault } from './find-faults.ts'
import { faultSchema } from './passed-fault.ts'
import { putFault } from './put-fault.ts'

const trials = z
  .array(z.object({ fault: faultSchema, files: z.array(z.string()) }))
  .parse(await json(process.stdin))

let fault: Fault | undefined
let failure: string | undefined

const breaking: Vite.Plugin = {
  name: 'fault',
  enforce: 'pre',
  transform: (text, id) => (fault && id === join(ROOT, fault.path) ? putFault(text, fault) : undefined),
  // Vitest keeps what it read of a file for the next run, which has another fault.
  configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(() => false),
}

const firstFailure: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state === 'failed') failure ??= `${test.module.relativeModuleId}: ${test.fullName}`
  },
  onTestModuleEnd(module) {
    const [error] = module.errors()
    if (error) failure ??= `${module.relativeModuleId}: ${error.message.split('\n')[0]}`
  },
}

const vitest = await createVitest(
  'test',
  { config: 'test/faults/unit.config.ts', watch: false, bail: 1, reporters: [firstFailure] },
  { plugins: [breaking], logLevel: 'silent' },
)
await vitest.standalone()

/** Runs files of tests on what is at hand: the first failed test, or undefined where no test failed. */
async function run(files: readonly string[]): Promise<string | undefined> {
  failure = undefined
  const found = await Promise.all(files.map((file) => vitest.globTestSpecifications([file])))
  const { unhandledErrors } = await vitest.runTestSpecifications(found.flat())
  return failure ?? (unhandledErrors.length > 0 ? 'an error outside of tests' : undefined)
}

/** The files whose tests passed without a fault. */
let sound: string | undefined
for (const trial of trials) {
  const files = trial.files.join(' ')
  if (files !== sound) {
    fault = undefined
    const broken = await run(trial.files)
    if (broken !== undefined) throw new Error(`without a fault: ${broken}`)
    sound = files
  }
  fault = trial.fault
  vitest.invalidateFile(join(ROOT, fault.path))
  const seen = await run(trial.files)
  vitest.invalidateFile(join(ROOT, fault.path))
  console.log(JSON.stringify({ seen: seen ?? null }))
}
await vitest.close()
// Vitest's own verdict is that tests failed.
process.exitCode = 0
