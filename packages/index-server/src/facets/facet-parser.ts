import { badRequest, notFound } from '../requests/http-error.ts'
import { readText, readUnsigned, splitOutside } from '../requests/parameters.ts'
import type { Parameters } from '../requests/parameters.ts'
import { isNumeric } from '../schema/field.ts'
import type { Field } from '../schema/field.ts'
import type { Schema } from '../schema/schema.ts'

/** `low` is inclusive, `high` is exclusive. */
interface FacetRange {
  label: string
  low: number
  high: number
}

type FacetSort =
  | { by: 'count'; isDescending: boolean }
  | { by: 'value'; isDescending: boolean }
  | { by: 'field'; field: string; isDescending: boolean }

export interface FacetRequest {
  field: Field
  ranges: FacetRange[]
  sort: FacetSort
}

interface FacetQuery {
  field: string
  text: string
}

const MAX_FACETS = 100
const MAX_RANGES = 100
const DEFAULT_MAX_VALUES = 10

export interface FacetParameters {
  facets: FacetRequest[]
  query: FacetQuery | undefined
  queryTypos: number
  maxValues: number
}

export function parseFacets(parameters: Parameters, schema: Schema): FacetParameters {
  const parts = splitOutside(readText(parameters, 'facet_by'), ',')
  if (parts.length > MAX_FACETS)
    throw badRequest(`At most ${MAX_FACETS} fields can be faceted in one search.`)
  const facets = parts.flatMap((part) => parseFacet(part, schema))
  const query = parseFacetQuery(readText(parameters, 'facet_query'), facets)
  return {
    facets,
    query,
    queryTypos: readUnsigned(parameters, 'facet_query_num_typos', 2),
    maxValues: readUnsigned(parameters, 'max_facet_values', DEFAULT_MAX_VALUES),
  }
}

function parseFacet(part: string, schema: Schema): FacetRequest[] {
  const open = part.indexOf('(')
  const name = (open < 0 ? part : part.slice(0, open)).trim()
  if (open < 0 && name.endsWith('*')) {
    const prefix = name.slice(0, -1)
    const matching = schema.fields.filter((field) => field.facet && field.name.startsWith(prefix))
    if (matching.length === 0) throw notFound(`Could not find a facet field for \`${name}\` in the schema.`)
    return matching.map((field) => ({ field, ranges: [], sort: { by: 'count', isDescending: true } }))
  }
  const field = schema.fields.find((candidate) => candidate.name === name)
  if (field === undefined || !field.facet) {
    throw notFound(`Could not find a facet field named \`${name}\` in the schema.`)
  }
  const request: FacetRequest = { field, ranges: [], sort: { by: 'count', isDescending: true } }
  if (open < 0) return [request]
  if (!part.endsWith(')')) throw badRequest('Facet field format is invalid.')
  for (const option of splitOutside(part.slice(open + 1, -1), ',')) readOption(request, option)
  return [request]
}

function readOption(request: FacetRequest, option: string): void {
  const sort = /^sort_by\s*:\s*(\S+?)\s*:\s*(asc|desc)$/i.exec(option)
  if (sort !== null) {
    const isDescending = sort[2]!.toLowerCase() === 'desc'
    request.sort =
      sort[1] === '_alpha' ? { by: 'value', isDescending } : { by: 'field', field: sort[1]!, isDescending }
    return
  }
  const range = /^(.+?)\s*:\s*\[\s*([^,\]]*)\s*,\s*([^\]]*?)\s*\]$/.exec(option)
  if (range === null) throw badRequest('Facet field format is invalid.')
  if (!isNumeric(request.field) || request.field.scalar === 'bool') {
    throw badRequest(`Range facet is restricted to only integer and float fields.`)
  }
  const low = range[2] === '' ? Number.NEGATIVE_INFINITY : Number(range[2])
  const high = range[3] === '' ? Number.POSITIVE_INFINITY : Number(range[3])
  if (Number.isNaN(low) || Number.isNaN(high)) throw badRequest('Error splitting the facet range values.')
  if (request.ranges.length >= MAX_RANGES) throw badRequest(`A facet has at most ${MAX_RANGES} ranges.`)
  request.ranges.push({ label: range[1]!, low, high })
}

function parseFacetQuery(text: string, facets: readonly FacetRequest[]): FacetQuery | undefined {
  if (text.trim() === '') return undefined
  const colon = text.indexOf(':')
  if (colon < 0) throw badRequest('Facet query must be in the `facet_field: value` format.')
  const field = text.slice(0, colon).trim()
  if (facets.length === 0)
    throw badRequest('The `facet_query` parameter is supplied without a `facet_by` parameter.')
  if (!facets.some((facet) => facet.field.name === field)) {
    throw badRequest(
      `Facet query refers to a facet field \`${field}\` that is not part of \`facet_by\` parameter.`,
    )
  }
  return { field, text: text.slice(colon + 1).trim() }
}
