import type { CollectionSchema } from 'typesense/lib/Typesense/Collection.js'
import type { MultiSearchRequestSchema } from 'typesense/lib/Typesense/Types.js'
import { followingFields, type DocumentLine } from './article-document.ts'
import { unavailable } from '@pauta/platform/errors'
import { countStoreRead } from '@pauta/platform/telemetry/observation'
import { newsCollection, type IndexDocument } from './collection.ts'
import { answered, type IndexAnswer, type SearchRefusal } from './index-answer.ts'
import { makeNewestMemory, type NewestMemory } from './newest-memory.ts'
import { openNodes, type IndexAddress } from './nodes.ts'
import { assertFilterSize, withIds } from './filter.ts'

/** Time limit of a search, of all attempts together. */
const SEARCH_TIMEOUT_MS = 5_000
/** Required by the engine. In the data folder, because the disk of the system is smaller. */
const SNAPSHOT_FOLDER = '/data/full-sync-snapshot'
const HTTP_NOT_FOUND = 404
const HTTP_REQUEST_TIMEOUT = 408
const HTTP_SERVER_ERROR = 500

/** Parameters of one search. The default collection is the alias of the live one. */
export type IndexSearch = Omit<MultiSearchRequestSchema<IndexDocument, string>, 'collection'> & {
  collection?: string
}

/** A document that the index refused. */
export interface RefusedDocument {
  id: string
  error: string
}

/** Documents ready for an import. */
export interface ImportBatch {
  /** Ids of the documents, in the order of the lines. */
  ids: string[]
  /** One document per line. */
  body: string
}

/**
 * Joins documents to one text. This takes about as long as creating the documents, so do it while the index is busy.
 */
export function toImportBatch(lines: readonly DocumentLine[]): ImportBatch {
  return { ids: lines.map((line) => line.id), body: lines.map((line) => line.json).join('\n') }
}

/** Some fields of a document; null removes a field. */
export type DocumentFields = { [Field in keyof IndexDocument]?: IndexDocument[Field] | null }

interface SearchOptions {
  /** Aborted when the caller no longer waits for the answer. */
  signal?: AbortSignal | undefined
}

/** The operations on the search index. Every method throws SERVICE_UNAVAILABLE when the index does not answer. */
export interface SearchIndex {
  /** Name of the alias of the live collection. */
  readonly alias: string
  /** What lists of all articles showed, for every copy of this client. */
  readonly newest: NewestMemory
  /**
   * Sends several searches in one request and returns their answers in order. Throws when a search was refused or cut
   * short by the engine. A search that exceeds 5 s, or whose caller aborts, ends the request without a retry.
   */
  searchAll(searches: readonly IndexSearch[], options?: SearchOptions): Promise<IndexAnswer[]>
  /** Like `searchAll`, but returns refusals among the answers. */
  searchEach(
    searches: readonly IndexSearch[],
    options?: SearchOptions,
  ): Promise<(IndexAnswer | SearchRefusal)[]>
  search(search: IndexSearch, options?: SearchOptions): Promise<IndexAnswer>
  /** Writes whole documents and replaces those with the same id. Returns the refused lines; the others are stored. */
  upsert(batch: ImportBatch, collection?: string): Promise<RefusedDocument[]>
  /**
   * Sets fields of one live document; null removes a field. Uses the time limits of a search. Returns false when the
   * document does not exist.
   */
  update(uniqueId: string, fields: DocumentFields): Promise<boolean>
  /** Removes documents by id. Ignores missing ids. */
  remove(uniqueIds: readonly string[], collection?: string): Promise<void>
  findCollection(name: string): Promise<CollectionSchema | undefined>
  listCollections(): Promise<CollectionSchema[]>
  createCollection(name: string, model: string): Promise<void>
  dropCollection(name: string): Promise<void>
  /** Returns the live collection, with the time limits of a search; undefined when there is none. */
  findSearchedCollection(): Promise<CollectionSchema | undefined>
  /** Returns the name of the live collection, or undefined. */
  findLiveCollection(): Promise<string | undefined>
  /** Removes the alias of the live collection; its collection stays. */
  dropAlias(): Promise<void>
  /** Points the alias to a collection atomically: a search uses either the old or the new collection. */
  pointAlias(collection: string): Promise<void>
  isHealthy(): Promise<boolean>
  /**
   * Stores the state of the answering server, so that a restart loads its documents before it counts as healthy. Writes
   * since the last snapshot are replayed after that. The server also copies the snapshot to a folder of its own disk.
   */
  takeSnapshot(): Promise<void>
}

function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'httpStatus' in error ? error.httpStatus : undefined
  return typeof status === 'number' ? status : undefined
}

/** Converts no answer, a time-out, a server error and a missing collection to SERVICE_UNAVAILABLE. */
async function ask<T>(request: () => Promise<T>): Promise<T> {
  const end = countStoreRead('index')
  try {
    return await request()
  } catch (error) {
    const status = statusOf(error)
    const cannotServe =
      status === undefined ||
      status >= HTTP_SERVER_ERROR ||
      status === HTTP_NOT_FOUND ||
      status === HTTP_REQUEST_TIMEOUT
    throw cannotServe ? unavailable('search-index', error) : error
  } finally {
    end()
  }
}

