import { badRequest } from './http-error.ts'
import { isRecord, readFlag } from './json-value.ts'

export type ScalarType = 'string' | 'int32' | 'int64' | 'float' | 'bool'
export type VectorMetric = 'cosine' | 'ip'

export interface Field {
  name: string
  /** Type of one value. */
  scalar: ScalarType
  isArray: boolean
  facet: boolean
  optional: boolean
  index: boolean
  sort: boolean
  store: boolean
  infix: boolean
  /** Kept for the answer only: text is always tokenized in the default way. */
  locale: string
  /** Dimensions of a vector field, 0 for any other. */
  dimensions: number
  metric: VectorMetric
}

export interface Schema {
  name: string
  fields: Field[]
  defaultSortingField: string
  symbolsToIndex: string[]
  tokenSeparators: string[]
  metadata: unknown
}

const TYPE_PATTERN = /^(string|int32|int64|float|bool)(\[\])?$/
const MAX_FIELDS = 1_000
const MAX_DIMENSIONS = 8_192

export const typeName = (field: Field): string => field.scalar + (field.isArray ? '[]' : '')
export const isNumeric = (field: Field): boolean => field.scalar !== 'string' && field.dimensions === 0
export const isText = (field: Field): boolean => field.scalar === 'string'

export function parseField(value: unknown): Field {
  if (!isRecord(value) || typeof value.name !== 'string' || value.name === '') {
    throw badRequest(
      'Wrong format for `fields`. It should be an array of objects containing `name`, `type`, `optional` and `facet` properties.',
    )
  }
  const { name, type } = value
  if (typeof type !== 'string') {
    throw badRequest(
      'Wrong format for `fields`. It should be an array of objects containing `name`, `type`, `optional` and `facet` properties.',
    )
  }
  const match = TYPE_PATTERN.exec(type)
  if (match === null) {
    throw badRequest(
      `Field \`${name}\` has an invalid data type \`${type}\`, see docs for supported data types.`,
    )
  }
  const scalar = match[1] as ScalarType
  const isArray = match[2] !== undefined
  const facet = readFlag(value, name, 'facet', false)
  const index = readFlag(value, name, 'index', true)
  const sortable = scalar !== 'string' && !isArray
  const optional = readFlag(value, name, 'optional', false)
  if (!index && !optional)
    throw badRequest(`Field \`${name}\` must be optional since it is marked as non-indexable.`)
  if (!index && facet)
    throw badRequest(`Field \`${name}\` cannot be a facet since it's marked as non-indexable.`)
  const sort = readFlag(value, name, 'sort', sortable)
  if (sort && isArray) throw badRequest(`Field \`${name}\` cannot be a sortable field.`)
  return {
    name,
    scalar,
    isArray,
    facet,
    index,
    optional,
    sort,
    store: readFlag(value, name, 'store', true),
    infix: readFlag(value, name, 'infix', false),
    locale: typeof value.locale === 'string' ? value.locale : '',
    dimensions: parseDimensions(value, name, type),
    metric: parseMetric(value, name),
  }
}

function parseDimensions(value: Record<string, unknown>, name: string, type: string): number {
  if (value.num_dim === undefined) return 0
  if (type !== 'float[]') throw badRequest('Property `num_dim` is only allowed on a float array field.')
  const { num_dim: dimensions } = value
  if (typeof dimensions !== 'number' || !Number.isInteger(dimensions) || dimensions < 0) {
    throw badRequest(`Property \`num_dim\` must be a positive integer.`)
  }
  if (dimensions > MAX_DIMENSIONS)
    throw badRequest(`Field \`${name}\` has more than ${MAX_DIMENSIONS} dimensions.`)
  return dimensions
}

function parseMetric(value: Record<string, unknown>, name: string): VectorMetric {
  if (value.vec_dist === undefined) return 'cosine'
  if (value.vec_dist === 'cosine' || value.vec_dist === 'ip') return value.vec_dist
  throw badRequest(`Property \`vec_dist\` of field \`${name}\` must be either \`cosine\` or \`ip\`.`)
}

/** The schema in the body of `POST /collections`. */
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
  const parsed = fields.map(parseField).filter((field) => field.name !== 'id')
  const seen = new Set<string>()
  for (const field of parsed) {
    if (seen.has(field.name)) throw badRequest(`There are duplicate field names in the schema.`)
    seen.add(field.name)
  }
  return {
    name,
    fields: parsed,
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

/** A field as collections answer it. */
function describeField(field: Field): Record<string, unknown> {
  const described: Record<string, unknown> = {
    facet: field.facet,
    index: field.index,
    infix: field.infix,
    locale: field.locale,
    name: field.name,
    optional: field.optional,
    sort: field.sort,
    stem: false,
    store: field.store,
    type: typeName(field),
  }
  if (field.dimensions > 0) {
    described.num_dim = field.dimensions
    described.vec_dist = field.metric
    described.hnsw_params = { M: 16, ef_construction: 200 }
  }
  return described
}

/** A schema as it is answered and stored; `parseSchema` reads it back. */
export function describeSchema(schema: Schema): Record<string, unknown> {
  return {
    default_sorting_field: schema.defaultSortingField,
    enable_nested_fields: false,
    fields: schema.fields.map(describeField),
    name: schema.name,
    symbols_to_index: schema.symbolsToIndex,
    token_separators: schema.tokenSeparators,
    ...(schema.metadata === undefined ? {} : { metadata: schema.metadata }),
  }
}
