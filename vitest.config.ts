import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const graphqlEntry = fileURLToPath(new URL('./node_modules/graphql/index.js', import.meta.url))

export default defineConfig({
  resolve: {
    // graphql ships CommonJS and ESM; without one entry vitest loads both and instanceof checks fail.
    alias: [{ find: /^graphql$/, replacement: graphqlEntry }],
  },
  test: {
    include: ['packages/**/*.test.ts', 'functions/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/browser/**', 'test/long/**', 'test/bench/**'],
    globalSetup: ['test/setup.ts'],
    // Most tests wait for stores more than they compute, so a machine of two cores has time for three.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
