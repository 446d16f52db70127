import type { Collection } from '../storage/collection.ts'
import { badRequest, notFound } from '../requests/http-error.ts'
import { isRecord, parseJson } from '../requests/json-value.ts'
import type { ApiRequest, Route } from './route.ts'

const demand = (action: string) => (request: ApiRequest) => ({ action, collections: [request.path.name!] })

function getCollection({ engine, path }: ApiRequest): Collection {
  const collection = engine.findCollection(path.name!)
  if (collection === undefined) throw notFound('Not Found')
  return collection
}

export const synonymRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/collections/:name/synonyms',
    demand: demand('synonyms:list'),
    handle: (request) => {
      const all = getCollection(request).synonyms.list()
      const offset = readCount(request.query, 'offset')
      const limit = readCount(request.query, 'limit')
      if (offset > 0 && offset >= all.length) throw badRequest('Invalid offset param.')
      const synonyms = all.slice(offset, limit === 0 ? all.length : offset + limit)
      return { status: 200, json: { synonyms } }
    },
  },
  {
    method: 'GET',
    pattern: '/collections/:name/synonyms/:id',
    demand: demand('synonyms:get'),
    handle: (request) => {
      const synonym = getCollection(request).synonyms.find(request.path.id!)
      if (synonym === undefined) throw notFound('Not Found')
      return { status: 200, json: synonym }
    },
  },
  {
    method: 'PUT',
    pattern: '/collections/:name/synonyms/:id',
    demand: demand('synonyms:create'),
    handle: (request) => {
      const collection = getCollection(request)
      const body = parseJson(request.body)
      if (!isRecord(body)) throw badRequest('Bad JSON.')
      collection.putSynonym(request.path.id!, body)
      return { status: 200, json: { ...body, id: request.path.id! } }
    },
  },
  {
    method: 'DELETE',
    pattern: '/collections/:name/synonyms/:id',
    demand: demand('synonyms:delete'),
    handle: (request) => {
      getCollection(request).removeSynonym(request.path.id!)
      return { status: 200, json: { id: request.path.id! } }
    },
  },
]

/** Returns 0 when the parameter is not given. */
function readCount(query: URLSearchParams, name: 'offset' | 'limit'): number {
  const value = query.get(name) ?? '0'
  const word = name === 'offset' ? 'Offset' : 'Limit'
  if (!/^\d+$/.test(value)) throw badRequest(`${word} param should be unsigned integer.`)
  return Number(value)
}
