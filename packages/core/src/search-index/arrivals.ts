import type { Db } from '@pauta/platform/database/database'
import { SECOND_MS } from '@pauta/platform/time/time'

/** Articles that become searchable, each with the instant stored in its document, in whole seconds. */
export type Arrivals = ReadonlyMap<string, Date>

/**
 * Minutes for which an unconfirmed instant stays valid. Longer than the time-out of any worker, so an older one belongs
 * to a failed attempt.
 */
const NOTE_HOLDS_MINUTES = 10
/** Most rows that one statement confirms. */
const CONFIRMED_AT_ONCE = 20_000

/**
 * Records that documents of articles are about to be written for the first time, and returns the instants for these
 * documents. A retry keeps the instant of the failed attempt only while that attempt may still run. An article that was
 * refused for a long time therefore gets the instant at which it really becomes searchable.
 */
export async function recordArrivals(db: Db, uniqueIds: readonly string[], now: Date): Promise<Arrivals> {
  if (uniqueIds.length === 0) return new Map()
  const availableAt = new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS)
  // Returns only the articles for which an earlier instant is still valid.
  const others = await db<{ uniqueId: string; availableAt: Date }[]>`
    with noted as (
      insert into article_availability as v (unique_id, available_at)
      select unique_id, ${availableAt}::timestamptz from unnest(${[...uniqueIds].sort()}::text[]) as unique_id
      on conflict (unique_id) do update set available_at = case
        when v.written or v.available_at > ${availableAt}::timestamptz - make_interval(mins => ${NOTE_HOLDS_MINUTES})
          then v.available_at
        else excluded.available_at end
      returning unique_id, available_at
    )
    select unique_id, available_at from noted where available_at <> ${availableAt}::timestamptz`
  const noted = new Map(uniqueIds.map((uniqueId) => [uniqueId, availableAt]))
  for (const other of others) noted.set(other.uniqueId, other.availableAt)
  return noted
}

/**
 * Records when articles arrived that are stored later than they were news, as by an import: their `extracted_at`, else
 * their `published_at`, and never later than now. Keeps an instant that is recorded already. Call it in the transaction
 * that stores the articles. The instants are final: no window waits for these documents.
 */
export async function recordPastArrivals(db: Db, uniqueIds: readonly string[]): Promise<void> {
  if (uniqueIds.length === 0) return
  await db`
    insert into article_availability (unique_id, available_at, written)
    select unique_id, date_trunc('second', least(coalesce(extracted_at, published_at), clock_timestamp())), true
    from articles where unique_id = any(${[...uniqueIds]})
    on conflict (unique_id) do nothing`
}

/**
 * Confirms that documents with these instants were written to the live collection. Returns the articles for which a
 * later attempt has recorded another instant; their documents must be written again.
 */
export async function confirmArrivals(db: Db, arrivals: Arrivals): Promise<string[]> {
  if (arrivals.size === 0) return []
  const instants = [...arrivals.values()].map((instant) => instant.toISOString())
  const moved = await db<{ uniqueId: string }[]>`
    with arrived as (
      select * from unnest(${[...arrivals.keys()]}::text[], ${instants}::timestamptz[]) as a (unique_id, available_at)
    ), confirmed as (
      update article_availability v set written = true
      from arrived a where v.unique_id = a.unique_id and v.available_at = a.available_at and not v.written
    )
    select unique_id from article_availability v join arrived a using (unique_id)
    where v.available_at <> a.available_at`
  return moved.map(({ uniqueId }) => uniqueId)
}

/** Confirms all documents that a sync wrote into a collection that is live now. */
export async function confirmSyncedArrivals(db: Db): Promise<void> {
  let confirmed: number
  do {
    // Articles with an open index step are skipped: their worker has not written the document yet.
    const { count } = await db`
      update article_availability set written = true where unique_id in (
        select v.unique_id from article_availability v
        where not v.written and not exists (
          select 1 from pipeline_steps p
          where p.unique_id = v.unique_id and p.step = 'index' and p.status <> 'done')
        limit ${CONFIRMED_AT_ONCE})`
    confirmed = count
  } while (confirmed > 0)
}

/** Returns the first recorded and unconfirmed instant at or after `since`; null when there is none. */
export async function findOpenArrival(db: Db, since: Date): Promise<Date | null> {
  const [row] = await db<{ availableAt: Date | null }[]>`
    select min(v.available_at) as available_at
    from article_availability v join articles a on a.unique_id = v.unique_id
    where not v.written and v.available_at >= ${since} and a.deleted_at is null`
  return row?.availableAt ?? null
}
