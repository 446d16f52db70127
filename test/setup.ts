import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { runScript } from './support/command.ts'
import type { TestServers } from './support/outside-stores.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a dumped database with every migration and the catalogue, and nothing else. */
    databaseTemplate: string
    /** Servers in place of the embedded stores. Undefined but in `npm run test:stores`. */
    servers: TestServers | undefined
    /** How thorough the tests are that kill and draw: `long` in `npm run test:long`. */
    form: 'short' | 'long'
    /** How much longer limits are here than on the machine for which they are written. */
    patience: number
  }
}

/** Migrates one database, so that every test file starts from its copy in half a second. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-test-'))
  const file = join(folder, 'template.tar')
  const { code, stderr } = await runScript('test/support/write-template.ts', [file])
  if (code !== 0) throw new Error(`The database of the tests cannot be migrated:\n${stderr}`)
  project.provide('databaseTemplate', file)
  project.provide('servers', undefined)
  return () => rm(folder, { recursive: true, force: true })
}
