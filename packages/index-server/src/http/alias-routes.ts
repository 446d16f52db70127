import { badRequest, notFound } from '../requests/http-error.ts'
import { isRecord, parseJson } from '../requests/json-value.ts'
import type { ApiRequest, Route } from './route.ts'

const demand = (action: string) => () => ({ action, collections: [] })

function getTarget({ engine, path }: ApiRequest): { name: string; collection_name: string } {
  const collection = engine.findAlias(path.name!)
  if (collection === undefined) throw notFound('Not Found')
  return { name: path.name!, collection_name: collection }
}

export const aliasRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/aliases',
    demand: demand('aliases:list'),
    handle: ({ engine }) => ({ status: 200, json: { aliases: engine.listAliases() } }),
  },
  {
    method: 'GET',
    pattern: '/aliases/:name',
    demand: demand('aliases:get'),
    handle: (request) => ({ status: 200, json: getTarget(request) }),
  },
  {
    method: 'PUT',
    pattern: '/aliases/:name',
    demand: demand('aliases:create'),
    handle: ({ engine, path, body }) => {
      const parsed = parseJson(body)
      if (!isRecord(parsed) || typeof parsed.collection_name !== 'string' || parsed.collection_name === '') {
        throw badRequest('Parameter `collection_name` is required.')
      }
      engine.putAlias(path.name!, parsed.collection_name)
      return { status: 200, json: { collection_name: parsed.collection_name, name: path.name! } }
    },
  },
  {
    method: 'DELETE',
    pattern: '/aliases/:name',
    demand: demand('aliases:delete'),
    handle: (request) => {
      const target = getTarget(request)
      request.engine.removeAlias(target.name)
      return { status: 200, json: target }
    },
  },
]
