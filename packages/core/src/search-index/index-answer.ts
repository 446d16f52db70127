import { unavailable } from '@pauta/platform/errors'
import type { SearchResponse } from 'typesense/lib/Typesense/Documents.js'
import type { IndexDocument } from './article-document.ts'

const HTTP_NOT_FOUND = 404

export type IndexAnswer = SearchResponse<IndexDocument>

/** A refused search of a multi-search, with the status and reason of the index. */
export interface SearchRefusal {
  code: number
  error: string
}

const isCutShort = (answer: IndexAnswer): boolean => 'search_cutoff' in answer && answer.search_cutoff

/**
 * Returns the answer of a search. Throws when the search was refused. A missing collection becomes SERVICE_UNAVAILABLE.
 */
export function answered(result: IndexAnswer | SearchRefusal): IndexAnswer {
  if (!('error' in result)) {
    // A partial result would look complete.
    if (isCutShort(result)) throw unavailable('search-index', new Error('the engine cut the search short'))
    return result
  }
  const failure = new Error(`search refused (${result.code}): ${result.error}`)
  throw result.code === HTTP_NOT_FOUND ? unavailable('search-index', failure) : failure
}
