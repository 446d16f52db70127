import { PublicError, unavailable } from '@pauta/platform/errors'
import type { SearchResponse } from 'typesense/lib/Typesense/Documents.js'
import type { IndexDocument } from './collection.ts'

const HTTP_BAD_REQUEST = 400
const HTTP_SERVER_ERROR = 500
/** A missing collection or field, a search above its time limit, and an engine that loads its documents. */
const CANNOT_SERVE: ReadonlySet<number> = new Set([404, 408, 503])

export type IndexAnswer = SearchResponse<IndexDocument>

/** A refused search of a multi-search, with the status and reason of the index. */
export interface SearchRefusal {
  code: number
  error: string
}

const isCutShort = (answer: IndexAnswer): boolean => 'search_cutoff' in answer && answer.search_cutoff

/**
 * Returns the answer of a search. Throws when the search was refused: SERVICE_UNAVAILABLE when the engine cannot answer
 * it now, BAD_USER_INPUT with the engine's reason as cause when it accepts no such search.
 */
export function answered(result: IndexAnswer | SearchRefusal): IndexAnswer {
  if (!('error' in result)) {
    // A partial result would look complete.
    if (isCutShort(result)) throw unavailable('search-index', new Error('the engine cut the search short'))
    return result
  }
  const { code = HTTP_SERVER_ERROR, error } = result
  const failure = new Error(`search refused (${code}): ${error}`)
  if (CANNOT_SERVE.has(code)) throw unavailable('search-index', failure)
  if (code !== HTTP_BAD_REQUEST) throw failure
  throw new PublicError('BAD_USER_INPUT', 'A busca não aceita estes filtros ou estas palavras.', {
    cause: failure,
  })
}
