import { badRequest } from '../requests/http-error.ts'
import { isRecord, readFlag } from '../requests/json-value.ts'

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
  /** Stored for the answer only: text is always tokenized in the default way. */
  locale: string
  /** Dimensions of a vector field, 0 for other fields. */
  dimensions: number
  metric: VectorMetric
}

const TYPE_PATTERN = /^(string|int32|int64|float|bool)(\[\])?$/
const MAX_DIMENSIONS = 8_192

const typeName = (field: Field): string => field.scalar + (field.isArray ? '[]' : '')
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

/** Returns a field in the form of the API. */
export function describeField(field: Field): Record<string, unknown> {
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
