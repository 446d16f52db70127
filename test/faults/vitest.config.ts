import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type Reporter, type TestSpecification, type Vite } from 'vitest/node'
import main, { resolve } from '../../vitest.config.ts'
import { ROOT } from '../kit/repository/root.ts'
import { measurePatience } from '../measure-patience.ts'
import { readPassed } from './passed-fault.ts'
import { putFault } from './put-fault.ts'

/** A test that waits longer than this waits for something that the fault prevents. */
const WAIT_MS = 15_000

const { fault, files } = readPassed()

const isFaulty = (id: string) => id === join(ROOT, fault.path)

// Puts the fault into its file as vitest reads it. The file itself never changes.
const breaking: Vite.Plugin = {
  name: 'fault',
  enforce: 'pre',
  transform: (text, id) => (isFaulty(id) ? putFault(text, fault) : undefined),
  // Vitest keeps what it read of a file for the next run, which has another fault.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (isFaulty(id) ? false : undefined)),
}

// One red test is the verdict. The run ends at once, because other tests may wait for a long time.
const firstFailure: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state !== 'failed') return
    console.log(`${test.module.relativeModuleId}: ${test.fullName}`)
    process.exit(1)
  },
}

/** Runs the nearest tests first: most faults are seen by them, and then the others need not run. */
class NearestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) =>
      files.findIndex((file) => moduleId === join(ROOT, file))
    return specifications.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

const projects = (main.test?.projects ?? []) as TestProjectInlineConfiguration[]

/** The projects of `npm test`, with the fault in their code. */
export default defineConfig({
  resolve,
  plugins: [breaking],
  test: {
    ...main.test,
    reporters: [firstFailure],
    globalSetup: ['test/faults/setup.ts'],
    maxWorkers: 1,
    sequence: { sequencer: NearestFirst },
    projects: projects
      .filter(({ test }) => typeof test?.name === 'string' && test.name.startsWith('test'))
      .map((project) => ({
        ...project,
        test: { ...project.test, expect: { poll: { timeout: WAIT_MS * measurePatience() } } },
      })),
  },
})
