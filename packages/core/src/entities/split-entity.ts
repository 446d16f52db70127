import { ulid } from 'ulid'
import type { Features } from '../articles/article.ts'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { badInput, PublicError } from '@pauta/platform/errors'
import { foldName } from '@pauta/platform/text/fold-text'
import { replaceEntityIds } from './feature-ids.ts'
import { lockEntityStore } from './mentions.ts'
import { rememberOffices } from './offices.ts'
import { findEntity } from './queries.ts'
import { lockRegistry } from './registry.ts'
import { BATCH_ARTICLES, rewriteArticles, type BatchOptions } from './rewrite-articles.ts'

/** Which articles of an entity are about somebody else: those that state an office with the words, or those of the ids. */
export interface SplitRequest {
  entityId: string
  office?: string | undefined
  uniqueIds?: readonly string[] | undefined
}

/** Lists the next articles by id of the entity that are about somebody else. */
async function listMeant(
  db: Db,
  { entityId, office, uniqueIds }: SplitRequest,
  after: string,
): Promise<string[]> {
  const rows = await db<{ uniqueId: string; offices: string[] | null }[]>`
    select m.unique_id, (
        select array_agg(item ->> 'office') from jsonb_array_elements(f.features -> 'entities') item
        where item ->> 'canonical_id' = ${entityId} and item ->> 'office' is not null
      ) as offices
    from article_entities m join article_features f using (unique_id)
    where m.entity_id = ${entityId} and m.unique_id > ${after}
      and ${uniqueIds === undefined ? db`true` : db`m.unique_id = any(${[...uniqueIds]})`}
    order by m.unique_id`
  const wanted = office === undefined ? null : ` ${foldName(office)} `
  return rows
    .filter(
      ({ offices }) =>
        wanted === null || (offices ?? []).some((each) => ` ${foldName(each)} `.includes(wanted)),
    )
    .map(({ uniqueId }) => uniqueId)
    .slice(0, BATCH_ARTICLES)
}

/** Adds an entity of the same name and type, which further articles tell apart by its offices. */
async function addTwin(db: Db, fromId: string): Promise<string> {
  const from = await findEntity(db, fromId)
  if (!from) throw new PublicError('NOT_FOUND', `Não existe a entidade ${fromId}.`)
  const id = `dgb_${ulid()}`
  const folded = foldName(from.canonicalName)
  await db`
    insert into entities (entity_id, canonical_name, folded_name, type, source)
    values (${id}, ${from.canonicalName}, ${folded}, ${from.type}, 'features')`
  await db`
    insert into entity_aliases (entity_id, alias, folded, position) values (${id}, ${from.canonicalName}, ${folded}, 0)`
  return id
}

/** Moves the offices that the articles state from one entity to the other. */
async function moveStatedOffices(
  db: Db,
  rows: readonly { uniqueId: string; features: Features }[],
  [fromId, intoId]: [string, string],
): Promise<void> {
  const offices = rows.flatMap(({ uniqueId, features }) =>
    (features.entities ?? []).flatMap(({ office, canonical_id: id }) =>
      office && id === intoId ? [{ entityId: intoId, office, uniqueId }] : [],
    ),
  )
  await lockEntityStore(db)
  await rememberOffices(db, offices)
  const folded = offices.map(({ office }) => foldName(office))
  await db`delete from entity_offices where entity_id = ${fromId} and folded = any(${folded})`
}

/**
 * Makes a second entity of the articles of one entity that are about somebody else, such as a person of the same name. Articles
 * keep the entity when they are enriched again. `onBatch` receives the articles that became due for the index. Returns the
 * id of the new entity and the number of moved articles. Throws NOT_FOUND for an unknown id, BAD_USER_INPUT when no article
 * fits, and the reason when `signal` aborts.
 */
export async function splitEntity(
  pool: DbPool,
  request: SplitRequest,
  options: BatchOptions = {},
): Promise<{ id: string; articles: number }> {
  if (!(await findEntity(pool, request.entityId)))
    throw new PublicError('NOT_FOUND', `Não existe a entidade ${request.entityId}.`)
  if ((await listMeant(pool, request, '')).length === 0)
    throw badInput('office', 'nenhuma notícia da entidade é dessas.')
  const { id } = await pool.begin(async (db) => {
    await lockRegistry(db)
    return { id: await addTwin(db, request.entityId) }
  })
  const merge = new Map([[request.entityId, id]])
  const articles = await rewriteArticles(
    pool,
    {
      list: (after) => listMeant(pool, request, after),
      change: (features) => replaceEntityIds(features, merge),
      write: (db, _ids, rows) => moveStatedOffices(db, rows, [request.entityId, id]),
    },
    options,
  )
  return { id, articles }
}
