import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '@pauta/local/stack'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a dumped database with every migration and the catalogue, and nothing else. */
    databaseTemplate: string
    /** How thorough the tests are that kill and draw: `long` in `npm run test:long`. */
    form: 'short' | 'long'
    /** How much longer limits are here than on the machine for which they are written. */
    patience: number
  }
}

/** Nobody here makes a database, for which these two stand ready: half of what every start from the dump would read. */
async function dropTemplates(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  for (const name of ['template0', 'template1']) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`
    await sql`drop database ${sql(name)}`
  }
  await sql.end()
}

/** Migrates one database, so that every test file starts from its copy in half a second. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-test-'))
  const stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent' })
  try {
    await dropTemplates(stack.databaseUrl)
    const file = join(folder, 'template.tar')
    await writeFile(file, await stack.dumpDatabase())
    project.provide('databaseTemplate', file)
  } finally {
    await stack.stop()
  }
  return () => rm(folder, { recursive: true, force: true })
}
