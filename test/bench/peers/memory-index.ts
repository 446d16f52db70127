// Replaces the client of the search index and answers every list from memory, so that the benchmark measures only the
// code around the client.
import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { IndexAnswer } from '@pauta/core/search-index/index-answer'
import { toEpochSeconds } from '@pauta/platform/time/time'
import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
// The module that this one replaces.
import {
  connectSearchIndex as connectRealIndex,
  type IndexSearch,
  type SearchIndex,
} from '../../../packages/core/src/search-index/client.ts'

export * from '../../../packages/core/src/search-index/client.ts'

const ARTICLES = 250
const DAYS = 30
const SEED = 7
/** The same in every process, because all servers must give the same answer. */
const NOW = new Date('2026-06-01T12:00:00Z')

function makeDocuments(): IndexDocument[] {
  const articles = generateArticles({ seed: SEED, now: NOW, count: ARTICLES, days: DAYS })
  return [...articles].map((article, position) => ({
    id: `artigo-${position}`,
    unique_id: `artigo-${position}`,
    agency: article.agencyKey,
    agency_name: article.agencyKey,
    title: article.title,
    url: article.url,
    content: article.content,
    summary: article.summary ?? article.title,
    published_at: toEpochSeconds(article.publishedAt),
  }))
}

/** Returns a client that answers every search with the first documents in memory. */
export function connectSearchIndex(config: Parameters<typeof connectRealIndex>[0]): SearchIndex {
  const documents = makeDocuments()
  const answer = ({ per_page: limit = 10 }: IndexSearch): IndexAnswer => ({
    facet_counts: [],
    found: documents.length,
    out_of: documents.length,
    page: 1,
    request_params: { collection_name: config.collection, q: '*', per_page: limit },
    search_time_ms: 0,
    search_cutoff: false,
    hits: documents.slice(0, limit).map((document) => ({ document, text_match: 0, highlight: {} })),
  })
  return {
    ...connectRealIndex(config),
    search: async (search) => answer(search),
    searchAll: async (searches) => searches.map(answer),
    searchEach: async (searches) => searches.map(answer),
  }
}
