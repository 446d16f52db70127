import type { Db } from '@pauta/platform/database/database'
import type { IncomingArticle } from './article.ts'

/** A new article with the id that it will get. */
export interface FreshArticle {
  uniqueId: string
  article: Pick<IncomingArticle, 'agencyKey' | 'title' | 'url' | 'publishedAt'>
}

/**
 * Returns the ids of new articles that are a taken-down article under another id: same address, or same agency, title
 * and local day.
 */
export async function listKeptDown(db: Db, fresh: readonly FreshArticle[]): Promise<Set<string>> {
  if (fresh.length === 0) return new Set()
  const rows = fresh.map(({ uniqueId, article: { agencyKey, title, url, publishedAt } }) => ({
    uniqueId,
    agencyKey,
    title,
    url,
    publishedAt,
  }))
  const down = await db<{ uniqueId: string }[]>`
    select distinct r."uniqueId" as unique_id
    from jsonb_to_recordset(${db.json(rows)})
      as r ("uniqueId" text, "agencyKey" text, title text, url text, "publishedAt" timestamptz)
    join taken_down_keys k on k.key = address_key(r.url)
      or (r.title <> '' and k.key = headline_key(r."agencyKey", r.title, r."publishedAt"))`
  return new Set(down.map(({ uniqueId }) => uniqueId))
}

/**
 * Records the address and headline of articles that an operator took down. Skips others: what a site removed may come
 * back under any id.
 */
export async function recordTakenDown(db: Db, uniqueIds: readonly string[]): Promise<void> {
  if (uniqueIds.length === 0) return
  await db`
    insert into taken_down_keys (key, unique_id)
    select key, a.unique_id
    from articles a
    cross join lateral unnest(array[address_key(a.url),
      case when a.title <> '' then headline_key(a.agency_key, a.title, a.published_at) end]) as key
    where a.unique_id = any(${[...uniqueIds]}) and a.deleted_at is not null and a.removed_at is null
      and key is not null
    on conflict do nothing`
}

/** Removes the records, so that the articles may return under any id. */
export async function forgetTakenDown(db: Db, uniqueIds: readonly string[]): Promise<void> {
  await db`delete from taken_down_keys where unique_id = any(${[...uniqueIds]})`
}
