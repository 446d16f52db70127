import type { Db, DbPool } from '@pauta/platform/database/database'
import { badInput, PublicError } from '@pauta/platform/errors'
import type { EntityRecord } from './entity-record.ts'
import { replaceEntityIds } from './feature-ids.ts'
import { lockEntityStore } from './mentions.ts'
import { moveOffices } from './offices.ts'
import { findEntity, type EntityProfile } from './queries.ts'
import { lockRegistry, saveOperatorEntities } from './registry.ts'
import { BATCH_ARTICLES, rewriteArticles, type BatchOptions } from './rewrite-articles.ts'

const toRecord = ({
  entityId,
  canonicalName,
  type,
  aliases,
  description,
  agencyKey,
  wikidataId,
}: EntityProfile): EntityRecord => ({
  id: entityId,
  canonicalName,
  type,
  aliases,
  ...(description !== null && { description }),
  ...(agencyKey !== null && { agencyKey }),
  ...(wikidataId !== null && { wikidataId }),
})

/** Records the merge. From now on the old id in features means the new entity. */
async function beginMerge(pool: DbPool, fromId: string, intoId: string): Promise<void> {
  if (fromId === intoId) throw badInput('into', 'deve ser outra entidade.')
  await pool.begin(async (db) => {
    await lockRegistry(db)
    const [from, into] = [await findEntity(db, fromId), await findEntity(db, intoId)]
    const [noted] = await db`select 1 from entity_merges where entity_id = ${fromId} and into_id = ${intoId}`
    if (!into) throw new PublicError('NOT_FOUND', `Não existe a entidade ${intoId}.`)
    if (!from && !noted) throw new PublicError('NOT_FOUND', `Não existe a entidade ${fromId}.`)
    if (!from) return
    const names = new Set([...into.aliases, from.canonicalName, ...from.aliases])
    names.delete(into.canonicalName)
    await saveOperatorEntities(db, [toRecord({ ...into, aliases: [...names] })])
    await db`update entity_merges set into_id = ${intoId} where into_id = ${fromId}`
    await db`
      insert into entity_merges (entity_id, into_id) values (${fromId}, ${intoId})
      on conflict (entity_id) do update set into_id = excluded.into_id`
  })
}

/** Lists the next articles by id whose mentions or annotations contain the entity. */
async function listNaming(db: Db, entityId: string, after: string): Promise<string[]> {
  const named = db.json([{ canonical_id: entityId }])
  const rows = await db<{ uniqueId: string }[]>`
    select unique_id from article_features
    where unique_id > ${after}
      and (features -> 'entities' @> ${named} or features -> 'content_annotations' @> ${named})
    order by unique_id
    limit ${BATCH_ARTICLES}`
  return rows.map(({ uniqueId }) => uniqueId)
}

/** Removes an entity after its articles have moved. */
async function endMerge(pool: DbPool, entityId: string, intoId: string): Promise<void> {
  await pool.begin(async (db) => {
    await lockEntityStore(db)
    await lockRegistry(db)
    await moveOffices(db, entityId, intoId)
    await db`delete from entity_edges where src = ${entityId} or dst = ${entityId}`
    await db`delete from entities where entity_id = ${entityId}`
  })
}

/**
 * Merges an entity into another one. Moves its names, its mentions and the features of its articles in batches. Later
 * features with the old id mean the new entity. `onBatch` receives the articles that became due for the index. After an
 * interruption the same call continues. Returns the number of moved articles. Throws NOT_FOUND for unknown ids, and the
 * reason when `signal` aborts.
 */
export async function mergeEntities(
  pool: DbPool,
  { fromId, intoId }: { fromId: string; intoId: string },
  options: BatchOptions = {},
): Promise<number> {
  await beginMerge(pool, fromId, intoId)
  const merge = new Map([[fromId, intoId]])
  const articles = await rewriteArticles(
    pool,
    {
      list: (after) => listNaming(pool, fromId, after),
      change: (features) => replaceEntityIds(features, merge),
    },
    options,
  )
  await endMerge(pool, fromId, intoId)
  return articles
}
