import { describeDynamicField, isDynamic, parseDynamicField } from './dynamic-fields.ts'
import type { DynamicField } from './dynamic-fields.ts'
import { describeField, parseField } from './field.ts'
import type { Field } from './field.ts'
import { badRequest } from '../requests/http-error.ts'
import { isRecord } from '../requests/json-value.ts'

export interface Schema {
  name: string
  fields: Field[]
  /** Rules for fields of new documents. */
  dynamic: DynamicField[]
  defaultSortingField: string
  symbolsToIndex: string[]
  tokenSeparators: string[]
  metadata: unknown
}

const MAX_FIELDS = 1_000

/** Parses the schema in the body of `POST /collections`. */
export function parseSchema(body: unknown): Schema {
  if (!isRecord(body)) throw badRequest('Bad JSON.')
  const { name, fields } = body
  if (name === undefined) throw badRequest('Parameter `name` is required.')
  if (typeof name !== 'string' || name === '')
    throw badRequest('Parameter `name` must be a non-empty string.')
  if (fields === undefined) throw badRequest('Parameter `fields` is required.')
  if (!Array.isArray(fields) || fields.length === 0) {
    throw badRequest(
      'The `fields` value should be an array of objects containing `name`, `type` and optionally, `facet` properties.',
    )
  }
  if (fields.length > MAX_FIELDS) throw badRequest(`A collection has at most ${MAX_FIELDS} fields.`)
  if (body.metadata !== undefined && !isRecord(body.metadata)) {
    throw badRequest('The `metadata` value should be an object.')
  }
  // `id` always exists; a definition of it is accepted and ignored.
  const definitions = fields as unknown[]
  const parsed = definitions
    .filter((definition) => !isDynamic(definition))
    .map(parseField)
    .filter((field) => field.name !== 'id')
  const dynamic = definitions.filter(isDynamic).map(parseDynamicField)
  if (dynamic.filter((rule) => rule.name === '.*').length > 1)
    throw badRequest('There can be only one field named `.*`.')
  const seen = new Set<string>()
  for (const field of [...parsed, ...dynamic]) {
    if (seen.has(field.name)) throw badRequest(`There are duplicate field names in the schema.`)
    seen.add(field.name)
  }
  return {
    name,
    fields: parsed,
    dynamic,
    defaultSortingField: parseDefaultSort(body.default_sorting_field, parsed),
    symbolsToIndex: parseSymbols(body, 'symbols_to_index'),
    tokenSeparators: parseSymbols(body, 'token_separators'),
    metadata: body.metadata,
  }
}

function parseDefaultSort(value: unknown, fields: Field[]): string {
  if (value === undefined || value === '') return ''
  if (typeof value !== 'string')
    throw badRequest(
      '`default_sorting_field` should be a string. It should be the name of an numerical field.',
    )
  if (value === 'id') throw badRequest('Invalid `default_sorting_field` value: cannot be `id`.')
  const field = fields.find((candidate) => candidate.name === value)
  if (field === undefined) {
    throw badRequest(`Default sorting field is defined as \`${value}\` but is not found in the schema.`)
  }
  if (!field.sort) throw badRequest(`Default sorting field \`${value}\` is not a sortable type.`)
  if (field.optional) throw badRequest(`Default sorting field \`${value}\` cannot be an optional field.`)
  return value
}

function parseSymbols(body: Record<string, unknown>, key: string): string[] {
  const value = body[key]
  if (value === undefined) return []
  const valid =
    Array.isArray(value) && value.every((symbol) => typeof symbol === 'string' && symbol.length === 1)
  if (!valid) throw badRequest(`Parameter \`${key}\` should be an array of character symbols.`)
  return value as string[]
}

/** Returns a schema as it is answered and stored. `parseSchema` reads this form. */
export function describeSchema(schema: Schema): Record<string, unknown> {
  return {
    default_sorting_field: schema.defaultSortingField,
    enable_nested_fields: false,
    fields: [...schema.dynamic.map(describeDynamicField), ...schema.fields.map(describeField)],
    name: schema.name,
    symbols_to_index: schema.symbolsToIndex,
    token_separators: schema.tokenSeparators,
    ...(schema.metadata === undefined ? {} : { metadata: schema.metadata }),
  }
}
