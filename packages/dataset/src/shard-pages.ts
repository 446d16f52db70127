import type { Db } from '@pauta/platform/database/database'
import { listShardArticles, type DatasetArticle } from './candidates.ts'

/** Rows in a row group: a few megabytes for typical articles. */
const PAGE_ROWS = 500

/** Yields the articles of a shard, page by page. */
export async function* readShardPages(db: Db, path: string): AsyncGenerator<DatasetArticle[]> {
  for (let after: DatasetArticle | undefined; ;) {
    const page = await listShardArticles(db, { path, after, limit: PAGE_ROWS })
    if (page.length > 0) yield page
    if (page.length < PAGE_ROWS) return
    after = page.at(-1)
  }
}
