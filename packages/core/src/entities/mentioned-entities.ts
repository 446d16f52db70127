import type { Db } from '@pauta/platform/database/database'
import { ENTITY_TYPES, type EntityType } from './entity-record.ts'
import { isEntityId } from './feature-ids.ts'
import { foldName } from '@pauta/platform/text/fold-text'
import { MENTIONED_MAX } from './mentions.ts'
import { lockRegistry } from './registry.ts'

const NAME_MAX_CHARACTERS = 1000

interface Mentioned {
  entityId: string
  name: string
  type: EntityType
}

/** Lists ids that articles mention and that are neither registered nor merged, each with its most salient name. */
async function listUnregistered(db: Db, uniqueIds: readonly string[]): Promise<Mentioned[]> {
  return await db<Mentioned[]>`
    select distinct on (m.entity_id) m.entity_id, m.name, m.type
    from articles a
    join article_features f on f.unique_id = a.unique_id
    cross join lateral (
      select item ->> 'canonical_id' as entity_id, btrim(item ->> 'text') as name, item ->> 'type' as type,
        coalesce(feature_number(item -> 'salience'), 0) as salience
      from jsonb_array_elements(
        case when jsonb_typeof(f.features -> 'entities') = 'array' then f.features -> 'entities' else '[]' end) item
      where item ->> 'canonical_id' is not null and item ->> 'type' = any(${[...ENTITY_TYPES]})
        and char_length(btrim(item ->> 'text')) between 1 and ${NAME_MAX_CHARACTERS}
      order by salience desc
      limit ${MENTIONED_MAX}
    ) m
    where a.unique_id = any(${[...uniqueIds]}) and a.deleted_at is null
      and not exists (select from entities e where e.entity_id = m.entity_id)
      and not exists (select from entity_merges g where g.entity_id = m.entity_id)
    order by m.entity_id, m.salience desc, m.name collate "C"`
}

/**
 * Adds mentioned entities with well-formed ids to the registry, with the name and type of the mention and the source
 * `features`, so that every query finds them. Skips malformed ids and unknown types. Enrichment does not search texts
 * for these names until an operator edits the entity. Call `lockEntityStore` first.
 */
export async function addMentionedEntities(db: Db, uniqueIds: readonly string[]): Promise<void> {
  const unregistered = await listUnregistered(db, uniqueIds)
  const added = unregistered
    .map((entity) => ({ ...entity, folded: foldName(entity.name) }))
    .filter(({ entityId, folded }) => isEntityId(entityId) && folded !== '')
  if (added.length === 0) return
  await lockRegistry(db)
  const rows = db.json(added)
  await db`
    insert into entities (entity_id, canonical_name, folded_name, type, wikidata_id, source)
    select "entityId", name, folded, type, case when starts_with("entityId", 'Q') then "entityId" end, 'features'
    from jsonb_to_recordset(${rows}) as r ("entityId" text, name text, folded text, type text)
    on conflict (entity_id) do nothing`
  await db`
    insert into entity_aliases (entity_id, alias, folded, position)
    select r."entityId", r.name, r.folded, 0
    from jsonb_to_recordset(${rows}) as r ("entityId" text, name text, folded text)
    where not exists (select from entity_aliases n where n.entity_id = r."entityId")
    on conflict do nothing`
}
