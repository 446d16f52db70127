import type { Db, DbPool } from '@pauta/platform/database/database'
import { emptyTables } from './empty-tables.ts'

/** Returns the number of rows and the newest transaction of each table. Every change of rows changes one of the two. */
async function readVersions(db: Db, names: readonly string[]): Promise<Map<string, string | null>> {
  const queries = names.map(
    (name) =>
      `select '${name}' as name, count(*) || '/' || max(xmin::text::bigint) as version from "${name}"`,
  )
  const found = await db.unsafe<{ name: string; version: string | null }[]>(queries.join(' union all '))
  return new Map(found.map(({ name, version }) => [name, version]))
}

/** Returns a function that sets every sequence to its present value. */
async function rememberSequences(db: DbPool): Promise<(tx: Db) => Promise<unknown>> {
  const sequences = await db<{ name: string; value: string; called: boolean }[]>`
    select format('%I', sequencename) as name, coalesce(last_value, start_value)::text as value,
      last_value is not null as called
    from pg_sequences where schemaname = 'public'`
  return (tx) => tx`
    select setval(s.name::regclass, s.value, s.called)
    from jsonb_to_recordset(${tx.json([...sequences])}) as s (name text, value bigint, called boolean)`
}

/** Lists the tables that have rows, or had some since their files were written anew. */
async function listWritten(db: DbPool): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`
  return tables.map(({ name }) => name)
}

/**
 * Reads the rows of all tables. Returns a function that restores exactly these rows. It leaves tables alone that did not
 * change, because emptying and filling all of them takes five times longer.
 */
export async function rememberRows(db: DbPool): Promise<() => Promise<void>> {
  const rows = new Map<string, string>()
  for (const name of await listWritten(db)) {
    const [row] = await db<{ rows: string | null }[]>`select json_agg(t)::text as rows from ${db(name)} t`
    if (row?.rows) rows.set(name, row.rows)
  }
  const filled = [...rows.keys()]
  const restoreSequences = await rememberSequences(db)
  let versions = await readVersions(db, filled)
  const listChanged = async (tx: Db) => {
    const current = await readVersions(tx, filled)
    return filled.filter((name) => current.get(name) !== versions.get(name))
  }
  return async () => {
    const written = await listWritten(db)
    await db.begin(async (tx) => {
      // Rows return in any order and unchanged: no trigger may touch them.
      await tx`set local session_replication_role = replica`
      const changed = await listChanged(tx)
      const emptied = [...written.filter((name) => !rows.has(name)), ...changed]
      if (emptied.length > 0) await emptyTables(tx, emptied)
      await restoreSequences(tx)
      // Tables that refer to a changed one are empty now too.
      for (const name of changed.length > 0 ? await listChanged(tx) : []) {
        await tx`insert into ${tx(name)} overriding system value
          select * from json_populate_recordset(null::${tx(name)}, ${rows.get(name) ?? '[]'}::text::json)`
      }
    })
    versions = await readVersions(db, filled)
  }
}
