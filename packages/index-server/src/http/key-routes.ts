import { notFound } from '../requests/http-error.ts'
import { parseJson } from '../requests/json-value.ts'
import type { Route } from './route.ts'

const demand = (action: string) => () => ({ action, collections: [] })

function readId(text: string): number {
  if (!/^\d+$/.test(text)) throw notFound('Not found.')
  return Number(text)
}

export const keyRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/keys',
    demand: demand('keys:list'),
    handle: ({ engine }) => ({ status: 200, json: { keys: engine.keys.list() } }),
  },
  {
    method: 'POST',
    pattern: '/keys',
    demand: demand('keys:create'),
    handle: ({ engine, body }) => ({ status: 201, json: engine.keys.create(parseJson(body)) }),
  },
  {
    method: 'GET',
    pattern: '/keys/:id',
    demand: demand('keys:get'),
    handle: ({ engine, path }) => ({ status: 200, json: engine.keys.get(readId(path.id!)) }),
  },
  {
    method: 'DELETE',
    pattern: '/keys/:id',
    demand: demand('keys:delete'),
    handle: ({ engine, path }) => {
      const id = readId(path.id!)
      engine.keys.remove(id)
      return { status: 200, json: { id } }
    },
  },
]
