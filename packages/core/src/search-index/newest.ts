import { DAY_MS, MINUTE_MS, SECOND_MS } from '@pauta/platform/time/time'
import type { IndexSearch, SearchIndex } from './client.ts'
import { since } from './filter.ts'
import type { IndexAnswer } from './index-answer.ts'
import type { NewestMemory } from './newest-memory.ts'

/** The last entry of a list that a lower bound is tried for. Deeper pages read the whole corpus. */
export const NEWEST_MAX = 250

/**
 * Lower bounds that are tried in turn. 160 agencies publish about 250 articles a day, fewer at weekends, so two days fill
 * nearly every first page.
 */
const WIDTHS_MS = [2 * DAY_MS, 14 * DAY_MS]
/** For this long, the number of groups is reused while the collection has as many documents as when they were counted. */
const GROUP_COUNT_MS = MINUTE_MS

const hitsOf = ({ hits, grouped_hits: groups }: IndexAnswer) =>
  groups?.flatMap((group) => group.hits.slice(0, 1)) ?? hits ?? []

/** The number of documents that match the filter of an answer. */
const documentsOf = (answer: IndexAnswer): number => answer.found_docs ?? answer.found

/** Returns the position of the narrowest bound after which the last hit of a page lies. */
function positionOf(answer: IndexAnswer, limit: number, now: number): number {
  if (limit === 0) return 0
  const oldest = hitsOf(answer).at(-1)?.document.published_at
  // The page lies behind the last article.
  if (oldest === undefined) return WIDTHS_MS.length
  const position = WIDTHS_MS.findIndex((width) => oldest * SECOND_MS > now - width)
  return position < 0 ? WIDTHS_MS.length : position
}

/**
 * Returns the number of entries of the whole list, of which `answer` has the part after a bound. Every document is an
 * entry unless copies are merged. Returns undefined when the number of groups has to be counted anew.
 */
function countWhole(answer: IndexAnswer, isMerged: boolean, { count }: NewestMemory): number | undefined {
  if (documentsOf(answer) === answer.out_of) return answer.found
  if (!isMerged) return answer.out_of
  const isSame = count?.collection === answer.request_params.collection_name
  return count && isSame && count.documents === answer.out_of
    ? Math.max(count.groups, answer.found)
    : undefined
}

/** A list of all articles, newest first, whose fields include `published_at`. */
export interface NewestList {
  search: IndexSearch
  /** Page number, from 1. */
  page: number
  limit: number
}

/** Tries the bounds in turn. Returns undefined when the whole corpus has to be read. */
async function searchBounded(
  index: SearchIndex,
  { search, page, limit }: NewestList,
  now: number,
): Promise<IndexAnswer | undefined> {
  const memory = index.newest
  const isMerged = search.group_by !== undefined
  if (isMerged && !(memory.count && memory.count.until > now)) return undefined
  for (const width of WIDTHS_MS.slice(memory.widths.get(page * limit) ?? 0)) {
    const bound = since('published_at', new Date(now - width))
    const answer = await index.search({ ...search, filter_by: bound })
    if (hitsOf(answer).length < limit && documentsOf(answer) < answer.out_of) continue
    const found = countWhole(answer, isMerged, memory)
    return found === undefined ? undefined : { ...answer, found }
  }
  return undefined
}

/**
 * Answers a list of all articles, newest first, without reading all of them. The engine sorts every document that
 * matches, so the list is asked for with a lower bound first. A bound that leaves a full page changes nothing: all newer
 * documents are still compared, and the first document of a group is its newest one. When a bound leaves too little, the
 * next one is tried, then the whole corpus. `found` is the number of documents, which every answer contains. When copies
 * are merged, it is the number of groups: counted anew when documents come or go, and at most a minute old when an
 * article was changed in place.
 */
export async function searchNewest(index: SearchIndex, list: NewestList): Promise<IndexAnswer> {
  const { search, page, limit } = list
  const now = Date.now()
  let answer = await searchBounded(index, list, now)
  if (!answer) {
    answer = await index.search(search)
    const { found: groups, out_of: documents, request_params: parameters } = answer
    if (search.group_by !== undefined)
      index.newest.count = {
        collection: parameters.collection_name,
        documents,
        groups,
        until: now + GROUP_COUNT_MS,
      }
  }
  index.newest.widths.set(page * limit, positionOf(answer, limit, now))
  return answer
}
