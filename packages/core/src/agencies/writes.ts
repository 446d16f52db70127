import type { Db, DbPool } from '@pauta/platform/database/database'
import type { Agency } from './agency.ts'

/**
 * Writes the agencies of the catalogue. Agencies changed by an operator stay unchanged. Whether a known
 * agency is active follows from its site. `reindexRenamed` updates the
 * articles of renamed agencies.
 */
export async function upsertAgencies(pool: DbPool, agencies: readonly Agency[]): Promise<void> {
  await pool`
    insert into agencies as a (key, name, parent_key, type, news_url, is_republisher, active, source)
    select key, name, "parentKey", type, "newsUrl", "isRepublisher", active, 'catalogue'
    from jsonb_to_recordset(${pool.json(agencies as never)}) as r (
      key text, name text, "parentKey" text, type text, "newsUrl" text, "isRepublisher" boolean, active boolean)
    on conflict (key) do update set
      name = excluded.name, parent_key = excluded.parent_key, type = excluded.type, news_url = excluded.news_url,
      is_republisher = excluded.is_republisher, source = 'catalogue',
      reindex_after = case when a.name <> excluded.name then '' else a.reindex_after end, updated_at = now()
    where a.source <> 'operator'
      and (a.name, a.parent_key, a.type, a.news_url, a.is_republisher, a.source) is distinct from
      (excluded.name, excluded.parent_key, excluded.type, excluded.news_url, excluded.is_republisher, 'catalogue')`
}

/** Adds unknown agencies from news, with the key as the name. Returns the keys that were added. */
export async function addUnknownAgencies(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    insert into agencies (key, name, source)
    select key, key, 'news' from unnest(${[...keys].sort()}::text[]) as key
    on conflict (key) do nothing
    returning key`
  return rows.map((row) => row.key)
}
