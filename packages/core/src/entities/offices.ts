import type { Db } from '@pauta/platform/database/database'
import { foldName } from '@pauta/platform/text/fold-text'

/** Most offices that are kept of an entity. */
const OFFICES_MAX = 200
const OFFICE_MAX_CHARACTERS = 300

/** An office of an entity in an article. */
export interface OfficeSighting {
  entityId: string
  office: string
  uniqueId: string
}

/**
 * Keeps the offices that articles state of people, each with the publications of its first and its last article. Call
 * `lockEntityStore` first.
 */
export async function rememberOffices(db: Db, sightings: readonly OfficeSighting[]): Promise<void> {
  const rows = sightings
    .map((each) => ({ ...each, folded: foldName(each.office) }))
    .filter(({ office, folded }) => folded !== '' && office.length <= OFFICE_MAX_CHARACTERS)
  if (rows.length === 0) return
  await db`
    insert into entity_offices as o (entity_id, office, folded, agency_key, first_seen, last_seen)
    select r."entityId", (array_agg(r.office order by a.published_at desc))[1], r.folded,
      (array_agg(a.agency_key order by a.published_at desc))[1], min(a.published_at), max(a.published_at)
    from jsonb_to_recordset(${db.json(rows)})
        as r ("entityId" text, office text, folded text, "uniqueId" text)
      join entities e on e.entity_id = r."entityId"
      join articles a on a.unique_id = r."uniqueId"
    where exists (select from entity_offices k where k.entity_id = r."entityId" and k.folded = r.folded)
      or (select count(*) from entity_offices k where k.entity_id = r."entityId") < ${OFFICES_MAX}
    group by r."entityId", r.folded
    on conflict (entity_id, folded) do update set
      office = case when excluded.last_seen >= o.last_seen then excluded.office else o.office end,
      agency_key = case when excluded.last_seen >= o.last_seen then excluded.agency_key else o.agency_key end,
      first_seen = least(o.first_seen, excluded.first_seen),
      last_seen = greatest(o.last_seen, excluded.last_seen)`
}

/** An office of a person, and the publications of the first and the last article that states it. */
export interface KnownOffice {
  office: string
  firstSeen: Date
  lastSeen: Date
}

/** Lists the offices that articles state of an entity, the latest first, ties by name. */
export async function listOffices(
  db: Db,
  { entityId, limit }: { entityId: string; limit: number },
): Promise<KnownOffice[]> {
  return await db<KnownOffice[]>`
    select office, first_seen, last_seen from entity_offices where entity_id = ${entityId}
    order by last_seen desc, folded collate "C" limit ${limit}`
}

/** Gives the offices of an entity to another one. */
export async function moveOffices(db: Db, fromId: string, intoId: string): Promise<void> {
  await db`
    insert into entity_offices as o (entity_id, office, folded, agency_key, first_seen, last_seen)
    select ${intoId}, office, folded, agency_key, first_seen, last_seen from entity_offices where entity_id = ${fromId}
    on conflict (entity_id, folded) do update set
      first_seen = least(o.first_seen, excluded.first_seen), last_seen = greatest(o.last_seen, excluded.last_seen)`
}
