import { defineConfig } from 'vitest/config'
import { WORKERS, resolve, wire } from './vitest.config.ts'

// What only a browser shows, apart from `npm test`, which needs none.
export default defineConfig({
  resolve,
  test: {
    ...wire,
    globalSetup: ['test/setup.ts', 'test/browser/build-site.ts'],
    include: ['test/browser/**/*.test.ts'],
    maxWorkers: WORKERS,
  },
})
