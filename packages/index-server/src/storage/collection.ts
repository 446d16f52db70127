import { CollectionIndex } from '../memory-index/collection-index.ts'
import { detectFields } from '../schema/dynamic-fields.ts'
import { checkDocument, readDocumentId } from '../schema/document-check.ts'
import type { DirtyValues } from '../schema/document-check.ts'
import { HttpError, badRequest, notFound } from '../requests/http-error.ts'
import type { Document } from '../requests/json-value.ts'
import { isText } from '../schema/field.ts'
import { describeSchema } from '../schema/schema.ts'
import type { Field } from '../schema/field.ts'
import type { Schema } from '../schema/schema.ts'
import { planSchemaChange } from '../schema/schema-change.ts'
import { shortestSingle } from '../schema/single-precision.ts'
import type { SlotSet } from '../arrays/slot-set.ts'
import type { Store, StoredDocument } from './store.ts'
import { Synonyms } from '../keyword/synonyms.ts'
import type { SynonymView } from '../keyword/synonyms.ts'

export type WriteAction = 'create' | 'upsert' | 'update' | 'emplace'

/** Documents per read from the store. */
const LOAD_STEP = 200
/** A purge runs when this many slots died since the last purge, and at least a third of the live ones. */
const MIN_DEAD_SLOTS = 2_000
const DEAD_SHARE = 1 / 3

/** One collection: its documents in the store and their index in memory. Writes keep both equal. */
export class Collection {
  readonly number: number
  readonly createdAt: number
  index: CollectionIndex
  /** The collection was dropped. Running searches end. */
  isDropped = false
  readonly synonyms = new Synonyms()
  readonly #store: Store
  #nextSequence = 0
  #purgedSlots = 0
  /** Documents that the running transaction has written or removed. */
  #touched = new Set<string>()

  constructor(store: Store, number: number, schema: Schema, createdAt: number) {
    this.#store = store
    this.number = number
    this.createdAt = createdAt
    this.index = new CollectionIndex(schema)
    for (const { body } of store.listSynonyms(number)) this.synonyms.put(JSON.parse(body) as SynonymView)
  }

  get name(): string {
    return this.index.schema.name
  }

  get schema(): Schema {
    return this.index.schema
  }

  describe(): Record<string, unknown> {
    return { created_at: this.createdAt, num_documents: this.index.live, ...describeSchema(this.schema) }
  }

  /** Reads all documents from the store into the index. Yields after every few documents. */
  *load(): Generator<void> {
    for (;;) {
      const documents = this.#store.listDocuments(this.number, this.#nextSequence, LOAD_STEP)
      for (const stored of documents) {
        this.index.add(stored.id, stored.seq, parseStored(stored))
        this.#nextSequence = stored.seq + 1
      }
      if (documents.length < LOAD_STEP) return
      yield
    }
  }

  /** Adds a synonym, or replaces the synonym with the same id. Throws 400 when it is malformed. */
  putSynonym(id: string, body: unknown): void {
    const view = this.synonyms.parse(id, body)
    this.#store.putSynonym(this.number, id, JSON.stringify(view))
    this.synonyms.put(view)
  }

  /** Throws 404 when there is no synonym with this id. */
  removeSynonym(id: string): void {
    if (this.synonyms.find(id) === undefined) throw notFound('Could not find that `id`.')
    this.#store.removeSynonym(this.number, id)
    this.synonyms.remove(id)
  }

  /** Runs writes in one transaction. On any error, store and index return to their previous state. */
  transact<T>(work: () => T): T {
    return this.#undoing(() => this.#store.transact(work))
  }

  /**
   * Writes one document and returns its stored form. Must be called inside `transact`. On an error, store and index
   * return to the state before this write.
   */
  write(action: WriteAction, document: Document, dirty: DirtyValues): Document {
    return this.#undoing(() => this.#store.attempt(() => this.#write(action, document, dirty)))
  }

  /** Runs writes. When they throw, the store undoes them and the index reads the changed documents again. */
  #undoing<T>(work: () => T): T {
    const outer = this.#touched
    const { schema } = this
    this.#touched = new Set()
    try {
      const result = work()
      for (const id of this.#touched) outer.add(id)
      return result
    } catch (error) {
      if (this.schema !== schema) this.index.replaceSchema(schema)
      for (const id of this.#touched) this.#readBack(id)
      throw error
    } finally {
      this.#touched = outer
    }
  }

  #readBack(id: string): void {
    const slot = this.index.findSlot(id)
    if (slot !== undefined) this.index.remove(slot)
    const stored = this.#store.findDocument(this.number, id)
    if (stored !== undefined) this.index.add(stored.id, stored.seq, parseStored(stored))
  }

