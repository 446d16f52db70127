import { defineConfig } from 'vitest/config'
import { wire } from './vitest.config.ts'

// What takes the better part of an hour: every place where a worker can be killed, one after the other, and in their long form the
// tests that draw what happens. `npm test` has those in their short form.
export default defineConfig({
  ...wire,
  test: {
    ...wire.test,
    globalSetup: ['test/setup.ts'],
    include: [
      'test/long/**/*.test.ts',
      'test/{entity-store,parity}.test.ts',
      'test/graphql/{entity-limits,entity-oracle,export,oracle}.test.ts',
      'test/http/{mcp-arguments,selections}.test.ts',
      'test/jobs/{push-news,rank-articles,rank-entities}.test.ts',
      'test/scraper/process-kills.test.ts',
      'test/workers/{deliver-kills,kills,outages,release-kills,release-windows}.test.ts',
    ],
    provide: { ...wire.test.provide, form: 'long' },
    testTimeout: 3_600_000 * wire.test.provide.patience,
    maxWorkers: 3,
  },
})
