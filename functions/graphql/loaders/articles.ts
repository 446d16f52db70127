import DataLoader from 'dataloader'
import { listFeatures } from '@pauta/core/articles/queries'
import { listHistories, type ArticleHistory } from '@pauta/core/history/queries'
import type { Features } from '@pauta/core/articles/article'
import { LISTED_CONTENT_MAX_CHARACTERS, LISTED_FIELDS } from '@pauta/core/search-index/collection'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { IndexDocument } from '@pauta/core/search-index/collection'
import { withIds } from '@pauta/core/search-index/filter'
import { listDocuments } from '@pauta/core/search-index/search'
import { listStories, type ArticleStory } from '@pauta/core/stories/queries'
import { readRows, type Db } from '@pauta/platform/database/database'

export type FeatureLoader = DataLoader<string, Features | null>

/** Returns a loader that reads the features of all articles of a request in one statement. */
export function makeFeatureLoader(db: Db): FeatureLoader {
  return new DataLoader<string, Features | null>(async (uniqueIds) => {
    const rows = await readRows(() => listFeatures(db, uniqueIds))
    return uniqueIds.map((id) => rows.get(id) ?? null)
  })
}

export type HistoryLoader = DataLoader<string, ArticleHistory>

/** Returns a loader that reads the versions and removals of all articles of a request in one statement. */
export function makeHistoryLoader(db: Db): HistoryLoader {
  return new DataLoader<string, ArticleHistory>(async (uniqueIds) => {
    const rows = await readRows(() => listHistories(db, uniqueIds))
    return uniqueIds.map((id) => rows.get(id) ?? { versions: [], removedAt: null })
  })
}

export type StoryLoader = DataLoader<string, ArticleStory | null>

/** Returns a loader that reads the stories of all articles of a request in one statement. */
export function makeStoryLoader(db: Db): StoryLoader {
  return new DataLoader<string, ArticleStory | null>(async (uniqueIds) => {
    const stories = await readRows(() => listStories(db, uniqueIds))
    return uniqueIds.map((id) => stories.get(id) ?? null)
  })
}

/** Largest page of the search index, in hits. */
const TEXTS_AT_ONCE = 250

/** Returns the text of an article in a list: null for a missing one, and for one above 200,000 characters. */
export const listedText = (content: string): string | null =>
  content === '' || content.length > LISTED_CONTENT_MAX_CHARACTERS ? null : content

export type ListedLoader = DataLoader<string, IndexDocument | null>

/** Returns a loader that reads articles by id as lists show them, without their texts. */
export function makeListedLoader(index: SearchIndex): ListedLoader {
  const load = async (uniqueIds: readonly string[]) => {
    const request = { filter: withIds(uniqueIds), page: 1, limit: uniqueIds.length, fields: LISTED_FIELDS }
    const { documents } = await listDocuments(index, request)
    const byId = new Map(documents.map((document) => [document.unique_id, document]))
    return uniqueIds.map((id) => byId.get(id) ?? null)
  }
  return new DataLoader<string, IndexDocument | null>(load, { maxBatchSize: TEXTS_AT_ONCE })
}

export type ContentLoader = DataLoader<string, string | null>

/** Returns a loader that reads the texts of all listed articles of a request together. */
export function makeContentLoader(index: SearchIndex): ContentLoader {
  const load = async (uniqueIds: readonly string[]) => {
    const request = {
      filter: withIds(uniqueIds),
      page: 1,
      limit: uniqueIds.length,
      fields: ['content'] as const,
    }
    const { documents } = await listDocuments(index, request)
    const texts = new Map(documents.map(({ unique_id: id, content }) => [id, content]))
    // Documents of earlier versions do not say that their text is long.
    return uniqueIds.map((id) => listedText(texts.get(id) ?? ''))
  }
  return new DataLoader(load, { maxBatchSize: TEXTS_AT_ONCE })
}
