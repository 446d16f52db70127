import { HttpError, badRequest, notFound } from '../requests/http-error.ts'
import { embed } from './embedded-parameters.ts'
import { isRecord, parseJson } from '../requests/json-value.ts'
import type { Parameters } from '../requests/parameters.ts'
import type { ApiRequest, ApiResponse, Route } from './route.ts'
import { search } from '../search/search.ts'

/** Maximum of searches in one request. */
const MAX_SEARCHES = 50

export const searchRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/collections/:name/documents/search',
    demand: ({ path }) => ({ action: 'documents:search', collections: [path.name!] }),
    handle: async ({ engine, path, query, signal }) => {
      const collection = engine.findCollection(path.name!)
      if (collection === undefined) throw notFound('Not found.')
      const json = await engine.runInSlices(search(collection, new Map(query)), signal)
      return { status: 200, json }
    },
  },
  // The body names the collections, so the handler checks the permission itself.
  { method: 'POST', pattern: '/multi_search', handle: searchMany },
]

async function searchMany(request: ApiRequest): Promise<ApiResponse> {
  const { engine, apiKey, now, signal } = request
  // A key without any search permission is refused before the body is read.
  const parsed = tryParse(request.body)
  if (parsed instanceof HttpError) {
    engine.keys.authorize(apiKey, { action: 'documents:search', collections: [] }, now)
    throw parsed
  }
  const searches = isRecord(parsed) ? parsed.searches : undefined
  if (!Array.isArray(searches)) throw badRequest('Missing `searches` array.')
  const most = Number(request.query.get('limit_multi_searches') ?? MAX_SEARCHES)
  if (searches.length > most)
    throw badRequest(`Number of multi searches exceeds \`limit_multi_searches\` parameter.`)
  const parameters = searches.map((entry: unknown) => mergeParameters(entry, request.query))
  const collections = parameters.map((one) => one.get('collection') ?? '').filter((name) => name !== '')
  const embedded = engine.keys.authorize(apiKey, { action: 'documents:search', collections }, now)
  const results = await engine.runInSlices(searchEach(request, parameters, embedded), signal)
  return { status: 200, json: { results } }
}

/** Answers one search after the other, and yields between them. */
function* searchEach(
  request: ApiRequest,
  parameters: readonly URLSearchParams[],
  embedded: Record<string, unknown>,
): Generator<void, unknown[]> {
  const results: unknown[] = []
  for (const one of parameters) {
    results.push(yield* searchOne(request, one, embedded))
    yield
  }
  return results
}

function tryParse(body: string): unknown {
  try {
    return parseJson(body)
  } catch (error) {
    return error
  }
}

/** Returns the parameters of one search. URL parameters override those of the entry. */
function mergeParameters(entry: unknown, query: URLSearchParams): URLSearchParams {
  if (!isRecord(entry)) throw badRequest('The value of `searches` must be an array of objects.')
  const merged = new URLSearchParams()
  for (const [name, value] of Object.entries(entry)) {
    if (value === null || value === undefined) continue
    merged.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, value] of query) merged.set(name, value)
  return merged
}

function* searchOne(
  request: ApiRequest,
  query: URLSearchParams,
  embedded: Record<string, unknown>,
): Generator<void, unknown> {
  for (const [name, value] of Object.entries(embedded)) embed(query, name, String(value))
  try {
    const collection = request.engine.findCollection(query.get('collection') ?? '')
    if (collection === undefined) throw notFound('Not found.')
    return yield* search(collection, new Map(query) satisfies Parameters)
  } catch (error) {
    if (error instanceof HttpError) return { code: error.status, error: error.message }
    throw error
  }
}
