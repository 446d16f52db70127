import type { Db } from '@pauta/platform/database/database'

/** Returns the merged entities among the given ids, each with the id of the entity into which it was merged. */
export async function listMerges(db: Db, entityIds: readonly string[]): Promise<Map<string, string>> {
  if (entityIds.length === 0) return new Map()
  const rows = await db<{ entityId: string; intoId: string }[]>`
    select entity_id, into_id from entity_merges where entity_id = any(${[...entityIds]})`
  return new Map(rows.map(({ entityId, intoId }) => [entityId, intoId]))
}
