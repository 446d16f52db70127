import { NumberColumn, NumberListColumn, ValueColumn } from './columns.ts'
import { withRoom } from '../arrays/growing-array.ts'
import { InvertedField } from './inverted-field.ts'
import type { Document } from '../requests/json-value.ts'
import { isText } from '../schema/field.ts'
import type { Field } from '../schema/field.ts'
import type { Schema } from '../schema/schema.ts'
import { SlotSet } from '../arrays/slot-set.ts'
import { createTokenizer } from '../tokens/tokenize.ts'
import type { Tokenizer } from '../tokens/tokenize.ts'
import { VectorStore } from './vector-store.ts'

/** Facet values are cut after this many characters. */
const MAX_FACET_LENGTH = 100
/** Terms purged between two checks of the elapsed time. */
const PURGE_STEP = 256

/**
 * The in-memory index of one collection. A document has a slot. Slot numbers only increase, so postings are always
 * appended. A document whose text changes moves to a new slot and keeps its sequence number, which is its order of
 * first insertion.
 */
export class CollectionIndex {
  readonly tokenizer: Tokenizer
  readonly inverted = new Map<string, InvertedField>()
  readonly numbers = new Map<string, NumberColumn>()
  readonly numberLists = new Map<string, NumberListColumn>()
  readonly values = new Map<string, ValueColumn>()
  readonly vectors = new Map<string, VectorStore>()
  #schema: Schema
  #fields = new Map<string, Field>()
  #slotOfId = new Map<string, number>()
  #ids: string[] = []
  #sequences = new Float64Array(64)
  readonly #alive = new SlotSet()
  #slots = 0
  #moves = 0

  constructor(schema: Schema) {
    this.#schema = schema
    this.tokenizer = createTokenizer(schema.symbolsToIndex, schema.tokenSeparators)
    for (const field of schema.fields) this.#openField(field)
  }

  get schema(): Schema {
    return this.#schema
  }

  /** Number of used slots, dead ones included. */
  get slots(): number {
    return this.#slots
  }

  /** Number of documents. */
  get live(): number {
    return this.#alive.count
  }

  get dead(): number {
    return this.#slots - this.#alive.count
  }

  /** The slots with a document. It must not be changed by callers. */
  get alive(): SlotSet {
    return this.#alive
  }

  /** Increases whenever a document is added, removed or moved to another slot. */
  get moves(): number {
    return this.#moves
  }

  /** Returns the current slot of the document that was in a slot, or undefined when it was removed. */
  currentSlot(slot: number): number | undefined {
    return this.#alive.has(slot) ? slot : this.#slotOfId.get(this.#ids[slot]!)
  }

  findField(name: string): Field | undefined {
    return this.#fields.get(name)
  }

  findSlot(id: string): number | undefined {
    return this.#slotOfId.get(id)
  }

  idAt(slot: number): string {
    return this.#ids[slot]!
  }

  /** Order of first insertion. */
  sequenceAt(slot: number): number {
    return this.#sequences[slot]!
  }

  /** Adds a checked document with its sequence number and returns its slot. */
  add(id: string, sequence: number, document: Document): number {
    const slot = this.#slots++
    this.#moves++
    this.#sequences = withRoom(this.#sequences, this.#slots)
    this.#alive.add(slot)
    this.#sequences[slot] = sequence
    this.#ids[slot] = id
    this.#slotOfId.set(id, slot)
    for (const field of this.#schema.fields) this.indexField(slot, field, document)
    return slot
  }

  remove(slot: number): void {
    if (!this.#alive.has(slot)) return
    this.#alive.delete(slot)
    this.#moves++
    const id = this.#ids[slot]!
    if (this.#slotOfId.get(id) === slot) this.#slotOfId.delete(id)
    for (const vectors of this.vectors.values()) vectors.remove(slot)
    for (const column of this.numbers.values()) column.set(slot, Number.NaN)
  }

  /** Replaces the values of all fields except text, for a document whose text did not change. */
  updateColumns(slot: number, document: Document): void {
    for (const field of this.#schema.fields) if (!isText(field)) this.indexField(slot, field, document)
  }

  /** Indexes one field of one document. For text fields, slots must come in ascending order. */
  indexField(slot: number, field: Field, document: Document): void {
    if (!field.index) return
    const value = document[field.name]
    const isMissing = value === undefined || value === null
    if (field.dimensions > 0) {
      if (isMissing) this.vectors.get(field.name)!.remove(slot)
      else this.vectors.get(field.name)!.set(slot, value as number[])
    } else if (isText(field)) {
      const texts = isMissing ? [] : ((field.isArray ? value : [value]) as string[])
      if (texts.length > 0) this.inverted.get(field.name)!.add(slot, texts, this.#weightOf(document))
      this.values.get(field.name)?.set(slot, field.facet ? texts.map(cutFacet) : texts)
    } else if (field.isArray) {
      const list = isMissing ? [] : (value as (number | boolean)[])
      this.numberLists.get(field.name)!.set(
        slot,
        list.map((entry) => toColumn(field, entry)),
      )
    } else {
      this.numbers
        .get(field.name)!
        .set(slot, isMissing ? Number.NaN : toColumn(field, value as number | boolean))
    }
  }

  /** Replaces the schema. New fields start empty; dropped fields are deleted. */
  replaceSchema(schema: Schema): void {
    for (const field of this.#schema.fields) {
      if (schema.fields.includes(field)) continue
      for (const store of [this.inverted, this.numbers, this.numberLists, this.values, this.vectors]) {
        store.delete(field.name)
      }
      this.#fields.delete(field.name)
    }
    const known = new Set(this.#schema.fields)
    this.#schema = schema
    for (const field of schema.fields) if (!known.has(field)) this.#openField(field)
  }

  /** Rewrites postings without dead slots. Yields often, so that searches can run. */
  *purge(): Generator<void> {
    for (const field of this.inverted.values()) {
      for (let term = 0; term < field.dictionary.size; term++) {
        field.postings.purge(term, this.#alive)
        if (term % PURGE_STEP === PURGE_STEP - 1) yield
      }
      yield
    }
  }

  #weightOf(document: Document): number {
    const weight = document[this.#schema.defaultSortingField]
    return typeof weight === 'number' ? weight : 0
  }

  #openField(field: Field): void {
    this.#fields.set(field.name, field)
    if (!field.index) return
    if (field.dimensions > 0) {
      this.vectors.set(field.name, new VectorStore(field.dimensions, field.metric))
    } else if (isText(field)) {
      this.inverted.set(field.name, new InvertedField(this.tokenizer))
      if (field.facet || field.sort) this.values.set(field.name, new ValueColumn())
    } else if (field.isArray) {
      this.numberLists.set(field.name, new NumberListColumn())
    } else {
      this.numbers.set(field.name, new NumberColumn())
    }
  }
}

/** Floats are compared and sorted in single precision. */
function toColumn(field: Field, value: number | boolean): number {
  if (typeof value === 'boolean') return value ? 1 : 0
  return field.scalar === 'float' ? Math.fround(value) : value
}

const cutFacet = (text: string): string =>
  text.length > MAX_FACET_LENGTH ? text.slice(0, MAX_FACET_LENGTH) : text
