import { defineConfig } from 'vitest/config'
import { WORKERS, resolve, wire } from './vitest.config.ts'

// What takes the better part of an hour: every place where a worker can be killed, one after the other, and in their long form the
// tests that draw what happens. `npm test` and `npm run test:crash` have those in their short form.
export default defineConfig({
  resolve,
  test: {
    ...wire,
    globalSetup: ['test/setup.ts'],
    include: [
      'test/long/**/*.test.ts',
      'test/{entity-store,parity}.test.ts',
      'test/graphql/{entity-limits,export}.test.ts',
      'test/graphql/{entity-oracle,oracle}.crash.test.ts',
      'test/http/{mcp-arguments,selections}.crash.test.ts',
      'test/history-oracle.crash.test.ts',
      'test/http/live-clients.crash.test.ts',
      'test/jobs/{push-news,rank-articles,rank-entities}.test.ts',
      'test/jobs/push-feeds-kills.crash.test.ts',
      'test/scraper/process-kills.crash.test.ts',
      'test/workers/release-windows.test.ts',
      'test/workers/{deliver-kills,kills,outages,release-kills}.crash.test.ts',
    ],
    provide: { ...wire.provide, form: 'long' },
    testTimeout: 3_600_000 * wire.provide.patience,
    // 500 clients read 10,000 events from one process.
    expect: { poll: { timeout: 1_800_000 * wire.provide.patience } },
    maxWorkers: WORKERS,
  },
})
