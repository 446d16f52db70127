import { startStack } from '@pauta/local/stack'
import postgres from 'postgres'

// Writes a dump of a migrated database to the file of its first argument. Initialising a cluster takes 600 MB of
// memory, which the end of this process releases before the tests start.

/** Drops the two databases that PostgreSQL copies for a new database. No test creates databases, and the two are half of a dump. */
async function dropTemplates(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  for (const name of ['template0', 'template1']) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`
    await sql`drop database ${sql(name)}`
  }
  await sql.end()
}

const [file = ''] = process.argv.slice(2)
await using stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent' })
await dropTemplates(stack.databaseUrl)
await stack.dumpDatabase(file)
