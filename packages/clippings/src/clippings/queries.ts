import type postgres from 'postgres'
import { afterMerges } from '@pauta/core/entities/merges'
import type { Db } from '@pauta/platform/database/database'
import type { Clipping } from './clipping.ts'
import { AUTHORED_MAX } from './clipping.ts'
import { FOLLOWED_MAX } from '../subscriptions/subscription.ts'
import { joinLastPublication, maySee } from '../subscriptions/visibility.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** Every day at 8:00, for a listing without a schedule. */
export const DEFAULT_SCHEDULE = '0 8 * * *'

/** SQL column: recortes of the clipping `c`, in their order. Entities that were merged have the id of the other one. */
export function recortesColumn(db: Db): Fragment {
  return db`
    coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'themes', themes, 'agencies', agencies,
        'excludeAgencies', exclude_agencies, 'keywords', keywords, 'excludeKeywords', exclude_keywords,
        'entityCanonical', ${afterMerges(db, db`entity_canonical`)}, 'states', states, 'events', events)
        order by position)
      from recortes where clipping_id = c.id), '[]'::jsonb) as recortes`
}

/** SQL column: id of the active listing of the clipping `c`. */
export function listingColumn(db: Db): Fragment {
  return db`
    (select id from listings where source_clipping_id = c.id and active) as marketplace_listing_id`
}

const clippingColumns = (db: Db): Fragment => db`
  c.id, c.author_user_id, c.name, c.description, c.prompt, c.schedule, c.schedule_time, c.start_date::text,
  c.end_date::text, c.include_history, c.active, c.next_run_at, c.created_at, c.updated_at,
  ${recortesColumn(db)}, ${listingColumn(db)}`

/** SQL column: the recortes that the viewer may see. Needs `joinLastPublication`. */
export const seenRecortesColumn = (db: Db): Fragment => db`
  case when f.id is null then (select ${recortesColumn(db)}) else f.recortes end as recortes`

/** SQL columns: the clipping as the viewer may see it. Needs `joinLastPublication`. */
const seenColumns = (db: Db): Fragment => db`
  c.id, c.author_user_id,
  case when f.id is null then c.name else f.name end as name,
  case when f.id is null then c.description else f.description end as description,
  case when f.id is null then c.prompt else f.prompt end as prompt,
  case when f.id is null then c.schedule else coalesce(f.schedule, ${DEFAULT_SCHEDULE}) end as schedule,
  case when f.id is null then c.schedule_time end as schedule_time,
  case when f.id is null then c.start_date::text end as start_date,
  case when f.id is null then c.end_date::text end as end_date,
  f.id is null and c.include_history as include_history,
  f.id is null and c.active as active,
  case when f.id is null then c.next_run_at end as next_run_at,
  c.created_at,
  case when f.id is null then c.updated_at else f.updated_at end as updated_at,
  ${seenRecortesColumn(db)}, ${listingColumn(db)}`

/** Clippings that a user made or subscribes to, newest first, at most 250 (50 authored and 200 followed). */
export async function listClippings(db: Db, userId: string): Promise<Clipping[]> {
  return await db<Clipping[]>`
    select ${seenColumns(db)}
    from subscriptions s join clippings c on c.id = s.clipping_id ${joinLastPublication(db, userId)}
    where s.user_id = ${userId} and s.active and ${maySee(db, userId)}
    order by c.created_at desc, c.id desc
    limit ${AUTHORED_MAX + FOLLOWED_MAX}`
}

/**
 * A clipping as a user may see it. The author sees everything, anyone sees a listed clipping, and followers of an
 * unlisted one see the last publication. Returns undefined otherwise.
 */
export async function findClipping(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<Clipping | undefined> {
  const [clipping] = await db<Clipping[]>`
    select ${seenColumns(db)} from clippings c ${joinLastPublication(db, userId)}
    where c.id = ${id} and ${maySee(db, userId)}`
  return clipping
}

/** Returns a clipping that must exist. Throws an Error when there is none. */
export async function getClipping(db: Db, id: string): Promise<Clipping> {
  const [clipping] = await db<Clipping[]>`select ${clippingColumns(db)} from clippings c where c.id = ${id}`
  if (!clipping) throw new Error(`There is no clipping ${id}`)
  return clipping
}
