import type { DbPool } from '../database.ts'

/** What the database said of itself. */
export type ConnectionFacts = {
  serverVersion: string
  /** Whether the connection is encrypted, as every one but a laptop's has to be. */
  tls: boolean
  migrations: number
  lastMigration: string
  extensions: string[]
  /** A rough count, from the planner's statistics; null before it has any. */
  articles: number | null
}

/** Asks the database what it is. Throws when it does not answer, is read-only or has no schema. */
export async function checkConnection(db: DbPool): Promise<ConnectionFacts> {
  const [state] = await db<{ serverVersion: string; readOnly: boolean; tls: boolean }[]>`
    select current_setting('server_version') as server_version, pg_is_in_recovery() as read_only,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as tls`
  if (!state || state.readOnly)
    throw new Error('The database takes no writes: it is a replica or in recovery')
  const [schema] = await db<{ migrations: number; lastMigration: string | null }[]>`
    select count(*)::int as migrations, (array_agg(name order by number desc))[1] as last_migration
    from schema_migrations`
  if (!schema || schema.lastMigration === null)
    throw new Error('The database has no schema yet: no migration has run')
  const extensions = await db<{ name: string }[]>`select extname as name from pg_extension order by extname`
  // PostgreSQL says -1 of a table that it has never looked through.
  const [size] = await db<{ articles: number | null }[]>`
    select nullif(reltuples, -1)::int as articles from pg_class where oid = 'articles'::regclass`
  return {
    serverVersion: state.serverVersion,
    tls: state.tls,
    migrations: schema.migrations,
    lastMigration: schema.lastMigration,
    extensions: extensions.map(({ name }) => name),
    articles: size?.articles ?? null,
  }
}
