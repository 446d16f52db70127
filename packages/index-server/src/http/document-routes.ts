import type { Collection, WriteAction } from '../storage/collection.ts'
import { parseDirtyValues } from '../schema/document-check.ts'
import { SLICE_MILLISECONDS } from '../storage/engine.ts'
import type { Engine } from '../storage/engine.ts'
import { evaluateFilter } from '../filters/filter-evaluate.ts'
import { parseFilter } from '../filters/filter-parser.ts'
import { badRequest, notFound } from '../requests/http-error.ts'
import { importDocuments } from '../storage/import-documents.ts'
import { isRecord, parseJson } from '../requests/json-value.ts'
import type { Document } from '../requests/json-value.ts'
import { createProjection } from '../requests/projection.ts'
import type { Projection } from '../requests/projection.ts'
import type { ApiRequest, ApiResponse, Route } from './route.ts'

const demand = (action: string) => (request: ApiRequest) => ({ action, collections: [request.path.name!] })

const ACTIONS: ReadonlySet<string> = new Set(['create', 'upsert', 'update', 'emplace'])

export const documentRoutes: readonly Route[] = [
  {
    method: 'POST',
    pattern: '/collections/:name/documents/import',
    demand: demand('documents:import'),
    handle: importLines,
  },
  {
    method: 'GET',
    pattern: '/collections/:name/documents/export',
    demand: demand('documents:export'),
    handle: exportLines,
  },
  {
    method: 'POST',
    pattern: '/collections/:name/documents',
    demand: demand('documents:create'),
    handle: addOne,
  },
  {
    method: 'PATCH',
    pattern: '/collections/:name/documents',
    demand: demand('documents:update'),
    handle: updateMany,
  },
  {
    method: 'DELETE',
    pattern: '/collections/:name/documents',
    demand: demand('documents:delete'),
    handle: deleteMany,
  },
  {
    method: 'GET',
    pattern: '/collections/:name/documents/:id',
    demand: demand('documents:get'),
    handle: getOne,
  },
  {
    method: 'PATCH',
    pattern: '/collections/:name/documents/:id',
    demand: demand('documents:update'),
    handle: updateOne,
  },
  {
    method: 'DELETE',
    pattern: '/collections/:name/documents/:id',
    demand: demand('documents:delete'),
    handle: deleteOne,
  },
]

function getCollection(engine: Engine, name: string): Collection {
  const collection = engine.findCollection(name)
  if (collection === undefined) throw notFound('Not found.')
  return collection
}

function getSlot(collection: Collection, id: string): number {
  const slot = collection.index.findSlot(id)
  if (slot === undefined) throw notFound(`Could not find a document with id: ${id}`)
  return slot
}

function readAction(query: URLSearchParams, fallback: WriteAction): WriteAction {
  const action = query.get('action') ?? fallback
  if (!ACTIONS.has(action)) throw badRequest('Parameter `action` must be a create|update|upsert.')
  return action as WriteAction
}

function readProjection(query: URLSearchParams): Projection {
  const names = (key: string): string[] =>
    (query.get(key) ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
  return createProjection(names('include_fields'), names('exclude_fields'))
}

function parseDocument(body: string): Document {
  const document = parseJson(body)
  if (!isRecord(document)) throw badRequest('Bad JSON.')
  return document
}

async function importLines(request: ApiRequest): Promise<ApiResponse> {
  const { engine, path, query, body } = request
  const batchSize = query.get('batch_size')
  if (batchSize !== null && !/^[1-9]\d*$/.test(batchSize)) {
    throw badRequest('Parameter `batch_size` must be a positive integer.')
  }
  const action = readAction(query, 'create')
  const returnsDocument = readFlag(query, 'return_doc') || query.get('return_res') === 'true'
  const returnsId = readFlag(query, 'return_id')
  const collection = getCollection(engine, path.name!)
  const dirty = parseDirtyValues(query.get('dirty_values'), collection.schema)
  const options = { action, dirty, returnsId, returnsDocument }
  const lines = await engine.write(collection, () =>
    importDocuments(collection, body, options, (slices) => engine.pause(slices)),
  )
  return { status: 200, lines }
}

function readFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name) ?? 'false'
  if (value !== 'true' && value !== 'false') throw badRequest(`Parameter \`${name}\` must be a true|false.`)
  return value === 'true'
}

