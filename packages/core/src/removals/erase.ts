import type { Db, DbPool } from '@pauta/platform/database/database'
import { lockArticles } from '../articles/lock.ts'
import { recordAddresses, recordTakenDown } from './taken-down-keys.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import type { ChangedArticle } from '../history/event.ts'
import { removeTexts } from '../history/retention.ts'
import { recordEvents } from '../history/writes.ts'
import { markDue } from '../steps/steps.ts'

/** Longest reason of an erasure, in characters. */
export const ERASURE_REASON_MAX = 500

/** An article whose words are being erased, and how stores outside of its rows name it. */
export interface Erasure {
  uniqueId: string
  agencyKey: string
  /** Its address; the caller adds the others under which it was read. */
  addresses: string[]
  /** Its titles, those of earlier versions included. */
  titles: string[]
  /** Whether an earlier call erased every word. */
  isDone: boolean
}

/** Returns how stores name an article, while its words are still stored; undefined for an unknown one. */
export async function findErasure(db: Db, uniqueId: string): Promise<Erasure | undefined> {
  const [row] = await db<Erasure[]>`
    select a.unique_id, a.agency_key, array[a.url] as addresses, a.words_erased_at is not null as is_done,
      array(select distinct title from (
        select a.title union select v.title from article_versions v where v.unique_id = a.unique_id) t
        where title <> '') as titles
    from articles a where a.unique_id = ${uniqueId}`
  return row
}

/**
 * Begins the erasure of an article: takes it down for good, so that no reader gets its words and no message, import or
 * step writes them again, and records the take-down in the log. The words are still in the rows, because other stores
 * are searched by them; `eraseWords` ends the erasure. A repeated call changes nothing.
 */
export async function beginErasure(
  pool: DbPool,
  { uniqueId, addresses }: Erasure,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  await pool.begin(async (db) => {
    await lockArticles(db, [uniqueId])
    const rows = await db<ChangedArticle[]>`
      update articles set erased_at = ${at}, erasure_reason = ${reason}, deleted_at = coalesce(deleted_at, ${at}),
        removed_at = null, updated_at = clock_timestamp()
      where unique_id = ${uniqueId} and erased_at is null
      returning unique_id, agency_key, content_hash`
    await recordTakenDown(db, [uniqueId])
    await recordAddresses(db, uniqueId, addresses)
    await markDue(db, 'index', [uniqueId])
    await refreshEntityStore(db, [uniqueId])
    await recordEvents(
      db,
      rows.map((row) => ({ ...row, contentHash: null, kind: 'taken_down', seenBy: 'operator' })),
    )
  })
}

/** Deletes the replaced versions of an article, and their texts unless versions of other articles have them, too. */
async function eraseVersions(db: Db, uniqueId: string): Promise<number> {
  const versions = await db<{ content: string | null }[]>`
    delete from article_versions where unique_id = ${uniqueId} returning encode(content, 'hex') as content`
  await removeTexts(
    db,
    versions.flatMap(({ content }) => content ?? []),
  )
  return versions.length
}

/** Deletes what was derived of an article: features, vector, names, steps, and entities that it alone has mentioned. */
async function eraseDerived(db: Db, uniqueId: string): Promise<void> {
  const named = await db<{ entityId: string }[]>`
    select distinct item ->> 'canonical_id' as entity_id
    from article_features f cross join lateral jsonb_array_elements(
      case when jsonb_typeof(f.features -> 'entities') = 'array' then f.features -> 'entities' else '[]' end) item
    where f.unique_id = ${uniqueId} and item ->> 'canonical_id' is not null`
  // Offices that this article alone has stated.
  await db`
    delete from entity_offices o using articles a
    where a.unique_id = ${uniqueId} and o.entity_id = any(${named.map(({ entityId }) => entityId)})
      and o.first_seen = a.published_at and o.last_seen = a.published_at`
  for (const table of ['article_features', 'article_embeddings', 'article_stories', 'name_sightings'])
    await db`delete from ${db(table)} where unique_id = ${uniqueId}`
  await db`delete from pipeline_steps where unique_id = ${uniqueId} and step <> 'index'`
  await refreshEntityStore(db, [uniqueId])
  await db`
    delete from entities e
    where e.entity_id = any(${named.map(({ entityId }) => entityId)}) and e.source = 'features'
      and not exists (select from article_entities m where m.entity_id = e.entity_id)
      and not exists (select from entity_merges g where g.into_id = e.entity_id)`
}

/**
 * Ends the erasure of an article: deletes its words from its row, its versions, its events and what was derived of it.
 * Its id, agency, dates and address stay, which keep it from coming back, and by which files of the dataset are searched.
 * Call it when no other store has the words. Returns the number of replaced versions.
 */
export async function eraseWords(pool: DbPool, uniqueId: string, now: Date): Promise<number> {
  const { versions } = await pool.begin(async (db) => {
    await lockArticles(db, [uniqueId])
    const versions = await eraseVersions(db, uniqueId)
    await db`update article_events set reason = null where unique_id = ${uniqueId} and reason is not null`
    await db`
      update articles set title = '', subtitle = null, editorial_lead = null, content = null, summary = null,
        extracted_summary = null, summary_model = null, image_url = null, video_url = null, category = null, tags = '{}',
        content_hash = null, words_erased_at = ${now}, updated_at = clock_timestamp()
      where unique_id = ${uniqueId} and erased_at is not null`
    await eraseDerived(db, uniqueId)
    await markDue(db, 'index', [uniqueId])
    return { versions }
  })
  return versions
}
