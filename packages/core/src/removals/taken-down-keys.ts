import type { Db } from '@pauta/platform/database/database'
import type { IncomingArticle } from '../articles/article.ts'
import { addressKey, headlineKey } from '../articles/article-keys.ts'

/** What identifies an article besides its id. */
type Identity = Pick<IncomingArticle, 'agencyKey' | 'title' | 'url' | 'publishedAt'>

/** A new article with the id that it will get. */
export interface FreshArticle {
  uniqueId: string
  article: Identity
}

const keysOf = (article: Identity): string[] =>
  [addressKey(article.url), headlineKey(article)].filter((key) => key !== undefined)

/**
 * Returns the ids of new articles that are a taken-down article under another id: same address, or same agency, title
 * and local day.
 */
export async function listKeptDown(db: Db, fresh: readonly FreshArticle[]): Promise<Set<string>> {
  if (fresh.length === 0) return new Set()
  const rows = fresh.map(({ uniqueId, article }) => {
    const { agencyKey, title, url, publishedAt } = article
    return { uniqueId, agencyKey, title, url, publishedAt, keys: keysOf(article) }
  })
  // The keys of the SQL functions are those of articles that the job repair-articles has not met yet.
  const down = await db<{ uniqueId: string }[]>`
    select distinct r."uniqueId" as unique_id
    from jsonb_to_recordset(${db.json(rows)})
      as r ("uniqueId" text, "agencyKey" text, title text, url text, "publishedAt" timestamptz, keys jsonb)
    join taken_down_keys k on r.keys ? k.key or k.key = address_key(r.url)
      or (r.title <> '' and k.key = headline_key(r."agencyKey", r.title, r."publishedAt"))`
  return new Set(down.map(({ uniqueId }) => uniqueId))
}

/**
 * Records the address and the headlines of articles that an operator took down, those of earlier versions included.
 * Skips others: what a site removed may come back under any id. Returns the number of new records.
 */
export async function recordTakenDown(db: Db, uniqueIds: readonly string[]): Promise<number> {
  if (uniqueIds.length === 0) return 0
  const rows = await db<(Identity & { uniqueId: string })[]>`
    with down as (
      select unique_id, agency_key, title, url, published_at from articles
      where unique_id = any(${[...uniqueIds]}) and deleted_at is not null and removed_at is null
    )
    select * from down
    union
    select d.unique_id, d.agency_key, v.title, d.url, v.published_at
    from down d join article_versions v on v.unique_id = d.unique_id`
  const records = rows.flatMap((row) => keysOf(row).map((key) => ({ key, uniqueId: row.uniqueId })))
  return await insertKeys(db, records)
}

/** Records further addresses of an article that an operator took down. */
export async function recordAddresses(db: Db, uniqueId: string, addresses: readonly string[]): Promise<void> {
  await insertKeys(
    db,
    addresses.map((address) => ({ key: addressKey(address), uniqueId })),
  )
}

/** Returns those of some addresses that lead to an article whose words an operator erased. */
export async function listErasedAddresses(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`
    select k.key from taken_down_keys k join articles a on a.unique_id = k.unique_id
    where k.key = any(${addresses.map(addressKey)}) and a.erased_at is not null`
  const erased = new Set(rows.map(({ key }) => key))
  return new Set(addresses.filter((address) => erased.has(addressKey(address))))
}

async function insertKeys(db: Db, records: readonly { key: string; uniqueId: string }[]): Promise<number> {
  const { count } = await db`
    insert into taken_down_keys (key, unique_id)
    select r.key, r."uniqueId" from jsonb_to_recordset(${db.json(records)}) as r (key text, "uniqueId" text)
    on conflict do nothing`
  return count
}

/** Removes the records, so that the articles may return under any id. */
export async function forgetTakenDown(db: Db, uniqueIds: readonly string[]): Promise<void> {
  await db`delete from taken_down_keys where unique_id = any(${[...uniqueIds]})`
}
