import { lockArticles } from '../articles/lock.ts'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { pageEntities } from './entity-pages.ts'
import { addMentionedEntities } from './mentioned-entities.ts'
import { lockEntityStore, writeMentionsAlone } from './mentions.ts'
import { writeMetrics } from './metrics.ts'

/** Articles per transaction; each needs a lock. */
const PAGE_ARTICLES = 500

async function refreshPage(
  pool: DbPool,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { ids } = await pool.begin(async (db) => {
    const rows = await db<{ uniqueId: string }[]>`
      select unique_id from articles where unique_id > ${after} order by unique_id limit ${limit}`
    const ids = rows.map((row) => row.uniqueId)
    await lockArticles(db, ids)
    await writeMetrics(db, ids)
    await lockEntityStore(db)
    await addMentionedEntities(db, ids)
    await writeMentionsAlone(db, ids)
    return { ids }
  })
  return ids
}

/** Recomputes counts and edges of entities from the stored mentions. */
async function recount(pool: DbPool, entityIds: readonly string[]): Promise<void> {
  const ids = [...entityIds]
  await pool.begin(async (db) => {
    await lockEntityStore(db)
    await db`
      with wanted as (
        select entity_id, count(*)::int as articles from article_entities where entity_id = any(${ids}) group by entity_id
      ),
      gone as (
        delete from entity_counts k
        where entity_id = any(${ids}) and not exists (select from wanted w where w.entity_id = k.entity_id)
      )
      insert into entity_counts as k (entity_id, articles) select entity_id, articles from wanted
      on conflict (entity_id) do update set articles = excluded.articles where k.articles <> excluded.articles`
    await db`
      with wanted as (
        select m.entity_id as src, o.entity_id as dst, count(*)::int as weight
        from article_entities m
        join article_entities o on o.unique_id = m.unique_id and o.entity_id <> m.entity_id
        where m.entity_id = any(${ids})
        group by 1, 2
      ),
      gone as (
        delete from entity_edges e
        where src = any(${ids}) and not exists (select from wanted w where w.src = e.src and w.dst = e.dst)
      )
      insert into entity_edges as e (src, dst, weight) select src, dst, weight from wanted
      on conflict (src, dst) do update set weight = excluded.weight where e.weight <> excluded.weight`
  })
}

/** Lists the entities of the registry in pages; each page is a transaction in which edges are counted. */
async function listEntityPages(db: Db): Promise<string[][]> {
  const rows = await db<{ entityId: string; mentions: number }[]>`
    select e.entity_id, count(m.entity_id)::int as mentions
    from entities e left join article_entities m on m.entity_id = e.entity_id
    group by e.entity_id
    order by e.entity_id`
  return pageEntities(rows)
}

/** Progress of a rebuild. `total` of entities is known when the phase `entities` begins. */
export interface RebuildProgress {
  phase: 'articles' | 'entities'
  done: number
  total: number
}

interface RebuildOptions {
  onProgress?: (progress: RebuildProgress) => void
  signal?: AbortSignal
  /** Articles of one page: by default 500. */
  pageArticles?: number
}

/**
 * Recomputes mentions, edges, counts and metrics from rows and features while others write. Every transaction handles
 * one page and leaves it correct. After an interruption, a new call starts from the beginning. Takes time linear in the
 * number of mentions. Throws the reason when `signal` aborts.
 */
export async function rebuildEntityStore(
  pool: DbPool,
  { onProgress, signal, pageArticles = PAGE_ARTICLES }: RebuildOptions = {},
): Promise<{ articles: number; entities: number }> {
  const [row] = await pool<{ total: number }[]>`select count(*)::int as total from articles`
  let articles = 0
  for (let after = ''; ;) {
    signal?.throwIfAborted()
    const ids = await refreshPage(pool, { after, limit: pageArticles })
    articles += ids.length
    onProgress?.({ phase: 'articles', done: articles, total: Math.max(row?.total ?? 0, articles) })
    if (ids.length < pageArticles) break
    after = ids.at(-1) ?? after
  }
  // Removes edges of entities that are no longer in the registry.
  await pool`delete from entity_edges e where not exists (select from entities n where n.entity_id = e.src)`
  const pages = await listEntityPages(pool)
  const total = pages.flat().length
  let entities = 0
  for (const page of pages) {
    signal?.throwIfAborted()
    await recount(pool, page)
    entities += page.length
    onProgress?.({ phase: 'entities', done: entities, total })
  }
  return { articles, entities }
}
