import type { Db } from '@pauta/platform/database/database'
import { limitExceeded } from '@pauta/platform/errors'
import { localDaysOf } from '@pauta/platform/time/period'
import type { DateWindow } from '@pauta/platform/time/time'
import { listEntityNames, type EntityName } from './queries.ts'

/** The only relation between entities so far: articles that mention both. */
export const CO_MENTION = 'co_mention'

/** A neighbour and the number of articles that mention both. */
export interface RelatedEntity extends EntityName {
  weight: number
}

/** Lists entities mentioned together with an entity, most articles first, ties by id. */
export async function listRelatedEntities(
  db: Db,
  { entityId, limit }: { entityId: string; limit: number },
): Promise<RelatedEntity[]> {
  return await db<RelatedEntity[]>`
    select e.entity_id, e.canonical_name, e.type, e.wikidata_id, n.weight
    from (
      select dst, weight from entity_edges where src = ${entityId} order by weight desc, dst collate "C" limit ${limit}
    ) as n
    join entities e on e.entity_id = n.dst
    order by n.weight desc, n.dst collate "C"`
}

/** Two entities and the number of articles that mention both. `src` is nearer to the start. */
interface NetworkEdge {
  src: string
  dst: string
  weight: number
}

export interface EntityNetwork {
  nodes: EntityName[]
  edges: NetworkEdge[]
}

export interface NetworkRequest {
  entityId: string
  /** Hops from the start, 0 to 2. */
  depth: number
  /** Most edges. */
  limit: number
  /** Articles that count: those published in it. Without both ends all articles do. */
  window?: DateWindow
  /** Most mentions, in a window, of the entities whose edges are counted: by default 50,000. */
  mentionsMax?: number
}

/** Edges per entity in the sample that estimates the least weight of a result. */
const SAMPLED_EDGES = 25

/**
 * Each edge has two rows, one per end, so `limit` edges need `2 × limit` rows. The weight of the last of the strongest
 * rows in a sample is a lower bound for the result. When many entities are reached, this bound excludes most rows
 * before they are read. Ties are ordered by bytes: an order by the locale of the database would cut other entities off.
 */
async function listEdges(db: Db, { entityId, depth, limit }: NetworkRequest): Promise<NetworkEdge[]> {
  if (depth === 0) return []
  const neighbours = depth === 1 ? db`` : db`union all select dst from entity_edges where src = ${entityId}`
  const strongest = (most: number, least: ReturnType<Db>) => db`
    select src, dst, weight from entity_edges where src = r.id ${least} order by weight desc, dst collate "C" limit ${most}`
  return await db<NetworkEdge[]>`
    with reached as materialized (select ${entityId}::text as id ${neighbours}),
    sampled as (
      select n.weight from reached r cross join lateral (${strongest(SAMPLED_EDGES, db``)}) as n
      order by n.weight desc limit 1 offset ${2 * limit - 1}
    ),
    least as materialized (select coalesce((select weight from sampled), 1) as weight),
    found as (
      select n.src, n.dst, n.weight, least(n.src collate "C", n.dst) as one,
        greatest(n.src collate "C", n.dst) as other
      from reached r
      cross join least l
      cross join lateral (${strongest(limit, db`and weight >= l.weight`)}) as n
      order by n.weight desc, one, other
      limit ${2 * limit}
    )
    select distinct on (weight, one, other) src, dst, weight
    from found
    order by weight desc, one, other, dst = ${entityId}, src collate "C"
    limit ${limit}`
}

/** Each mention in a window is joined with the others of its article, most often fewer than ten. */
export const WINDOW_MENTIONS_MAX = 50_000

/** Counts the edges in a window from the mentions: the stored edges are those of all time. Orders as `listEdges`. */
async function countEdges(
  db: Db,
  { entityId, depth, limit, window = {}, mentionsMax = WINDOW_MENTIONS_MAX }: NetworkRequest,
): Promise<NetworkEdge[]> {
  if (depth === 0) return []
  const { first, last, whole } = localDaysOf(window)
  const within = db`m.day between ${first} and ${last}
    ${!whole && window.from ? db`and m.published_at >= ${window.from}` : db``}
    ${!whole && window.to ? db`and m.published_at < ${window.to}` : db``}`
  const neighbours =
    depth === 1
      ? db``
      : db`union
        select o.entity_id
        from (select m.unique_id from article_entities m where m.entity_id = ${entityId} and ${within}
          limit ${mentionsMax + 1}) as s
        join article_entities o on o.unique_id = s.unique_id`
  const rows = await db<(Partial<NetworkEdge> & { mentions: number })[]>`
    with reached as materialized (select ${entityId}::text as id ${neighbours}),
    mentions as materialized (
      select m.unique_id, m.entity_id from reached r join article_entities m on m.entity_id = r.id
      where ${within}
      limit ${mentionsMax + 1}
    ),
    found as (
      select n.src, n.dst, n.weight, least(n.src collate "C", n.dst) as one,
        greatest(n.src collate "C", n.dst) as other
      from (
        select m.entity_id as src, o.entity_id as dst, count(*)::int as weight
        from mentions m join article_entities o on o.unique_id = m.unique_id and o.entity_id <> m.entity_id
        group by 1, 2
      ) as n
      order by n.weight desc, one, other
      limit ${2 * limit}
    ),
    edges as (
      select distinct on (weight, one, other) src, dst, weight, one, other
      from found
      order by weight desc, one, other, dst = ${entityId}, src collate "C"
      limit ${limit}
    )
    select c.mentions, e.src, e.dst, e.weight
    from (select count(*)::int as mentions from mentions) as c left join edges e on true
    order by e.weight desc, e.one, e.other`
  if ((rows[0]?.mentions ?? 0) > mentionsMax)
    throw limitExceeded(
      'dateFrom',
      `o período tem mais de ${mentionsMax} citações das entidades da rede: peça um período menor ou depth 1.`,
    )
  return rows.flatMap(({ src, dst, weight }) => (src && dst && weight ? { src, dst, weight } : []))
}

/**
 * Returns the strongest co-mentions within `depth` hops of an entity, each pair once, strongest first, and their
 * entities, the start first. An unknown start has neither. Throws LIMIT_EXCEEDED when a window has more than 50,000
 * mentions of the start and, at depth 2, of its neighbours.
 */
export async function findEntityNetwork(db: Db, request: NetworkRequest): Promise<EntityNetwork> {
  const { from, to } = request.window ?? {}
  const edges = from || to ? await countEdges(db, request) : await listEdges(db, request)
  const ids = new Set([request.entityId, ...edges.flatMap(({ src, dst }) => [src, dst])])
  const names = await listEntityNames(db, [...ids])
  return { nodes: [...ids].flatMap((id) => names.get(id) ?? []), edges }
}
