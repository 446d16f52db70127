import { touchArticlesOfAgencies } from '../articles/touch.ts'
import type { Db, DbPool } from '../database.ts'
import { retryDeadlock } from '../deadlock.ts'
import type { Agency } from './agency.ts'

async function upsertInTransaction(db: Db, agencies: readonly Agency[]): Promise<void> {
  const renamed = await db<{ key: string }[]>`
    select a.key from agencies a
    join jsonb_to_recordset(${db.json(agencies as never)}) as r (key text, name text) on r.key = a.key
    where r.name <> a.name
    for update of a`
  await db`
    insert into agencies (key, name, parent_key, type, news_url, is_republisher, active)
    select key, name, "parentKey", type, "newsUrl", "isRepublisher", active
    from jsonb_to_recordset(${db.json(agencies as never)}) as r (
      key text, name text, "parentKey" text, type text, "newsUrl" text, "isRepublisher" boolean, active boolean)
    on conflict (key) do update set
      name = excluded.name, parent_key = excluded.parent_key, type = excluded.type, news_url = excluded.news_url,
      is_republisher = excluded.is_republisher, active = excluded.active, updated_at = now()
    where (agencies.name, agencies.parent_key, agencies.type, agencies.news_url, agencies.is_republisher, agencies.active)
      is distinct from
      (excluded.name, excluded.parent_key, excluded.type, excluded.news_url, excluded.is_republisher, excluded.active)`
  await touchArticlesOfAgencies(
    db,
    renamed.map((row) => row.key),
  )
}

/**
 * Writes the catalogue's agencies: its names and forms are the official ones, whoever was there before. Articles of an
 * agency that got another name become due for the index.
 */
export async function upsertAgencies(pool: DbPool, agencies: readonly Agency[]): Promise<void> {
  // Whoever writes news holds articles and waits for their agency; this holds agencies and waits for their articles.
  await retryDeadlock(() => pool.begin((db) => upsertInTransaction(db, agencies)))
}

/** Adds agencies that only news has named so far; an unknown key is its own name. Returns the keys that were new. */
export async function addUnknownAgencies(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    insert into agencies (key, name)
    select key, key from unnest(${[...keys].sort()}::text[]) as key
    on conflict (key) do nothing
    returning key`
  return rows.map((row) => row.key)
}