  #write(action: WriteAction, document: Document, dirty: DirtyValues): Document {
    this.#takeFields(document)
    const id = readDocumentId(document)
    const slot = id === undefined ? undefined : this.index.findSlot(id)
    if (slot === undefined) {
      if (action === 'update') {
        if (id === undefined) throw badRequest('For update, the `id` key must be provided.')
        throw notFound(`Could not find a document with id: ${id}`)
      }
      return this.#insert(id, document, dirty)
    }
    if (action === 'create') throw new HttpError(409, `A document with id ${id} already exists.`)
    return this.#replace(slot, document, dirty, action !== 'upsert')
  }

  /** Removes one document. Must be called inside `transact`. */
  remove(slot: number): void {
    this.#touched.add(this.index.idAt(slot))
    this.#store.removeDocument(this.number, this.index.sequenceAt(slot))
    this.index.remove(slot)
  }

  /** Returns the document of a slot. Its vectors are read only when `withVectors` is true. */
  read(slot: number, withVectors: boolean): Document {
    const sequence = this.index.sequenceAt(slot)
    const document = JSON.parse(this.#store.getBody(this.number, sequence)) as Document
    if (withVectors) {
      for (const [field, vector] of this.#store.listVectors(this.number, sequence)) {
        document[field] = Array.from(vector, shortestSingle)
      }
    }
    return document
  }

  /** Returns the slots of a set in order of first insertion. */
  inOrder(slots: SlotSet): Int32Array {
    return slots.list().sort((a, b) => this.index.sequenceAt(a) - this.index.sequenceAt(b))
  }

  /**
   * Adds and drops fields. Refuses the change when a document does not fit the new fields. Yields after every
   * document: a search in between may find a new field only partly filled.
   */
  *changeSchema(change: unknown): Generator<void> {
    const plan = planSchemaChange(this.schema, change)
    const isAlive = (slot: number): boolean => this.index.alive.has(slot)
    let { schema } = plan
    for (let slot = 0; plan.addsRules && slot < this.index.slots; slot++) {
      if (isAlive(slot)) schema = detectFields(schema, this.read(slot, true))
      yield
    }
    const added = schema.fields.filter((field) => !this.schema.fields.includes(field))
    for (let slot = 0; added.length > 0 && slot < this.index.slots; slot++) {
      if (isAlive(slot)) checkExisting(schema, added, this.read(slot, true))
      yield
    }
    this.#store.updateSchema(this.number, JSON.stringify(describeSchema(schema)))
    this.index.replaceSchema(schema)
    for (let slot = 0; added.length > 0 && slot < this.index.slots; slot++) {
      if (!isAlive(slot)) continue
      const document = checkDocument(schema, this.read(slot, true), 'coerce_or_reject', false)
      for (const field of added) this.index.indexField(slot, field, document)
      yield
    }
  }

  /** Returns true when enough slots died for a purge. */
  needsPurge(): boolean {
    const fresh = this.index.dead - this.#purgedSlots
    return fresh >= MIN_DEAD_SLOTS && fresh >= this.index.live * DEAD_SHARE
  }

  *purge(): Generator<void> {
    this.#purgedSlots = this.index.dead
    yield* this.index.purge()
  }

  /** Adds to the schema the fields of the document that match a rule of the schema. */
  #takeFields(document: Document): void {
    const schema = detectFields(this.schema, document)
    if (schema === this.schema) return
    this.#store.updateSchema(this.number, JSON.stringify(describeSchema(schema)))
    this.index.replaceSchema(schema)
  }

  #insert(id: string | undefined, document: Document, dirty: DirtyValues): Document {
    const checked = checkDocument(this.schema, document, dirty, false)
    const sequence = this.#nextSequence++
    const stored = { ...checked, id: id ?? String(sequence) }
    this.#touched.add(stored.id)
    this.#save(sequence, stored)
    this.index.add(stored.id, sequence, stored)
    return stored
  }

  #replace(slot: number, document: Document, dirty: DirtyValues, isMerge: boolean): Document {
    const id = this.index.idAt(slot)
    const sequence = this.index.sequenceAt(slot)
    const before = this.read(slot, isMerge)
    const checked = checkDocument(this.schema, document, dirty, isMerge)
    const after: Document = isMerge ? mergeDocuments(before, checked) : checked
    after.id = id
    this.#touched.add(id)
    this.#save(sequence, after)
    if (hasSameText(this.schema.fields, before, after)) {
      this.index.updateColumns(slot, after)
    } else {
      this.index.remove(slot)
      this.index.add(id, sequence, after)
    }
    return after
  }

  #save(sequence: number, document: Document): void {
    const body: Document = { ...document }
    const vectors = new Map<string, Float32Array>()
    for (const field of this.index.vectors.keys()) {
      const vector = document[field]
      if (!Array.isArray(vector)) continue
      vectors.set(field, Float32Array.from(vector as number[]))
      delete body[field]
    }
    for (const field of this.schema.fields) if (!field.store) delete body[field.name]
    this.#store.putDocument(this.number, {
      seq: sequence,
      id: document.id as string,
      body: stringify(body),
      vectors,
    })
  }
}

function stringify(document: Document): string {
  try {
    return JSON.stringify(document)
  } catch (error) {
    // JSON.parse accepts deeper nesting than JSON.stringify can write.
    if (error instanceof RangeError) throw badRequest('Bad JSON: the document is nested too deeply.')
    throw error
  }
}

function parseStored(stored: StoredDocument): Document {
  const document = JSON.parse(stored.body) as Document
  // The index only reads numbers from a vector, so the raw array is enough.
  for (const [field, vector] of stored.vectors) document[field] = vector
  return document
}

function mergeDocuments(before: Document, change: Document): Document {
  const merged: Document = { ...before }
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  return merged
}

function hasSameText(fields: readonly Field[], before: Document, after: Document): boolean {
  return fields.every((field) => {
    if (!isText(field) || !field.index) return true
    const [old, now] = [before[field.name], after[field.name]]
    return field.isArray ? JSON.stringify(old) === JSON.stringify(now) : old === now
  })
}

function checkExisting(schema: Schema, added: readonly Field[], document: Document): void {
  for (const field of added) {
    try {
      checkDocument({ ...schema, fields: [field] }, document, 'coerce_or_reject', false)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      throw badRequest(
        `Schema change is incompatible with the type of documents already stored in this collection. ` +
          `Existing data for field \`${field.name}\` cannot be coerced: ${error.message}`,
      )
    }
  }
}