function exportLines({ engine, path, query }: ApiRequest): ApiResponse {
  const collection = getCollection(engine, path.name!)
  const projection = readProjection(query)
  const ids = Array.from(listFiltered(collection, query.get('filter_by') ?? ''), (slot) =>
    collection.index.idAt(slot),
  )
  const withVectors = [...collection.index.vectors.keys()].some((field) => projection.keeps(field))
  const lines = (function* () {
    for (const id of ids) {
      // Documents that were deleted since the export began are skipped.
      const slot = collection.index.findSlot(id)
      if (slot !== undefined) yield JSON.stringify(projection.apply(collection.read(slot, withVectors)))
    }
  })()
  return { status: 200, lines }
}

/** Returns the slots that pass a filter, in order of insertion. Without a filter, returns all slots. */
function listFiltered(collection: Collection, text: string): Int32Array {
  const { index } = collection
  const filter = parseFilter(text, (name) => index.findField(name))
  return collection.inOrder(filter === undefined ? index.alive : evaluateFilter(index, filter))
}

async function addOne({ engine, path, query, body }: ApiRequest): Promise<ApiResponse> {
  const collection = getCollection(engine, path.name!)
  const document = parseDocument(body)
  const action = readAction(query, 'create')
  const dirty = parseDirtyValues(query.get('dirty_values'), collection.schema)
  const written = await engine.write(collection, async () =>
    collection.transact(() => collection.write(action, document, dirty)),
  )
  return { status: 201, json: written }
}

function getOne({ engine, path, query }: ApiRequest): ApiResponse {
  const collection = getCollection(engine, path.name!)
  const projection = readProjection(query)
  return { status: 200, json: projection.apply(collection.read(getSlot(collection, path.id!), true)) }
}

async function updateOne({ engine, path, query, body }: ApiRequest): Promise<ApiResponse> {
  const collection = getCollection(engine, path.name!)
  const change = parseDocument(body)
  const dirty = parseDirtyValues(query.get('dirty_values'), collection.schema)
  const action = query.get('action') === null ? 'update' : readAction(query, 'update')
  const updated = await engine.write(collection, async () =>
    collection.transact(() => collection.write(action, { ...change, id: path.id! }, dirty)),
  )
  return { status: 200, json: updated }
}

async function deleteOne({ engine, path, query }: ApiRequest): Promise<ApiResponse> {
  const collection = getCollection(engine, path.name!)
  return engine.write(collection, async () => {
    const slot = collection.index.findSlot(path.id!)
    if (slot === undefined) {
      if (query.get('ignore_not_found') === 'true') return { status: 200, json: { id: path.id! } }
      throw notFound(`Could not find a document with id: ${path.id!}`)
    }
    const document = collection.read(slot, true)
    collection.transact(() => collection.remove(slot))
    return { status: 200, json: document }
  })
}

async function updateMany({ engine, path, query, body }: ApiRequest): Promise<ApiResponse> {
  const collection = getCollection(engine, path.name!)
  const filter = query.get('filter_by') ?? ''
  if (filter.trim() === '') throw badRequest('Parameter `filter_by` must be provided.')
  const change = parseDocument(body)
  const dirty = parseDirtyValues(query.get('dirty_values'), collection.schema)
  const updated = await engine.write(collection, () =>
    eachFiltered(engine, collection, filter, (slot) => {
      collection.write('update', { ...change, id: collection.index.idAt(slot) }, dirty)
    }),
  )
  return { status: 200, json: { num_updated: updated } }
}

async function deleteMany({ engine, path, query }: ApiRequest): Promise<ApiResponse> {
  const collection = getCollection(engine, path.name!)
  const filter = query.get('truncate') === 'true' ? 'id:*' : (query.get('filter_by') ?? '')
  if (filter.trim() === '') throw badRequest('Parameter `filter_by` must be provided.')
  const deleted = await engine.write(collection, () =>
    eachFiltered(engine, collection, filter, (slot) => collection.remove(slot)),
  )
  return { status: 200, json: { num_deleted: deleted } }
}

/** Visits every document of a filter in slices of time. Returns the number of documents. */
async function eachFiltered(
  engine: Engine,
  collection: Collection,
  filter: string,
  visit: (slot: number) => void,
): Promise<number> {
  const slots = listFiltered(collection, filter)
  let done = 0
  let slices = 0
  while (done < slots.length) {
    collection.transact(() => {
      const start = performance.now()
      while (done < slots.length && performance.now() - start < SLICE_MILLISECONDS) visit(slots[done++]!)
    })
    await engine.pause(++slices)
  }
  return slots.length
}
