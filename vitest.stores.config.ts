import { defineConfig } from 'vitest/config'
import { WORKERS, resolve, stackProjects } from './vitest.config.ts'

// The API, jobs and workers once more on real stores: Debian's PostgreSQL, or the servers that variables name.
export default defineConfig({
  resolve,
  test: {
    globalSetup: ['test/setup.ts', 'test/setup-stores.ts'],
    maxWorkers: WORKERS,
    projects: stackProjects('stores', { include: ['test/{graphql,jobs,workers}/**/*.test.ts'], exclude: [] }),
  },
})
