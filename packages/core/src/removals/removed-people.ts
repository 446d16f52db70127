import type { Features } from '../articles/article.ts'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { badInput, PublicError } from '@pauta/platform/errors'
import { foldName } from '@pauta/platform/text/fold-text'
import { isEntityId } from '../entities/feature-ids.ts'
import { lockEntityStore } from '../entities/mentions.ts'
import { forgetModelNames } from '../entities/model-names.ts'
import { findEntity } from '../entities/queries.ts'
import { lockRegistry } from '../entities/registry.ts'
import { BATCH_ARTICLES, rewriteArticles, type BatchOptions } from '../entities/rewrite-articles.ts'

interface Item {
  type?: unknown
  text?: unknown
}

const personOf = (item: Item | null): string | null =>
  item !== null && item.type === 'PER' && typeof item.text === 'string' ? foldName(item.text) : null
const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : [])

/** Returns features without the people of some folded names. */
function withoutPeople(features: Features, removed: ReadonlySet<string>): Features {
  const keeps = (item: Item | null) => !removed.has(personOf(item) ?? '')
  const { entities, content_annotations: annotations } = features
  return {
    ...features,
    ...(Array.isArray(entities) && { entities: entities.filter(keeps) }),
    ...(Array.isArray(annotations) && { content_annotations: annotations.filter(keeps) }),
  }
}

/** Returns items without people who asked to be removed, whom models may still name. */
export async function leaveOutRemoved<Each extends { uniqueId: string; features: Features }>(
  db: Db,
  items: readonly Each[],
): Promise<Each[]> {
  const named = new Set(
    items.flatMap(({ features }) => itemsOf(features.entities).flatMap((item) => personOf(item) ?? [])),
  )
  named.delete('')
  if (named.size === 0) return [...items]
  const rows = await db<{ folded: string }[]>`
    select folded from removed_people where folded = any(${[...named]})`
  if (rows.length === 0) return [...items]
  const removed = new Set(rows.map(({ folded }) => folded))
  await forgetModelNames(
    db,
    items.map(({ uniqueId }) => uniqueId),
    removed,
  )
  return items.map((item) => ({ ...item, features: withoutPeople(item.features, removed) }))
}

/** The person whom a request means: an entity of the registry, or a name that no entity has. */
interface Meant {
  entityIds: string[]
  folded: string[]
}

/** Finds whom a name or an id means. Throws NOT_FOUND for an unknown id, and BAD_USER_INPUT for what is no person. */
async function findMeant(db: Db, who: string): Promise<Meant> {
  if (!isEntityId(who)) {
    const folded = foldName(who)
    if (folded === '') throw badInput('name', 'deve ter letras.')
    const rows = await db<{ entityId: string }[]>`
      select distinct e.entity_id from entities e join entity_aliases n using (entity_id)
      where e.type = 'PER' and n.folded = ${folded}`
    return { entityIds: rows.map(({ entityId }) => entityId), folded: [folded] }
  }
  const entity = await findEntity(db, who)
  if (!entity) throw new PublicError('NOT_FOUND', `Não existe a entidade ${who}.`)
  if (entity.type !== 'PER') throw badInput('id', 'não é uma pessoa.')
  const names = [entity.canonicalName, ...entity.aliases].map(foldName).filter((name) => name !== '')
  return { entityIds: [who], folded: [...new Set(names)] }
}

/** Lists the next articles by id that name the person. */
async function listNaming(db: Db, { entityIds, folded }: Meant, after: string): Promise<string[]> {
  const rows = await db<{ uniqueId: string }[]>`
    select unique_id from (
      select unique_id from name_sightings where type = 'PER' and folded = any(${folded})
      union
      select unique_id from article_entities where entity_id = any(${entityIds})
    ) named
    where unique_id > ${after} order by unique_id limit ${BATCH_ARTICLES}`
  return rows.map(({ uniqueId }) => uniqueId)
}

/** Returns features without the mentions of some entities, whatever their names. */
function withoutIds(features: Features, ids: ReadonlySet<string>): Features {
  const { entities, content_annotations: annotations } = features
  const keeps = ({ canonical_id: id }: { canonical_id?: string | null }) => !ids.has(id ?? '')
  return {
    ...features,
    ...(Array.isArray(entities) && { entities: entities.filter(keeps) }),
    ...(Array.isArray(annotations) && { content_annotations: annotations.filter(keeps) }),
  }
}

async function forget(pool: DbPool, { entityIds, folded }: Meant): Promise<void> {
  await pool.begin(async (db) => {
    await lockEntityStore(db)
    await lockRegistry(db)
    await db`delete from entity_edges where src = any(${entityIds}) or dst = any(${entityIds})`
    await db`delete from entity_merges where into_id = any(${entityIds})`
    await db`delete from entities where entity_id = any(${entityIds})`
    await db`delete from name_sightings where type = 'PER' and folded = any(${folded})`
  })
}

/**
 * Removes a private person from features, the entity graph and the index, by id or name, and remembers the names, so that no
 * later article makes an entity of them. Texts of articles stay. `onBatch` receives the articles that became due for the
 * index. After an interruption the same call continues. Returns the number of articles and of entities. Throws NOT_FOUND
 * for an unknown id, and the reason when `signal` aborts.
 */
export async function removePerson(
  pool: DbPool,
  who: string,
  options: BatchOptions = {},
): Promise<{ articles: number; entities: number }> {
  const meant = await findMeant(pool, who)
  await pool`
    insert into removed_people (folded) select unnest(${meant.folded}::text[]) on conflict do nothing`
  const [ids, folded] = [new Set(meant.entityIds), new Set(meant.folded)]
  const articles = await rewriteArticles(
    pool,
    {
      list: (after) => listNaming(pool, meant, after),
      change: (features) => withoutIds(withoutPeople(features, folded), ids),
      write: (db, uniqueIds) => forgetModelNames(db, uniqueIds, folded),
    },
    options,
  )
  await forget(pool, meant)
  return { articles, entities: meant.entityIds.length }
}

/** Forgets that a name was removed; articles that are enriched from now on name the person again. Returns whether it was. */
export async function allowPerson(pool: DbPool, name: string): Promise<boolean> {
  const rows = await pool`delete from removed_people where folded = ${foldName(name)} returning folded`
  return rows.length > 0
}
