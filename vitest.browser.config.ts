import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// What only a browser shows, apart from `npm test`, which needs none.
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ['test/browser/**/*.test.ts'], testTimeout: 60_000 } }),
)
