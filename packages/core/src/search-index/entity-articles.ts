import type { ArticleRow } from '../articles/article.ts'
import { toIndexDocument } from './article-document.ts'
import type { IndexDocument } from './collection.ts'
import { articleColumns, articleJoins } from '../articles/queries.ts'
import type { Db } from '@pauta/platform/database/database'

export interface EntityArticlesRequest {
  entityId: string
  /** Page number, from 1. */
  page: number
  limit: number
}

/** One page of articles. `found` is the total number. */
export interface EntityArticles {
  articles: IndexDocument[]
  found: number
}

/**
 * Returns articles that mention an entity, newest first, as index documents. Reads them from PostgreSQL, so articles
 * appear before they are indexed. Runs two statements.
 */
export async function listEntityArticles(
  db: Db,
  { entityId, page, limit }: EntityArticlesRequest,
): Promise<EntityArticles> {
  const [counted] = await db<{ found: number }[]>`
    select articles as found from entity_counts where entity_id = ${entityId}`
  if (!counted) return { articles: [], found: 0 }
  const rows = await db<ArticleRow[]>`
    select ${articleColumns(db)}
    from (
      select unique_id from article_entities
      where entity_id = ${entityId}
      order by published_at desc, unique_id collate "C" desc
      limit ${limit} offset ${(page - 1) * limit}
    ) as m
    join articles a on a.unique_id = m.unique_id ${articleJoins(db)}
    where a.deleted_at is null
    order by a.published_at desc, a.unique_id collate "C" desc`
  const articles = rows.map((row) => toIndexDocument({ ...row, embedding: null, embeddingIsStale: false }))
  return { articles, found: counted.found }
}
