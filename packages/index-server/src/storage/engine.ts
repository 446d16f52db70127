import { ApiKeys } from './api-keys.ts'
import { Collection } from './collection.ts'
import { HttpError, badRequest, notFound } from '../requests/http-error.ts'
import { describeSchema, parseSchema } from '../schema/schema.ts'
import type { Store } from './store.ts'
import { Turns } from './turns.ts'

/** Maximum milliseconds of work before other requests run. */
export const SLICE_MILLISECONDS = 12
/** Many requests may arrive in one turn of the event loop, and each runs its first slice at once. */
const FIRST_SLICE_MILLISECONDS = 4
const MAX_COLLECTIONS = 1_000
const MAX_ALIASES = 10_000

/** All collections, aliases and keys of one server. */
export class Engine {
  readonly store: Store
  readonly keys: ApiKeys
  readonly startedAt = Date.now()
  #collections = new Map<string, Collection>()
  #aliases = new Map<string, string>()
  #isReady = false
  #loading: Promise<void> | undefined
  #writes = new Map<Collection, Promise<unknown>>()
  readonly #turns = new Turns()
  readonly #stopping = new AbortController()
  #running = new Set<Promise<unknown>>()

  constructor(store: Store, adminKey: string) {
    this.store = store
    this.keys = new ApiKeys(store, adminKey)
  }

  /** True when all documents are back in memory. */
  get isReady(): boolean {
    return this.#isReady
  }

  /**
   * Reads everything from the store. Meanwhile the server answers that it is not ready. Rejects with a remedy when the
   * file is damaged.
   */
  load(): Promise<void> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  async #load(): Promise<void> {
    try {
      await this.#readStore()
      this.#isReady = true
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw this.store.explain(error)
    }
  }

  async #readStore(): Promise<void> {
    for (const { name, collection } of this.store.listAliases()) this.#aliases.set(name, collection)
    for (const stored of this.store.listCollections()) {
      const schema = parseSchema(JSON.parse(stored.schema) as unknown)
      const collection = new Collection(this.store, stored.number, schema, stored.created_at)
      this.#collections.set(stored.name, collection)
      await this.runInSlices(collection.load())
    }
  }

  /** Ends long work at its next slice: running writes and searches fail with 503. Completed writes stay. */
  cancel(): void {
    this.#stopping.abort(new HttpError(503, 'The server is shutting down.'))
  }

  /** Cancels running work and closes the store. */
  async close(): Promise<void> {
    this.cancel()
    await Promise.allSettled([this.#loading, ...this.#writes.values(), ...this.#running])
    this.store.close()
  }

  listCollections(): Collection[] {
    return [...this.#collections.values()].reverse()
  }

  /** Returns the collection with this name, or the collection of the alias with this name. */
  findCollection(name: string): Collection | undefined {
    return this.#collections.get(name) ?? this.#collections.get(this.#aliases.get(name) ?? '')
  }

  createCollection(body: unknown, now: Date): Collection {
    const schema = parseSchema(body)
    if (this.#collections.has(schema.name)) {
      throw new HttpError(409, `A collection with name \`${schema.name}\` already exists.`)
    }
    if (this.#collections.size >= MAX_COLLECTIONS) {
      throw badRequest(`There are ${MAX_COLLECTIONS} collections already: delete some first.`)
    }
    const createdAt = Math.floor(now.getTime() / 1000)
    const number = this.store.createCollection(schema.name, JSON.stringify(describeSchema(schema)), createdAt)
    const collection = new Collection(this.store, number, schema, createdAt)
    this.#collections.set(schema.name, collection)
    return collection
  }

  /** Drops a collection when its writes have ended. */
  async dropCollection(name: string): Promise<Collection> {
    const collection = this.findCollection(name)
    if (collection === undefined) throw notFound(`No collection with name \`${name}\` found.`)
    return this.write(collection, async () => {
      this.#collections.delete(collection.name)
      collection.isDropped = true
      this.store.dropCollection(collection.number)
      return collection
    })
  }

  listAliases(): { name: string; collection_name: string }[] {
    return [...this.#aliases].map(([name, collection]) => ({ name, collection_name: collection }))
  }

  findAlias(name: string): string | undefined {
    return this.#aliases.get(name)
  }

  putAlias(name: string, collection: string): void {
    if (this.#collections.has(name)) {
      throw new HttpError(500, `Name \`${name}\` conflicts with an existing collection name.`)
    }
    if (this.#aliases.size >= MAX_ALIASES) throw badRequest(`There are ${MAX_ALIASES} aliases already.`)
    this.store.putAlias(name, collection)
    this.#aliases.set(name, collection)
  }

  removeAlias(name: string): void {
    this.store.removeAlias(name)
    this.#aliases.delete(name)
  }

  /** Runs one write per collection at a time, in the order of the calls. Searches run in between. */
  async write<T>(collection: Collection, work: () => Promise<T>): Promise<T> {
    const before = this.#writes.get(collection) ?? Promise.resolve()
    const done = before.then(async () => {
      this.#stopping.signal.throwIfAborted()
      if (this.#collections.get(collection.name) !== collection) throw notFound('Not found.')
      return work()
    })
    // The next write waits for this write and its purge, but does not fail when they fail.
    const settled = done
      .then(() => this.#purge(collection))
      .catch(() => undefined)
      .finally(() => {
        if (this.#writes.get(collection) === settled) this.#writes.delete(collection)
      })
    this.#writes.set(collection, settled)
    return done
  }

  async #purge(collection: Collection): Promise<void> {
    if (collection.needsPurge()) await this.runInSlices(collection.purge())
  }

  /** Waits for the next slice of work that has had `slices` of them. Throws when the server stops. */
  async pause(slices: number): Promise<void> {
    await this.#turns.next(slices)
    this.#stopping.signal.throwIfAborted()
  }

  /**
   * Runs long work in slices of time, with other requests in between. Throws when the server stops, or when `signal`
   * is aborted because the caller has disconnected.
   */
  runInSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
    const running = this.#runInSlices(steps, signal)
    this.#running.add(running)
    const forget = (): void => void this.#running.delete(running)
    running.then(forget, forget)
    return running
  }

  async #runInSlices<T>(steps: Generator<void, T>, signal: AbortSignal | undefined): Promise<T> {
    let sliceStart = performance.now()
    for (let slices = 1; ;) {
      const step = steps.next()
      if (step.done === true) return step.value
      const longest = slices === 1 ? FIRST_SLICE_MILLISECONDS : SLICE_MILLISECONDS
      if (performance.now() - sliceStart < longest) continue
      await this.pause(slices++)
      signal?.throwIfAborted()
      sliceStart = performance.now()
    }
  }
}
