import type { Db } from '@pauta/platform/database/database'
import type { LifecyclePhase, PolicyDomain, PolicyRecord } from './entity-record.ts'
import { otherNames } from './queries.ts'

/** Facts about a policy besides its names. */
export interface PolicyDetails extends Omit<PolicyRecord, 'firstMentionedDate' | 'instanceOf'> {
  /** Local day of the first article that mentions the policy, `YYYY-MM-DD`; null when there is none. */
  firstMentionedDate: string | null
  wikidataId: string | null
  instanceOf: string | null
}

/** Returns the policy of an id; undefined when the entity is unknown or not a policy. */
export async function findPolicy(db: Db, entityId: string): Promise<PolicyDetails | undefined> {
  const [policy] = await db<PolicyDetails[]>`
    select p.domain, p.lifecycle_phase, p.enabling_laws, p.responsible_agencies, p.target_population,
      (
        select to_char(local_day(min(m.published_at)), 'YYYY-MM-DD')
        from article_entities m where m.entity_id = p.entity_id
      ) as first_mentioned_date,
      e.wikidata_id, p.instance_of
    from policies p join entities e using (entity_id)
    where p.entity_id = ${entityId}`
  return policy
}

export interface PolicyListItem {
  entityId: string
  canonicalName: string
  domain: PolicyDomain
  lifecyclePhase: LifecyclePhase
  wikidataId: string | null
  /** All names except the canonical one. */
  aliases: string[]
  articleCount: number
}

export interface PolicyListRequest {
  domain: PolicyDomain | undefined
  lifecyclePhase: LifecyclePhase | undefined
  limit: number
  offset: number
}

/** Lists policies, most mentioned first, then by name. */
export async function listPolicies(
  db: Db,
  { domain, lifecyclePhase, limit, offset }: PolicyListRequest,
): Promise<PolicyListItem[]> {
  return await db<PolicyListItem[]>`
    select e.entity_id, e.canonical_name, p.domain, p.lifecycle_phase, e.wikidata_id, ${otherNames(db)} as aliases,
      coalesce(c.articles, 0) as article_count
    from policies p
    join entities e using (entity_id)
    left join entity_counts c using (entity_id)
    where true
      ${domain === undefined ? db`` : db`and p.domain = ${domain}`}
      ${lifecyclePhase === undefined ? db`` : db`and p.lifecycle_phase = ${lifecyclePhase}`}
    order by article_count desc, e.folded_name collate "C", e.entity_id collate "C"
    limit ${limit} offset ${offset}`
}
