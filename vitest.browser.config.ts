import { defineConfig } from 'vitest/config'
import { WORKERS, wire } from './vitest.config.ts'

// What only a browser shows, apart from `npm test`, which needs none.
export default defineConfig({
  ...wire,
  test: {
    ...wire.test,
    globalSetup: ['test/setup.ts', 'test/browser/build-site.ts'],
    include: ['test/browser/**/*.test.ts'],
    maxWorkers: WORKERS,
  },
})
