import type { Db } from './database.ts'

/** Facts that the database reports about itself. */
export type ConnectionFacts = {
  serverVersion: string
  /** Whether the connection is encrypted. Only the local stack may use an unencrypted connection. */
  tls: boolean
  migrations: number
  lastMigration: string
  extensions: string[]
}

/**
 * Returns the version and schema state of the database. Throws when the database does not answer, is read-only or
 * has no schema.
 */
export async function checkConnection(db: Db): Promise<ConnectionFacts> {
  const [state] = await db<{ serverVersion: string; readOnly: boolean; tls: boolean }[]>`
    select current_setting('server_version') as server_version, pg_is_in_recovery() as read_only,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as tls`
  if (!state || state.readOnly) throw new Error('The database is read-only: it is a replica or in recovery')
  const [schema] = await db<{ migrations: number; lastMigration: string | null }[]>`
    select count(*)::int as migrations, (array_agg(name order by number desc))[1] as last_migration
    from schema_migrations`
  if (!schema || schema.lastMigration === null)
    throw new Error('The database has no schema yet: no migration has run')
  const extensions = await db<{ name: string }[]>`select extname as name from pg_extension order by extname`
  return {
    serverVersion: state.serverVersion,
    tls: state.tls,
    migrations: schema.migrations,
    lastMigration: schema.lastMigration,
    extensions: extensions.map(({ name }) => name),
  }
}
