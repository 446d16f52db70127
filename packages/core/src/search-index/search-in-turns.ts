import type { IndexAnswer, IndexSearch, SearchIndex } from './client.ts'

/** Searches that the index takes in one request unless its key says otherwise (`limit_multi_searches`). */
const SEARCHES_PER_REQUEST = 50

/** Any number of searches, in as many requests as hold 50 each, one after the other; answers in their order. */
export async function searchInTurns(
  index: SearchIndex,
  searches: readonly IndexSearch[],
): Promise<IndexAnswer[]> {
  const answers: IndexAnswer[] = []
  for (let start = 0; start < searches.length; start += SEARCHES_PER_REQUEST)
    answers.push(...(await index.searchAll(searches.slice(start, start + SEARCHES_PER_REQUEST))))
  return answers
}
