import type { IndexSearch, SearchIndex } from './client.ts'
import type { IndexAnswer } from './index-answer.ts'

/** Most searches per request, the index's default (`limit_multi_searches`). */
const SEARCHES_PER_REQUEST = 50

/** Runs any number of searches, 50 per request, one request after the other. Returns the answers in order. */
export async function searchInTurns(
  index: SearchIndex,
  searches: readonly IndexSearch[],
): Promise<IndexAnswer[]> {
  const answers: IndexAnswer[] = []
  for (let start = 0; start < searches.length; start += SEARCHES_PER_REQUEST)
    answers.push(...(await index.searchAll(searches.slice(start, start + SEARCHES_PER_REQUEST))))
  return answers
}
