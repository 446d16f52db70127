import type { ArticleRow } from '../articles/article.ts'
import { toIndexDocument, type IndexDocument } from './article-document.ts'
import { articleColumns, articleJoins } from '../articles/queries.ts'
import type { Db } from '@pauta/platform/database/database'

export interface EntityArticlesRequest {
  entityId: string
  /** From 1. */
  page: number
  limit: number
}

/** One page of articles; `found` counts all. */
export interface EntityArticles {
  articles: IndexDocument[]
  found: number
}

/**
 * Articles that mention an entity, newest first, in the shape of the index's documents but read where mentions are
 * kept: an article is here before the index has it. Two statements.
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
      order by published_at desc, unique_id desc
      limit ${limit} offset ${(page - 1) * limit}
    ) as m
    join articles a on a.unique_id = m.unique_id ${articleJoins(db)}
    where a.deleted_at is null
    order by a.published_at desc, a.unique_id desc`
  const articles = rows.map((row) => toIndexDocument({ ...row, embedding: null, embeddingIsStale: false }))
  return { articles, found: counted.found }
}