async function undefinedWhenMissing<T>(request: () => Promise<T>): Promise<T | undefined> {
  return await ask(async () => {
    try {
      return await request()
    } catch (error) {
      if (statusOf(error) === HTTP_NOT_FOUND) return undefined
      throw error
    }
  })
}

/**
 * Runs a search whose signal aborts after 5 s, or with the caller's. Its timer ends with the search: `AbortSignal.timeout`
 * would fire after each of them, and write an error with its stack.
 */
async function endLate<T>(
  caller: AbortSignal | undefined,
  search: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = () => controller.abort()
  const timer = setTimeout(end, SEARCH_TIMEOUT_MS)
  caller?.addEventListener('abort', end)
  try {
    if (caller?.aborted) end()
    return await search(controller.signal)
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', end)
  }
}

type Nodes = ReturnType<typeof openNodes>

/** The methods that search. They use the nodes and the time limits of a reader who waits. */
function makeSearches(
  { reader, searchCutoffMs }: Nodes,
  alias: string,
): Pick<SearchIndex, 'search' | 'searchAll' | 'searchEach'> {
  async function searchEach(
    searches: readonly IndexSearch[],
    { signal }: SearchOptions = {},
  ): Promise<(IndexAnswer | SearchRefusal)[]> {
    for (const { filter_by: filter } of searches) if (typeof filter === 'string') assertFilterSize(filter)
    const limit = { search_cutoff_ms: searchCutoffMs }
    const body = { searches: searches.map((search) => ({ collection: alias, ...limit, ...search })) }
    const { results } = await ask(() =>
      endLate(signal, (abortSignal) =>
        reader.multiSearch.perform<IndexDocument[]>(body, {}, { abortSignal }),
      ),
    )
    return results.map((result) =>
      result.error === undefined ? result : { code: result.code ?? HTTP_SERVER_ERROR, error: result.error },
    )
  }

  async function searchAll(
    searches: readonly IndexSearch[],
    options?: SearchOptions,
  ): Promise<IndexAnswer[]> {
    return (await searchEach(searches, options)).map(answered)
  }

  return {
    searchAll,
    searchEach,
    async search(search, options) {
      const [answer] = await searchAll([search], options)
      if (!answer) throw unavailable('search-index', new Error('the index answered without a result'))
      return answer
    },
  }
}

/** The methods that write documents. */
function makeWrites(
  { reader, writer }: Nodes,
  alias: string,
): Pick<SearchIndex, 'upsert' | 'update' | 'remove'> {
  const documents = (collection: string) => writer.collections<IndexDocument>(collection).documents()
  return {
    async upsert({ ids, body }, collection = alias) {
      if (ids.length === 0) return []
      const answer = await ask(() => documents(collection).import(body, { action: 'upsert' }))
      return answer.split('\n').flatMap((text, position) => {
        const result = JSON.parse(text) as { success: boolean; error?: string }
        return result.success ? [] : [{ id: ids[position] ?? '', error: result.error ?? 'refused' }]
      })
    },
    async update(uniqueId, fields) {
      const line = JSON.stringify({ ...fields, ...followingFields(fields), id: uniqueId })
      const live = reader.collections<IndexDocument>(alias).documents()
      const answer = await ask(() => live.import(line, { action: 'update' }))
      const result = JSON.parse(answer) as { success: boolean; code?: number; error?: string }
      if (!result.success && result.code !== HTTP_NOT_FOUND) {
        throw new Error(`update refused (${result.code}): ${result.error}`)
      }
      return result.success
    },
    async remove(uniqueIds, collection = alias) {
      if (uniqueIds.length === 0) return
      await ask(() => documents(collection).delete({ filter_by: withIds(uniqueIds) }))
    },
  }
}

/** The methods that make, name and drop collections. */
function makeCollections(
  { reader, writer }: Nodes,
  alias: string,
): Omit<
  SearchIndex,
  'alias' | 'newest' | 'search' | 'searchAll' | 'searchEach' | 'upsert' | 'update' | 'remove'
> {
  return {
    findCollection: (name) => undefinedWhenMissing(() => writer.collections(name).retrieve()),
    listCollections: () => ask(() => writer.collections().retrieve()),
    async createCollection(name, model) {
      await ask(() => writer.collections().create(newsCollection(name, model)))
    },
    async dropCollection(name) {
      await undefinedWhenMissing(() => writer.collections(name).delete())
    },
    findSearchedCollection: () => undefinedWhenMissing(() => reader.collections(alias).retrieve()),
    async findLiveCollection() {
      return (await undefinedWhenMissing(() => writer.aliases(alias).retrieve()))?.collection_name
    },
    async dropAlias() {
      await undefinedWhenMissing(() => writer.aliases(alias).delete())
    },
    async pointAlias(collection) {
      await ask(() => writer.aliases().upsert(alias, { collection_name: collection }))
    },
    async isHealthy() {
      return (await ask(() => reader.health.retrieve())).ok
    },
    async takeSnapshot() {
      await ask(() => writer.operations.perform('snapshot', { snapshot_path: SNAPSHOT_FOLDER }))
    },
  }
}

/** Returns a client. Opens no connection: each call connects over kept-alive connections. */
export function connectSearchIndex(config: IndexAddress): SearchIndex {
  const nodes = openNodes(config)
  const alias = config.collection
  return {
    alias,
    newest: makeNewestMemory(),
    ...makeSearches(nodes, alias),
    ...makeWrites(nodes, alias),
    ...makeCollections(nodes, alias),
  }
}
