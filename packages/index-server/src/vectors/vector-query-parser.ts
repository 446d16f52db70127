import { badRequest } from '../requests/http-error.ts'
import { splitOutside } from '../requests/parameters.ts'

const DEFAULT_ALPHA = 0.3
const MAX_K = 10_000
const MAX_QUERY_LENGTH = 400_000

export interface VectorQuery {
  field: string
  /** Empty when the query uses the vector of document `id`. */
  vector: number[]
  id: string | undefined
  /** Number of neighbours; 0 when not given. */
  k: number
  /** Weight of the vector rank in a hybrid search, 0 to 1. */
  alpha: number
  distanceThreshold: number
  /** A filter that matches fewer documents than this returns all of them. */
  flatSearchCutoff: number
}

/** Parses `field:([numbers], k: 10, …)`. */
export function parseVectorQuery(text: string): VectorQuery {
  if (text.length > MAX_QUERY_LENGTH) throw badRequest('Vector query is too long.')
  const match = /^\s*([^:\s]+)\s*:\s*\(\s*\[([^\]]*)\](.*)\)\s*$/s.exec(text)
  if (match === null) throw badRequest('Malformed vector query string.')
  const query: VectorQuery = {
    field: match[1]!,
    vector: match[2]!
      .split(',')
      .filter((entry) => entry.trim() !== '')
      .map(parseEntry),
    id: undefined,
    k: 0,
    alpha: DEFAULT_ALPHA,
    distanceThreshold: Number.POSITIVE_INFINITY,
    flatSearchCutoff: 0,
  }
  for (const option of splitOutside(match[3]!, ',')) readOption(query, option)
  return query
}

function parseEntry(entry: string): number {
  const number = Number(entry)
  if (!Number.isFinite(number))
    throw badRequest('Malformed vector query string: one of the vector values is not a float.')
  return number
}

function readOption(query: VectorQuery, option: string): void {
  const colon = option.indexOf(':')
  if (colon < 0) throw badRequest('Malformed vector query string.')
  const name = option.slice(0, colon).trim()
  const value = option.slice(colon + 1).trim()
  switch (name) {
    case 'id':
      if (query.vector.length > 0) {
        throw badRequest('Malformed vector query string: cannot pass both vector query and `id` parameter.')
      }
      query.id = value
      break
    case 'k':
      query.k = Math.min(MAX_K, readCount(value, 'k'))
      break
    case 'flat_search_cutoff':
      query.flatSearchCutoff = readCount(value, 'flat_search_cutoff')
      break
    case 'distance_threshold':
      query.distanceThreshold = readFloat(value, 'distance_threshold')
      break
    case 'alpha':
      query.alpha = readFloat(value, 'alpha')
      if (query.alpha < 0 || query.alpha > 1) {
        throw badRequest('Malformed vector query string: `alpha` parameter must be a float between 0.0-1.0.')
      }
      break
    case 'ef':
      // The search is exact, so the width parameter of an approximate search has no effect.
      if (readCount(value, 'ef') === 0)
        throw badRequest('Malformed vector query string: `ef` parameter must be a positive integer.')
      break
  }
}

function readCount(value: string, name: string): number {
  if (!/^\d+$/.test(value)) {
    throw badRequest(`Malformed vector query string: \`${name}\` parameter must be an integer.`)
  }
  return Number(value)
}

function readFloat(value: string, name: string): number {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) {
    throw badRequest(`Malformed vector query string: \`${name}\` parameter must be a float.`)
  }
  return number
}
