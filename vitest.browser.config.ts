import { defineConfig } from 'vitest/config'
import { resolve, wire } from './vitest.config.ts'

// What only a browser shows, apart from `npm test`, which needs none.
export default defineConfig({
  resolve,
  test: {
    ...wire,
    globalSetup: ['test/setup.ts', 'test/browser/build-site.ts'],
    include: ['test/browser/**/*.test.ts'],
    // The browser computes in processes of its own: a third worker takes an eighth more processor time for the same tests.
    maxWorkers: 2,
  },
})
