import { badRequest, notFound } from '../requests/http-error.ts'
import { isRecord, parseJson } from '../requests/json-value.ts'
import { createProjection } from '../requests/projection.ts'
import type { ApiRequest, Route } from './route.ts'

const onOne = (action: string) => (request: ApiRequest) => ({ action, collections: [request.path.name!] })
const onAll = (action: string) => () => ({ action, collections: [] })

const splitNames = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

export const collectionRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/collections',
    demand: onAll('collections:list'),
    handle: ({ engine, query }) => {
      const projection = createProjection([], splitNames(query.get('exclude_fields')))
      const limit = readCount(query, 'limit', Number.MAX_SAFE_INTEGER)
      const offset = readCount(query, 'offset', 0)
      const collections = engine.listCollections().slice(offset, offset + limit)
      return { status: 200, json: collections.map((collection) => projection.apply(collection.describe())) }
    },
  },
  {
    method: 'POST',
    pattern: '/collections',
    demand: onAll('collections:create'),
    handle: ({ engine, body, query, now }) => {
      const parsed = parseJson(body)
      const source = query.get('src_name')
      if (source === null) return { status: 201, json: engine.createCollection(parsed, now).describe() }
      const original = engine.findCollection(source)
      if (original === undefined) throw notFound(`Collection with name \`${source}\` not found.`)
      if (!isRecord(parsed)) throw badRequest('Bad JSON.')
      const copy = engine.createCollection({ ...original.describe(), name: parsed.name }, now)
      for (const synonym of original.synonyms.list()) copy.putSynonym(synonym.id, synonym)
      return { status: 201, json: copy.describe() }
    },
  },
  {
    method: 'GET',
    pattern: '/collections/:name',
    demand: onOne('collections:get'),
    handle: ({ engine, path }) => {
      const collection = engine.findCollection(path.name!)
      if (collection === undefined) throw notFound('Not Found')
      return { status: 200, json: collection.describe() }
    },
  },
  {
    method: 'PATCH',
    pattern: '/collections/:name',
    demand: onOne('collections:update'),
    handle: async ({ engine, path, body }) => {
      const change = parseJson(body)
      const collection = engine.findCollection(path.name!)
      if (collection === undefined) throw notFound('Not Found')
      await engine.write(collection, () => engine.runInSlices(collection.changeSchema(change)))
      return { status: 200, json: change }
    },
  },
  {
    method: 'DELETE',
    pattern: '/collections/:name',
    demand: onOne('collections:delete'),
    handle: async ({ engine, path }) => {
      const dropped = await engine.dropCollection(path.name!)
      return { status: 200, json: dropped.describe() }
    },
  },
]

function readCount(query: URLSearchParams, name: string, fallback: number): number {
  const value = query.get(name)
  if (value === null) return fallback
  if (!/^\d+$/.test(value)) throw badRequest(`Parameter \`${name}\` must be an unsigned integer.`)
  return Number(value)
}
