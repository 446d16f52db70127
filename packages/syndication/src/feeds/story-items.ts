import type { IndexDocument } from '@pauta/core/search-index/collection'
import { listStories, otherAgencyNames } from '@pauta/core/stories/queries'
import { readRows, type Db } from '@pauta/platform/database/database'
import { articleItem } from './article-item.ts'
import type { FeedItem } from './feed.ts'

/** Returns the items of articles, each with the names of the other agencies of its story. Runs one statement. */
export async function storyItems(db: Db, articles: readonly IndexDocument[]): Promise<FeedItem[]> {
  const stories = await readRows(() =>
    listStories(
      db,
      articles.map((article) => article.unique_id),
    ),
  )
  return articles.map((article) =>
    articleItem(article, otherAgencyNames(stories.get(article.unique_id), article.agency)),
  )
}
