import type { Db } from '@pauta/platform/database/database'
import { SECOND_MS } from '@pauta/platform/time/time'

/** Articles that become searchable, each with the instant that stands for it in its document: whole seconds. */
export type Arrivals = ReadonlyMap<string, Date>

/** Longer than any worker lives: a note of that age whose document is not confirmed is of a try that failed. */
const NOTE_HOLDS_MINUTES = 10
/** Rows that one statement confirms. */
const CONFIRMED_AT_ONCE = 20_000

/**
 * Notes that the documents of articles are about to be written for the first time, and gives the instants that they
 * carry. A try that follows a failed one keeps its instant only as long as that try may still be at work: an article that
 * was refused for long arrives when it arrives, not when it should have.
 */
export async function recordArrivals(db: Db, uniqueIds: readonly string[], now: Date): Promise<Arrivals> {
  if (uniqueIds.length === 0) return new Map()
  const availableAt = new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS)
  // Only those come back for which somebody else's note holds.
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
 * Confirms that documents have been written to the live collection with these instants. Returns the articles for which
 * another instant was noted meanwhile, by a later try: their documents have to be written again.
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

/** Confirms everything that a sync has written into a collection which is the live one now. */
export async function confirmSyncedArrivals(db: Db): Promise<void> {
  for (;;) {
    // What a worker has noted and not brought yet has its step open.
    const { count } = await db`
      update article_availability set written = true where unique_id in (
        select v.unique_id from article_availability v
        where not v.written and not exists (
          select 1 from pipeline_steps p
          where p.unique_id = v.unique_id and p.step = 'index' and p.status <> 'done')
        limit ${CONFIRMED_AT_ONCE})`
    if (count < CONFIRMED_AT_ONCE) return
  }
}

/** The first instant since which an article is noted to become searchable and is not confirmed to be; null for none. */
export async function findOpenArrival(db: Db, since: Date): Promise<Date | null> {
  const [row] = await db<{ availableAt: Date | null }[]>`
    select min(v.available_at) as available_at
    from article_availability v join articles a on a.unique_id = v.unique_id
    where not v.written and v.available_at >= ${since} and a.deleted_at is null`
  return row?.availableAt ?? null
}
