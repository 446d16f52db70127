import type { Db } from '@pauta/platform/database/database'

/** Most entities of an article that are stored, the most salient first. Every pair of them makes an edge. */
export const MENTIONED_MAX = 200
/** Upper limit of a stored count of mentions. */
const MENTIONS_MAX = 1_000_000

/** The two keys of the advisory lock of the entity store. */
const LOCK_SPACE = 0x656e74
const LOCK = 1

/**
 * Allows only one transaction at a time to write mentions, edges and counts. Two transactions that write the same edges
 * in different order would deadlock. The order of locks is: articles with their steps, the entity store, the registry.
 * Whoever holds this one waits for no other article. It is released when the transaction ends.
 */
export async function lockEntityStore(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(${LOCK_SPACE}::int, ${LOCK}::int)`
}

/** SQL: the mentions in the features of articles: each registered entity once, and none for taken-down articles. */
const wantedMentions = (db: Db, uniqueIds: readonly string[]) => db`
  select a.unique_id, m.entity_id, m.mentions, a.published_at, a.agency_key,
    feature_number(f.features #> '{sentiment,score}') as sentiment_score
  from articles a
  join article_features f on f.unique_id = a.unique_id
  cross join lateral (
    select e.entity_id, least(sum(named.mentions), ${MENTIONS_MAX})::int as mentions
    from (
      select item ->> 'canonical_id' as entity_id,
        -- An entity without a count is mentioned once.
        trunc(case when jsonb_typeof(item -> 'count') = 'number' then (item -> 'count')::numeric else 1 end) as mentions,
        coalesce(feature_number(item -> 'salience'), 0) as salience
      from jsonb_array_elements(
        case when jsonb_typeof(f.features -> 'entities') = 'array' then f.features -> 'entities' else '[]' end) item
    ) named
    left join entity_merges g on g.entity_id = named.entity_id
    join entities e on e.entity_id = coalesce(g.into_id, named.entity_id)
    where named.mentions >= 1
    group by e.entity_id
    order by max(named.salience) desc, sum(named.mentions) desc, e.entity_id collate "C"
    limit ${MENTIONED_MAX}
  ) m
  where a.unique_id = any(${[...uniqueIds]}) and a.deleted_at is null`

/** SQL: makes the rows of `article_entities` equal to `wanted`, another part of the same statement. */
const mentionWrites = (db: Db, uniqueIds: readonly string[]) => db`
  gone as (
    delete from article_entities m
    where m.unique_id = any(${[...uniqueIds]})
      and not exists (select from wanted w where w.unique_id = m.unique_id and w.entity_id = m.entity_id)
  ),
  written as (
    insert into article_entities as m (unique_id, entity_id, mentions, published_at, agency_key, sentiment_score)
    select unique_id, entity_id, mentions, published_at, agency_key, sentiment_score from wanted
    on conflict (unique_id, entity_id) do update set
      mentions = excluded.mentions, published_at = excluded.published_at, agency_key = excluded.agency_key,
      sentiment_score = excluded.sentiment_score
    where (m.mentions, m.published_at, m.agency_key, m.sentiment_score)
      is distinct from (excluded.mentions, excluded.published_at, excluded.agency_key, excluded.sentiment_score)
  )`

/** Writes the mentions of articles. The caller must recompute edges and counts afterwards. */
export async function writeMentionsAlone(db: Db, uniqueIds: readonly string[]): Promise<void> {
  await db`
    with wanted as (${wantedMentions(db, uniqueIds)}),
    ${mentionWrites(db, uniqueIds)}
    select from wanted limit 0`
}

/**
 * Writes the mentions of articles and updates edges and counts by the difference. Call `lockEntityStore` first, so that
 * no other transaction changes the weights meanwhile.
 */
export async function writeMentions(db: Db, uniqueIds: readonly string[]): Promise<void> {
  await db`
    with wanted as materialized (${wantedMentions(db, uniqueIds)}),
    ${mentionWrites(db, uniqueIds)},
    before as (
      select unique_id, array_agg(entity_id order by entity_id) as ids
      from article_entities where unique_id = any(${[...uniqueIds]}) group by unique_id
    ),
    after as (select unique_id, array_agg(entity_id order by entity_id) as ids from wanted group by unique_id),
    moved as (
      select b.ids as old, a.ids as new from before b full join after a using (unique_id)
      where b.ids is distinct from a.ids
    ),
    edge_changes as (
      select src, dst, sum(change) as change
      from (
        select src, dst, 1 as change from moved, unnest(new) src, unnest(new) dst where src <> dst
        union all
        select src, dst, -1 from moved, unnest(old) src, unnest(old) dst where src <> dst
      ) pairs
      group by src, dst having sum(change) <> 0
    ),
    edges as (
      select c.src, c.dst, coalesce(e.weight, 0) + c.change as weight
      from edge_changes c left join entity_edges e on e.src = c.src and e.dst = c.dst
    ),
    cut as (
      delete from entity_edges e using edges n where e.src = n.src and e.dst = n.dst and n.weight <= 0
    ),
    tied as (
      insert into entity_edges (src, dst, weight) select src, dst, weight from edges where weight > 0
      on conflict (src, dst) do update set weight = excluded.weight
    ),
    count_changes as (
      select entity_id, sum(change) as change
      from (
        select entity_id, 1 as change from moved, unnest(new) entity_id
        union all
        select entity_id, -1 from moved, unnest(old) entity_id
      ) ends
      group by entity_id having sum(change) <> 0
    ),
    counts as (
      select c.entity_id, coalesce(k.articles, 0) + c.change as articles
      from count_changes c left join entity_counts k on k.entity_id = c.entity_id
    ),
    forgotten as (
      delete from entity_counts k using counts n where k.entity_id = n.entity_id and n.articles <= 0
    ),
    counted as (
      insert into entity_counts (entity_id, articles) select entity_id, articles from counts where articles > 0
      on conflict (entity_id) do update set articles = excluded.articles
    )
    select from wanted limit 0`
}
