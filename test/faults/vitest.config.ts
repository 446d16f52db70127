import { defineConfig } from 'vitest/config'
import { wire } from '../../vitest.config.ts'

// The project of unit tests alone, without the database that `npm test` migrates first.
export default defineConfig({
  ...wire,
  test: {
    ...wire.test,
    include: ['packages/**/*.test.ts', 'functions/**/*.test.ts'],
    isolate: false,
    maxWorkers: 1,
    bail: 1,
  },
})
