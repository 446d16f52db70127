import type { Db } from '@pauta/platform/database/database'
import { listShardArticles, type DatasetArticle } from './candidates.ts'

/** Rows of a row group: a few megabytes of usual articles. */
const PAGE_ROWS = 500

/** The articles that a shard should hold, page by page. */
export async function* readShardPages(db: Db, path: string): AsyncGenerator<DatasetArticle[]> {
  for (let after: DatasetArticle | undefined; ;) {
    const page = await listShardArticles(db, { path, after, limit: PAGE_ROWS })
    if (page.length > 0) yield page
    if (page.length < PAGE_ROWS) return
    after = page.at(-1)
  }
}
