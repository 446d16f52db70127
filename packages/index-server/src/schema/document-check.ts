import { takesAnyField } from './dynamic-fields.ts'
import { badRequest } from '../requests/http-error.ts'
import type { Document } from '../requests/json-value.ts'
import type { Field, ScalarType } from './field.ts'
import type { Schema } from './schema.ts'

/** How to treat a value of the wrong type. */
export type DirtyValues = 'coerce_or_reject' | 'coerce_or_drop' | 'drop' | 'reject'

const DIRTY_VALUES: ReadonlySet<string> = new Set(['coerce_or_reject', 'coerce_or_drop', 'drop', 'reject'])
const MAX_INT32 = 2_147_483_647
const MIN_INT32 = -2_147_483_648

const TYPE_WORDS: Record<ScalarType, string> = {
  string: 'a string',
  int32: 'an int32',
  int64: 'an int64',
  float: 'a float',
  bool: 'a bool',
}

/**
 * Returns the `dirty_values` of a request. Default for a schema that accepts any field: drop values that do not fit.
 */
export function parseDirtyValues(value: string | null, schema: Schema): DirtyValues {
  const fallback = takesAnyField(schema) ? 'coerce_or_drop' : 'coerce_or_reject'
  const lower = value === null || value === '' ? fallback : value.toLowerCase()
  if (!DIRTY_VALUES.has(lower)) throw badRequest('Parameter `dirty_values` is invalid.')
  return lower as DirtyValues
}

/** Returns the id of a document, or undefined when it has none. */
export function readDocumentId(document: Document): string | undefined {
  const { id } = document
  if (id === undefined) return undefined
  if (typeof id !== 'string') throw badRequest("Document's `id` field should be a string.")
  if (id === '') throw badRequest('The `id` should not be empty.')
  return id
}

/**
 * Returns a copy of `document` whose schema fields have the right types. `isPartial` documents (update, emplace of an
 * existing one) may lack required fields. They also keep null, so that merging can remove the field.
 */
export function checkDocument(
  schema: Schema,
  document: Document,
  dirty: DirtyValues,
  isPartial: boolean,
): Document {
  const checked: Document = { ...document }
  const sortField = schema.defaultSortingField
  if (!isPartial && sortField !== '' && document[sortField] === undefined) {
    throw badRequest(
      `Field \`${sortField}\` has been declared as a default sorting field, but is not found in the document.`,
    )
  }
  for (const field of schema.fields) checkField(field, checked, dirty, isPartial)
  return checked
}

function checkField(field: Field, document: Document, dirty: DirtyValues, isPartial: boolean): void {
  const value = document[field.name]
  if (value === undefined) {
    if (field.optional || isPartial) return
    throw badRequest(
      `Field \`${field.name}\` has been declared in the schema, but is not found in the document.`,
    )
  }
  if (value === null && field.optional) {
    if (!isPartial) delete document[field.name]
    return
  }
  if (!field.index) return
  const converted = convert(field, value, dirty)
  if (converted !== undefined) {
    document[field.name] = converted
    return
  }
  if (field.optional && (dirty === 'drop' || dirty === 'coerce_or_drop')) {
    delete document[field.name]
    return
  }
  throw badRequest(describeMismatch(field, value))
}

function describeMismatch(field: Field, value: unknown): string {
  if (!field.isArray) return `Field \`${field.name}\` must be ${TYPE_WORDS[field.scalar]}.`
  if (field.dimensions > 0 && Array.isArray(value) && value.length !== field.dimensions) {
    return `Field \`${field.name}\` must have ${field.dimensions} dimensions.`
  }
  if (!Array.isArray(value)) return `Field \`${field.name}\` must be an array.`
  return `Field \`${field.name}\` must be an array of ${field.scalar}.`
}

/** Returns the value in the field's type, or undefined when it has another type and cannot be coerced. */
function convert(field: Field, value: unknown, dirty: DirtyValues): unknown {
  const mayCoerce = dirty === 'coerce_or_reject' || dirty === 'coerce_or_drop'
  if (!field.isArray) return convertScalar(field.scalar, value, mayCoerce)
  if (!Array.isArray(value)) {
    // A single value becomes a list of one, except for vectors.
    if (!mayCoerce || field.dimensions > 0 || value === null) return undefined
    const single = convertScalar(field.scalar, value, mayCoerce)
    return single === undefined ? undefined : [single]
  }
  if (field.dimensions > 0) return isVector(value, field.dimensions) ? value : undefined
  const converted: unknown[] = []
  for (const entry of value as unknown[]) {
    const scalar = convertScalar(field.scalar, entry, mayCoerce)
    if (scalar === undefined) return undefined
    converted.push(scalar)
  }
  return converted
}

function isVector(value: readonly unknown[], dimensions: number): boolean {
  return value.length === dimensions && value.every((entry) => typeof entry === 'number')
}

function convertScalar(type: ScalarType, value: unknown, mayCoerce: boolean): unknown {
  if (type === 'int32' || type === 'int64') return toInteger(type, value, mayCoerce)
  if (type === 'bool') return typeof value === 'boolean' ? value : mayCoerce ? toBoolean(value) : undefined
  if (type === 'float') return typeof value === 'number' ? value : mayCoerce ? toNumber(value) : undefined
  if (typeof value === 'string') return value
  return mayCoerce && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : undefined
}

function toInteger(type: 'int32' | 'int64', value: unknown, mayCoerce: boolean): number | undefined {
  let number: number | undefined
  if (typeof value === 'number' && Number.isInteger(value)) number = value
  else if (mayCoerce) number = toNumber(value)
  if (number === undefined) return undefined
  const whole = Math.trunc(number)
  if (type === 'int32' && (whole > MAX_INT32 || whole < MIN_INT32)) return undefined
  return whole
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value))
    return undefined
  return Number(value)
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'number') return value === 1 ? true : value === 0 ? false : undefined
  if (typeof value !== 'string') return undefined
  const lower = value.toLowerCase()
  return lower === 'true' ? true : lower === 'false' ? false : undefined
}
