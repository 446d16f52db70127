import type { Db } from '@pauta/platform/database/database'
import type { EntityType } from './entity-record.ts'
import { foldName } from '@pauta/platform/text/fold-text'
import { otherNames, type EntityProfile } from './queries.ts'

/** Least trigram similarity of a match: the threshold of the operator `%`, which uses the index. */
const MIN_SIMILARITY = 0.3

export interface FoundEntity extends EntityProfile {
  /** Number of articles that mention the entity. */
  articleCount: number
  /** 1 when a name equals the query, else the similarity of the nearest name, from 0.3 to 1. */
  confidence: number
  matchType: 'alias_exact' | 'trgm_fuzzy'
}

export interface EntitySearchRequest {
  query: string
  type: EntityType | undefined
  limit: number
}

/**
 * Finds entities by a name, ignoring case, accents and punctuation. Order: equal names, then similar names by
 * similarity, then by number of articles. A query without a letter or digit finds none.
 */
export async function searchEntities(
  db: Db,
  { query, type, limit }: EntitySearchRequest,
): Promise<FoundEntity[]> {
  const folded = foldName(query)
  if (folded === '') return []
  return await db<FoundEntity[]>`
    with named as (
      select entity_id, bool_or(folded = ${folded}) as exact, max(similarity(folded, ${folded})) as similarity
      from entity_aliases
      where folded = ${folded} or (folded % ${folded} and similarity(folded, ${folded}) >= ${MIN_SIMILARITY}::real)
      group by entity_id
    )
    select e.entity_id, e.canonical_name, e.type, e.wikidata_id, e.description, e.agency_key,
      ${otherNames(db)} as aliases, coalesce(c.articles, 0) as article_count,
      case when n.exact then 1 else n.similarity end as confidence,
      case when n.exact then 'alias_exact' else 'trgm_fuzzy' end as match_type
    from named n
    join entities e using (entity_id)
    left join entity_counts c using (entity_id)
    ${type === undefined ? db`` : db`where e.type = ${type}`}
    order by n.exact desc, confidence desc, article_count desc, e.folded_name collate "C", e.entity_id collate "C"
    limit ${limit}`
}
