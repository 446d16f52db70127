import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// What takes many minutes: every place where a worker can be killed, one after the other.
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ['test/long/**/*.test.ts'] } }),
)
