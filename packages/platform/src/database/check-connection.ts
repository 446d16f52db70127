import type { DbPool } from './database.ts'

/**
 * Largest table that is counted exactly. Counting three times the current number of articles takes less than a second.
 */
const COUNTED_MAX_ARTICLES = 1_000_000

/** Facts that the database reports about itself. */
export type ConnectionFacts = {
  serverVersion: string
  /** Whether the connection is encrypted. Only the local stack may use an unencrypted connection. */
  tls: boolean
  migrations: number
  lastMigration: string
  extensions: string[]
  /**
   * Number of articles, including taken-down articles. Exact up to 1,000,000, above that from the planner's statistics.
   */
  articles: number
}

/**
 * Returns the version, size and schema state of the database. Throws when the database does not answer, is read-only or
 * has no schema.
 */
export async function checkConnection(db: DbPool): Promise<ConnectionFacts> {
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
  const [size] = await db<{ articles: number }[]>`
    select case when counted < ${COUNTED_MAX_ARTICLES} then counted else greatest(counted, estimated) end as articles
    from (select count(*)::int as counted from (select from articles limit ${COUNTED_MAX_ARTICLES}) listed) counting
    cross join (select reltuples::int as estimated from pg_class where oid = 'articles'::regclass) planner`
  return {
    serverVersion: state.serverVersion,
    tls: state.tls,
    migrations: schema.migrations,
    lastMigration: schema.lastMigration,
    extensions: extensions.map(({ name }) => name),
    articles: size?.articles ?? 0,
  }
}
