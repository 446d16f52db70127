import { badRequest } from '../requests/http-error.ts'
import { isRecord, readFlag } from '../requests/json-value.ts'
import type { Document } from '../requests/json-value.ts'
import { parseField } from './field.ts'
import type { Field, ScalarType } from './field.ts'

/** A rule that adds fields to the schema from the fields of new documents. */
export interface DynamicField {
  /** A regular expression that matches whole field names. `.*` matches names that no other rule matches. */
  name: string
  pattern: RegExp
  /** `auto` uses the type of the first value, `string*` stores values as strings, other values are field types. */
  type: string
  facet: boolean
  index: boolean
  store: boolean
  infix: boolean
  locale: string
  /** Undefined when the type decides. */
  sort: boolean | undefined
}

/** The fields and rules of a schema. */
interface Fields {
  fields: Field[]
  dynamic: DynamicField[]
}

const ANY_NAME = '.*'
const DETECTED: ReadonlySet<string> = new Set(['auto', 'string*'])
const MAX_PATTERN_LENGTH = 200
const MAX_FIELDS = 1_000

/** Returns true when the definition of a field is a rule for future fields. */
export function isDynamic(value: unknown): value is Record<string, unknown> & { name: string; type: string } {
  if (!isRecord(value) || typeof value.name !== 'string' || typeof value.type !== 'string') return false
  return DETECTED.has(value.type) || value.name.includes(ANY_NAME)
}

/** Parses a rule. Throws 400 when it is malformed. */
export function parseDynamicField(
  value: Record<string, unknown> & { name: string; type: string },
): DynamicField {
  const { name, type } = value
  // A field whose type is not yet known is checked as the most lenient type.
  const sample = parseField({
    ...value,
    optional: true,
    sort: false,
    type: DETECTED.has(type) ? 'string' : type,
  })
  if (value.optional === false) {
    throw badRequest(
      name === ANY_NAME
        ? 'Field `.*` must be an optional field.'
        : `Field \`${name}\` must be an optional field.`,
    )
  }
  if (name === ANY_NAME && sample.facet) throw badRequest('Field `.*` cannot be a facet field.')
  if (name === ANY_NAME && !sample.index) throw badRequest('Field `.*` must be an index field.')
  const { facet, index, store, infix, locale } = sample
  const sort = value.sort === undefined ? undefined : readFlag(value, name, 'sort', false)
  return { name, pattern: compile(name), type, facet, index, store, infix, locale, sort }
}

function compile(name: string): RegExp {
  if (name.length > MAX_PATTERN_LENGTH) {
    throw badRequest(`Field \`${name}\` has a pattern of more than ${MAX_PATTERN_LENGTH} characters.`)
  }
  try {
    return new RegExp(`^(?:${name})$`)
  } catch {
    throw badRequest(`Field \`${name}\` is not a regular expression.`)
  }
}

/** Returns a rule in the form of the API. `parseDynamicField` reads this form. */
export function describeDynamicField(rule: DynamicField): Record<string, unknown> {
  const { facet, index, infix, locale, name, sort, store, type } = rule
  const described = { facet, index, infix, locale, name, optional: true, stem: false, store, type }
  return sort === undefined ? described : { ...described, sort }
}

/** Returns the schema with the document's fields that match a rule, or the same schema when there are none. */
export function detectFields<S extends Fields>(schema: S, document: Document): S {
  if (schema.dynamic.length === 0) return schema
  const known = new Set(schema.fields.map((field) => field.name))
  const found: Field[] = []
  for (const [name, value] of Object.entries(document)) {
    if (name === 'id' || known.has(name)) continue
    const rule = findRule(schema.dynamic, name)
    const field = rule === undefined || !rule.index ? undefined : makeField(rule, name, value)
    if (field !== undefined) found.push(field)
  }
  if (found.length === 0) return schema
  const fields = [...schema.fields, ...found]
  if (fields.length > MAX_FIELDS) throw badRequest(`A collection has at most ${MAX_FIELDS} fields.`)
  // A rule for a single name has become a field.
  const names = new Set(found.map((field) => field.name))
  return { ...schema, fields, dynamic: schema.dynamic.filter((rule) => !names.has(rule.name)) }
}

function findRule(rules: readonly DynamicField[], name: string): DynamicField | undefined {
  return (
    rules.find((rule) => rule.name !== ANY_NAME && rule.pattern.test(name)) ??
    rules.find((rule) => rule.name === ANY_NAME)
  )
}

/** Returns undefined when the value has no type: null, an empty list, an object. */
function makeField(rule: DynamicField, name: string, value: unknown): Field | undefined {
  const type = typeOf(rule.type, value)
  if (type === undefined) return undefined
  const { facet, index, store, infix, locale, sort } = rule
  const given = sort === undefined || (sort && type.endsWith('[]')) ? {} : { sort }
  return parseField({ name, type, facet, index, store, infix, locale, optional: true, ...given })
}

function typeOf(type: string, value: unknown): string | undefined {
  const isArray = Array.isArray(value)
  const scalar = scalarOf(isArray ? (value as unknown[])[0] : value)
  if (!DETECTED.has(type)) return value === null ? undefined : type
  if (scalar === undefined) return undefined
  return (type === 'string*' ? 'string' : scalar) + (isArray ? '[]' : '')
}

function scalarOf(value: unknown): ScalarType | undefined {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float'
  return undefined
}

/** Returns true when documents may add fields of any name. Values that do not fit are then dropped, not refused. */
export const takesAnyField = (schema: Fields): boolean =>
  schema.dynamic.some((rule) => rule.name === ANY_NAME)
