import type { IndexDocument } from './collection.ts'
import type { SearchIndex } from './client.ts'
import { plainWords } from './query.ts'
import { NO_EXTRAS, RANKING } from './search.ts'

export type SuggestedTitle = Pick<IndexDocument, 'unique_id' | 'title'>

/** Most titles in the suggestions of a search box. */
export const SUGGESTIONS_MAX = 7
// Hits to read. Many articles may share a title, and each title is suggested once.
const HITS_LOOKED_AT = 100

const fold = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Lists articles whose title contains all words of the query, the last word as a prefix and with typos allowed. Titles
 * that begin with the words come first, then the newest. Returns at most 7, each title once, ignoring case and
 * punctuation. A query without a letter or digit has none.
 */
export async function listSuggestions(index: SearchIndex, query: string): Promise<SuggestedTitle[]> {
  if (fold(query) === '') return []
  const answer = await index.search({
    q: plainWords(query),
    ...RANKING,
    query_by: 'title',
    query_by_weights: '1',
    drop_tokens_threshold: 0,
    prioritize_token_position: true,
    sort_by: '_text_match:desc,published_at:desc',
    include_fields: 'unique_id,title',
    per_page: HITS_LOOKED_AT,
    ...NO_EXTRAS,
  })
  const byTitle = new Map<string, SuggestedTitle>()
  for (const { document } of answer.hits ?? []) {
    const title = fold(document.title)
    if (!byTitle.has(title)) byTitle.set(title, document)
  }
  return [...byTitle.values()].slice(0, SUGGESTIONS_MAX)
}
