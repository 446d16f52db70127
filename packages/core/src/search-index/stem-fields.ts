import type { IndexSearch, SearchIndex } from './client.ts'
import { answered, type IndexAnswer } from './index-answer.ts'

const NOT_FOUND = 404
/** The engine's error for a field of `query_by` that the collection lacks. */
const UNKNOWN_FIELD = /could not find a field/i

/** Live collections without stem fields, by index. */
const withoutStems = new WeakMap<SearchIndex, string | undefined>()

/**
 * Searches by stems. A live collection made by an earlier version lacks them until the next full sync and refuses the
 * search. From then on this function searches words as written, as long as the same collection answers.
 */
export async function searchStems(
  index: SearchIndex,
  makeSearch: (hasStems: boolean) => IndexSearch,
): Promise<IndexAnswer> {
  if (!withoutStems.has(index)) {
    const [result] = await index.searchEach([makeSearch(true)])
    if (result === undefined) throw new Error('the index answered without a result')
    if (!('error' in result) || result.code !== NOT_FOUND || !UNKNOWN_FIELD.test(result.error))
      return answered(result)
  }
  const answer = await index.search(makeSearch(false))
  const collection = answer.request_params.collection_name
  if (withoutStems.has(index) && withoutStems.get(index) !== collection) withoutStems.delete(index)
  else withoutStems.set(index, collection)
  return answer
}
