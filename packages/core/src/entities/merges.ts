import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'
import { findEntity, type EntityProfile } from './queries.ts'

/** SQL: the ids of an array of entities as JSON, each once, in their order, with those of merged entities replaced. */
export const afterMerges = (
  db: Db,
  entityIds: postgres.PendingQuery<postgres.Row[]>,
): postgres.PendingQuery<postgres.Row[]> => db`
  (select coalesce(jsonb_agg(named.id order by named.at), '[]') from (
    select coalesce(m.into_id, given.id) as id, min(given.at) as at
    from unnest(${entityIds}) with ordinality as given (id, at)
    left join entity_merges m on m.entity_id = given.id
    group by 1) named)`

/** Returns the merged entities among the given ids, each with the id of the entity into which it was merged. */
export async function listMerges(db: Db, entityIds: readonly string[]): Promise<Map<string, string>> {
  if (entityIds.length === 0) return new Map()
  const rows = await db<{ entityId: string; intoId: string }[]>`
    select entity_id, into_id from entity_merges where entity_id = any(${[...entityIds]})`
  return new Map(rows.map(({ entityId, intoId }) => [entityId, intoId]))
}

/**
 * Reads something of an entity. Where there is nothing, reads it of the entity into which this one was merged, if any:
 * addresses and stored ids outlive a merge.
 */
export async function readOfEntity<T>(
  db: Db,
  entityId: string,
  { read, isNothing }: { read: (entityId: string) => Promise<T>; isNothing: (found: T) => boolean },
): Promise<T> {
  const found = await read(entityId)
  if (!isNothing(found)) return found
  const intoId = (await listMerges(db, [entityId])).get(entityId)
  return intoId === undefined ? found : await read(intoId)
}

/** Returns an entity by its id or by the id of one that was merged into it, or undefined. */
export async function findEntityOrMerged(db: Db, entityId: string): Promise<EntityProfile | undefined> {
  return await readOfEntity(db, entityId, {
    read: (id) => findEntity(db, id),
    isNothing: (entity) => entity === undefined,
  })
}
