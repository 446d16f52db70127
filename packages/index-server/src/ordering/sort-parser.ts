import type { Filter } from '../filters/filter-parser.ts'
import { parseFilter } from '../filters/filter-parser.ts'
import { badRequest, notFound } from '../requests/http-error.ts'
import { splitOutside } from '../requests/parameters.ts'
import type { Field } from '../schema/field.ts'
import type { Schema } from '../schema/schema.ts'

/** One key of the order of hits. */
export interface SortKey {
  by:
    | { kind: 'text_match'; buckets: number }
    | { kind: 'vector_distance' }
    | { kind: 'group_found' }
    | { kind: 'sequence' }
    | { kind: 'field'; field: Field; missingFirst: boolean }
    | { kind: 'eval'; cases: { filter: Filter; score: number }[] }
  isDescending: boolean
}

/** Maximum of keys in one order, including the added ones. */
export const MAX_SORT_KEYS = 3
const MAX_EVAL_CASES = 100

export function parseSort(
  text: string,
  schema: Schema,
  findField: (name: string) => Field | undefined,
): SortKey[] {
  const parts = splitOutside(text, ',')
  if (parts.length > MAX_SORT_KEYS) throw badRequest(`Only upto ${MAX_SORT_KEYS} sort fields are allowed.`)
  return parts.map((part) => parseKey(part, schema, findField))
}

function parseKey(part: string, schema: Schema, findField: (name: string) => Field | undefined): SortKey {
  const colon = part.lastIndexOf(':')
  if (colon < 1 || part.endsWith(')')) throw badRequest('Parameter `sort_by` is malformed.')
  const expression = part.slice(0, colon).trim()
  const order = part
    .slice(colon + 1)
    .trim()
    .toUpperCase()
  const open = expression.indexOf('(')
  const name = (open < 0 ? expression : expression.slice(0, open)).trim()
  const inner = open < 0 ? undefined : expression.slice(open + 1, expression.lastIndexOf(')')).trim()
  if (order !== 'ASC' && order !== 'DESC') {
    throw badRequest(`Order for field\` ${name}\` should be either ASC or DESC.`)
  }
  const isDescending = order === 'DESC'
  if (name === '_text_match')
    return { by: { kind: 'text_match', buckets: parseBuckets(inner) }, isDescending }
  if (name === '_vector_distance') return { by: { kind: 'vector_distance' }, isDescending }
  if (name === '_group_found') return { by: { kind: 'group_found' }, isDescending }
  if (name === '_seq_id') return { by: { kind: 'sequence' }, isDescending }
  if (name === '_eval')
    return { by: { kind: 'eval', cases: parseCases(inner ?? '', findField) }, isDescending }
  const field = schema.fields.find((candidate) => candidate.name === name)
  if (field === undefined || !field.sort) {
    throw notFound(`Could not find a field named \`${name}\` in the schema for sorting.`)
  }
  return { by: { kind: 'field', field, missingFirst: parseMissing(inner) }, isDescending }
}

function parseBuckets(inner: string | undefined): number {
  if (inner === undefined) return 0
  const match = /^buckets\s*:\s*(\d+)$/.exec(inner)
  if (match === null) throw badRequest('Invalid sorting parameter passed for _text_match.')
  return Number(match[1])
}

function parseMissing(inner: string | undefined): boolean {
  if (inner === undefined) return false
  const match = /^missing_values\s*:\s*(\w+)$/.exec(inner)
  if (match === null) throw badRequest('Parameter `sort_by` is malformed.')
  const word = match[1]!.toLowerCase()
  if (word !== 'first' && word !== 'last' && word !== 'normal') {
    throw badRequest('Failed to parse `missing_values`. It should be either `first` or `last`.')
  }
  return word === 'first'
}

/** Parses `filter`, which scores 1, or `[ (filter):score, … ]`. */
function parseCases(
  inner: string,
  findField: (name: string) => Field | undefined,
): { filter: Filter; score: number }[] {
  const isList = inner.startsWith('[') && inner.endsWith(']')
  const parts = isList ? splitOutside(inner.slice(1, -1), ',') : [inner]
  if (parts.length > MAX_EVAL_CASES) throw badRequest(`\`_eval\` has at most ${MAX_EVAL_CASES} expressions.`)
  return parts.map((part) => {
    const match = isList ? /^\((.*)\)\s*:\s*(\d+)$/s.exec(part) : null
    if (isList && match === null) throw badRequest('The eval expression in sort_by is malformed.')
    const filter = parseFilter(match?.[1] ?? part, findField)
    if (filter === undefined) throw badRequest('The eval expression in sort_by is empty.')
    return { filter, score: match === null ? 1 : Number(match[2]) }
  })
}
