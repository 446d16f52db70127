import type postgres from 'postgres'
import type { Db } from '../database.ts'
import type { Clipping } from './clipping.ts'
import { AUTHORED_MAX } from './clipping.ts'
import { FOLLOWED_MAX } from './subscription.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** Recortes of the clipping `c` in their order, as a column. */
export function recortesColumn(db: Db): Fragment {
  return db`
    coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'themes', themes, 'agencies', agencies,
        'keywords', keywords) order by position)
      from recortes where clipping_id = c.id), '[]'::jsonb) as recortes`
}

/** The active listing of the clipping `c`, as a column. */
export function listingColumn(db: Db): Fragment {
  return db`
    (select id from listings where source_clipping_id = c.id and active) as marketplace_listing_id`
}

/** Whether a user is an active subscriber of the clipping `c`, or its author. */
export function isMember(db: Db, userId: string | null): Fragment {
  return db`
    (c.author_user_id = ${userId} or exists (
      select 1 from subscriptions where clipping_id = c.id and user_id = ${userId} and active))`
}

/** Whether the clipping `c` is open to everyone, as its listing is active. */
export function isListed(db: Db): Fragment {
  return db`exists (select 1 from listings where source_clipping_id = c.id and active)`
}

function clippingColumns(db: Db): Fragment {
  return db`
    c.id, c.author_user_id, c.name, c.description, c.prompt, c.schedule, c.schedule_time, c.start_date::text,
    c.end_date::text, c.include_history, c.active, c.next_run_at, c.created_at, c.updated_at,
    ${recortesColumn(db)}, ${listingColumn(db)}`
}

/** What a user made and what a user subscribes to, newest first: no more than may be made and followed. */
export async function listClippings(db: Db, userId: string): Promise<Clipping[]> {
  return await db<Clipping[]>`
    select ${clippingColumns(db)}
    from subscriptions s join clippings c on c.id = s.clipping_id
    where s.user_id = ${userId} and s.active
    order by c.created_at desc, c.id desc
    limit ${AUTHORED_MAX + FOLLOWED_MAX}`
}

/** A clipping as a user may see it: its author, a subscriber, or anyone while it is listed. Else undefined. */
export async function findClipping(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<Clipping | undefined> {
  const [clipping] = await db<Clipping[]>`
    select ${clippingColumns(db)} from clippings c
    where c.id = ${id} and (${isMember(db, userId)} or ${isListed(db)})`
  return clipping
}

/** A clipping that is known to be there. */
export async function getClipping(db: Db, id: string): Promise<Clipping> {
  const [clipping] = await db<Clipping[]>`select ${clippingColumns(db)} from clippings c where c.id = ${id}`
  if (!clipping) throw new Error(`There is no clipping ${id}`)
  return clipping
}
