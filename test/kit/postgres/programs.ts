import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with the programs of the newest PostgreSQL that Debian's package installed; undefined without one. */
export function findPostgresPrograms(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .sort((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]))
    .at(-1)
}

/**
 * Whether `npm run test:cloud` includes the tests on Debian's PostgreSQL. Unlike the embedded one, it has a backend for each
 * session. A machine without it omits these tests. In CI they always run, and fail with the name of the missing
 * package.
 */
export const hasPostgresTests = (): boolean =>
  findPostgresPrograms() !== undefined || (process.env['CI'] ?? '') !== ''
