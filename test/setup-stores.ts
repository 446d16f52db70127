import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSectionOutside } from '@pauta/platform/config/config'
import type { TestProject } from 'vitest/node'
import { startDebianPostgres } from './kit/postgres/debian-postgres.ts'
import { prepareTemplate } from './kit/stack/outside-stores.ts'

/** More connections than all stacks of all threads use together, and the order of texts that RDS has. */
const OPTIONS = { settings: { max_connections: '400' }, locale: 'en-US' } as const

/**
 * Provides the servers that the variables `SST_RESOURCE_Database` and `SST_RESOURCE_SearchIndex` name, as for `npm start`.
 * Without the first, starts Debian's PostgreSQL; without the second, every stack has the built-in index.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = findSectionOutside('database')
  const index = findSectionOutside('index')
  const folder = await mkdtemp(join(tmpdir(), 'pauta-stores-'))
  const own = database ? undefined : await startDebianPostgres(folder, OPTIONS)
  const stop = async () => {
    await own?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const address = database ?? own?.address
    if (!address) throw new Error('No PostgreSQL was started')
    project.provide('servers', { database: await prepareTemplate(address), index })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
