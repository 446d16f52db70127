import { answered, type IndexAnswer, type IndexSearch, type SearchIndex } from './client.ts'

const NOT_FOUND = 404
/** The engine's words for a field of `query_by` that its collection lacks. */
const UNKNOWN_FIELD = /could not find a field/i

/** Live collections, by index, that were made before documents had stems. */
const withoutStems = new WeakMap<SearchIndex, string | undefined>()

/**
 * Searches by stems. A live collection that an earlier version made has none until the next full sync: it refuses, and
 * is searched by words as they were written from then on, as long as the same collection answers.
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
