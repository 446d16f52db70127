import type { Db } from '@pauta/platform/database/database'
import type { EntityType } from './entity-record.ts'
import { foldName } from '@pauta/platform/text/fold-text'
import { otherNames, type EntityProfile } from './queries.ts'

/** Trigram similarity from which on a name counts as found: that of the operator `%`, which the index answers. */
const MIN_SIMILARITY = 0.3

export interface FoundEntity extends EntityProfile {
  /** Articles that mention it. */
  articleCount: number
  /** 1 for a name that is the query itself, else the similarity of the nearest name, from 0.3 to 1. */
  confidence: number
  matchType: 'alias_exact' | 'trgm_fuzzy'
}

export interface EntitySearchRequest {
  query: string
  type: EntityType | undefined
  limit: number
}

/**
 * Entities by one of their names, case, accents and punctuation aside: those that have exactly this name, then those
 * with a similar one, most similar first, then most mentioned. A query without a letter or digit finds none.
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
    order by n.exact desc, confidence desc, article_count desc, e.folded_name collate "C", e.entity_id
    limit ${limit}`
}
