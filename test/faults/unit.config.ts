import { defineConfig } from 'vitest/config'
import { resolve, wire } from '../../vitest.config.ts'

/** A unit test that waits longer than this waits for something that the fault prevents. */
const WAIT_MS = 15_000

/** The unit tests of `npm test`, in one thread that loads each file anew for each run. */
export default defineConfig({
  resolve,
  test: {
    ...wire,
    include: ['{functions,packages}/**/*.test.ts'],
    isolate: false,
    maxWorkers: 1,
    testTimeout: WAIT_MS,
    hookTimeout: WAIT_MS,
    expect: { poll: { timeout: WAIT_MS } },
  },
})
