import { ulid } from 'ulid'
import * as z from 'zod'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { badInput, PublicError } from '@pauta/platform/errors'
import { ENTITY_TYPES, type EntityRecord, type EntityType } from './entity-record.ts'
import { isEntityId } from './feature-ids.ts'
import { foldName } from '@pauta/platform/text/fold-text'
import { listMerges } from './merges.ts'
import { findEntity } from './queries.ts'
import { lockRegistry, saveOperatorEntities } from './registry.ts'

const NAME_MAX_CHARACTERS = 300
const ALIASES_MAX = 200
/** Most entities of one call of `importEntities`. */
export const IMPORT_MAX_ENTITIES = 500

const name = z
  .string()
  .trim()
  .min(1)
  .max(NAME_MAX_CHARACTERS)
  .refine((text) => !/\p{C}/u.test(text) && foldName(text) !== '', 'must have visible letters or digits')

/** An entity in a file or on the command line. Without an id, a new id is created. */
export const operatorEntitySchema = z.object({
  id: z.string().refine(isEntityId, 'must be Q and digits, or dgb_ and a ULID').optional(),
  canonicalName: name,
  type: z.enum(ENTITY_TYPES),
  aliases: z.array(name).max(ALIASES_MAX).default([]),
  description: z.string().trim().min(1).max(2000).optional(),
  agencyKey: z.string().min(1).max(64).optional(),
})
export type OperatorEntity = z.output<typeof operatorEntitySchema>

function toRecord({ id = `dgb_${ulid()}`, description, agencyKey, ...entity }: OperatorEntity): EntityRecord {
  return {
    ...entity,
    id,
    ...(description !== undefined && { description }),
    ...(agencyKey !== undefined && { agencyKey }),
    ...(id.startsWith('Q') && { wikidataId: id }),
  }
}

async function assertNotMerged(db: Db, ids: readonly string[]): Promise<void> {
  for (const [id, into] of await listMerges(db, ids)) throw badInput('id', `${id} foi unida a ${into}.`)
}

/**
 * Adds an entity, or adopts an entity that only features have named, and returns its id. Throws CONFLICT when the
 * registry has the entity from another source, and BAD_USER_INPUT when it was merged into another one.
 */
export async function addEntity(pool: DbPool, entity: OperatorEntity): Promise<string> {
  const record = toRecord(entity)
  await pool.begin(async (db) => {
    await lockRegistry(db)
    await assertNotMerged(db, [record.id])
    const [known] = await db`select 1 from entities where entity_id = ${record.id} and source <> 'features'`
    if (known) throw new PublicError('CONFLICT', `${record.id} já está no cadastro: use rename ou import.`)
    await saveOperatorEntities(db, [record])
  })
  return record.id
}

/** Writes entities as they are given, new or not, at most 500 at once. Throws BAD_USER_INPUT for one that was merged. */
export async function importEntities(pool: DbPool, entities: readonly OperatorEntity[]): Promise<string[]> {
  if (entities.length > IMPORT_MAX_ENTITIES)
    throw new Error(`importEntities takes at most ${IMPORT_MAX_ENTITIES} entities, got ${entities.length}`)
  const records = [...new Map(entities.map(toRecord).map((record) => [record.id, record])).values()]
  await pool.begin(async (db) => {
    await lockRegistry(db)
    await assertNotMerged(
      db,
      records.map(({ id }) => id),
    )
    await saveOperatorEntities(db, records)
  })
  return records.map(({ id }) => id)
}

/** Gives an entity another canonical name; the former one stays among its names. Throws NOT_FOUND for an unknown id. */
export async function renameEntity(pool: DbPool, entityId: string, canonicalName: string): Promise<void> {
  const parsed = name.safeParse(canonicalName)
  if (!parsed.success) throw badInput('name', `deve ter de 1 a ${NAME_MAX_CHARACTERS} caracteres visíveis.`)
  await pool.begin(async (db) => {
    await lockRegistry(db)
    const known = await findEntity(db, entityId)
    if (!known) throw new PublicError('NOT_FOUND', `Não existe a entidade ${entityId}.`)
    const { type, aliases, description, agencyKey, wikidataId } = known
    await saveOperatorEntities(db, [
      {
        id: entityId,
        canonicalName: parsed.data,
        type,
        aliases: [known.canonicalName, ...aliases].filter((alias) => alias !== parsed.data),
        ...(description !== null && { description }),
        ...(agencyKey !== null && { agencyKey }),
        ...(wikidataId !== null && { wikidataId }),
      },
    ])
  })
}

export type EntitySource = 'catalogue' | 'operator' | 'features'

export interface ListedEntity {
  entityId: string
  type: EntityType
  canonicalName: string
  source: EntitySource
  articles: number
}

export interface EntityListRequest {
  source?: EntitySource | undefined
  type?: EntityType | undefined
  limit: number
}

/** Entities of the registry, most mentioned first, ties by name. */
export async function listEntities(
  db: Db,
  { source, type, limit }: EntityListRequest,
): Promise<ListedEntity[]> {
  return await db<ListedEntity[]>`
    select e.entity_id, e.type, e.canonical_name, e.source, coalesce(c.articles, 0) as articles
    from entities e left join entity_counts c using (entity_id)
    where ${source === undefined ? db`true` : db`e.source = ${source}`}
      and ${type === undefined ? db`true` : db`e.type = ${type}`}
    order by articles desc, e.folded_name collate "C", e.entity_id collate "C"
    limit ${limit}`
}
