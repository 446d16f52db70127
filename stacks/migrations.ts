import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrateStores } from '../functions/migrate/definitions.ts'
import type { FunctionArgsMaker } from './function-needs.ts'
import { readVersion } from './version.ts'

const FOLDER = 'packages/core/migrations'

/**
 * Updates schema, catalogue and collection once per deployment, before any function gets its new code. The bundle
 * contains the migration files.
 */
export function runMigrations(functionArgs: FunctionArgsMaker): aws.lambda.Invocation {
  const migrate = new sst.aws.Function('Migrate', functionArgs(migrateStores))
  return new aws.lambda.Invocation('Migration', {
    functionName: migrate.name,
    // Only a changed input invokes the function again: another version, or migrations that are not committed yet.
    input: JSON.stringify({ version: readVersion(), migrations: hashMigrations() }),
  })
}

function hashMigrations(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(FOLDER).sort())
    hash.update(`${file}\n`).update(readFileSync(join(FOLDER, file)))
  return hash.digest('hex')
}
