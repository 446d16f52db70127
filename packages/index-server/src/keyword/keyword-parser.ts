import type { CollectionIndex } from '../memory-index/collection-index.ts'
import { badRequest, notFound } from '../requests/http-error.ts'
import type { DropTokens, Infix, KeywordOptions, QueryField } from './keyword-options.ts'
import { readBoolean, readList, readText, readUnsigned } from '../requests/parameters.ts'
import type { Parameters } from '../requests/parameters.ts'
import { isText } from '../schema/field.ts'
import type { Field } from '../schema/field.ts'
import type { TextMatchType } from './text-matches.ts'

/** Weight of the first field. Each following field weighs one less. */
const HIGHEST_WEIGHT = 15
const MAX_TYPOS = 2
const MAX_CANDIDATES = 10_000
const DEFAULT_CANDIDATES = 10
const LARGE_COLLECTION_CANDIDATES = 4
const LARGE_COLLECTION = 500_000

export function parseKeywordOptions(parameters: Parameters, index: CollectionIndex): KeywordOptions {
  const isExhaustive = readBoolean(parameters, 'exhaustive_search', false)
  return {
    fields: parseQueryFields(parameters, index),
    typoTokensThreshold: readUnsigned(parameters, 'typo_tokens_threshold', 1),
    dropTokensThreshold: readUnsigned(parameters, 'drop_tokens_threshold', 1),
    dropTokens: parseDropTokens(readText(parameters, 'drop_tokens_mode')),
    minLength1Typo: readUnsigned(parameters, 'min_len_1typo', 4),
    minLength2Typo: readUnsigned(parameters, 'min_len_2typo', 7),
    maxCandidates: parseCandidates(parameters, isExhaustive, index.live),
    termOrder: parseTermOrder(readText(parameters, 'rank_tokens_by'), index),
    isExhaustive,
    prioritizeExact: readBoolean(parameters, 'prioritize_exact_match', true),
    prioritizePosition: readBoolean(parameters, 'prioritize_token_position', false),
    prioritizeFields: readBoolean(parameters, 'prioritize_num_matching_fields', true),
    matchType: parseMatchType(readText(parameters, 'text_match_type')),
    splitJoin: parseSplitJoin(readText(parameters, 'split_join_tokens')),
    typosInNumbers: readBoolean(parameters, 'enable_typos_for_numerical_tokens', true),
    typosInAlphaNumbers: readBoolean(parameters, 'enable_typos_for_alpha_numerical_tokens', true),
  }
}

/** Maximum of terms that a word may match. Lower in large collections, which have more terms. */
function parseCandidates(parameters: Parameters, isExhaustive: boolean, documents: number): number {
  const few = documents < LARGE_COLLECTION ? DEFAULT_CANDIDATES : LARGE_COLLECTION_CANDIDATES
  return Math.min(
    MAX_CANDIDATES,
    readUnsigned(parameters, 'max_candidates', isExhaustive ? MAX_CANDIDATES : few),
  )
}

/** Returns the fields of `query_by`, in order of weight, highest first. */
function parseQueryFields(parameters: Parameters, index: CollectionIndex): QueryField[] {
  const names = readList(parameters, 'query_by')
  const typos = perField(parameters, 'num_typos', names.length, parseTypos)
  const prefixes = perField(parameters, 'prefix', names.length, (value) => value === 'true')
  const infixes = perField(parameters, 'infix', names.length, parseInfix)
  const weights = parseWeights(parameters, names.length)
  const fields = names.map((name, at) => {
    const field = index.findField(name)
    if (field === undefined) throw notFound(`Could not find a field named \`${name}\` in the schema.`)
    const inverted = index.inverted.get(name)
    if (!field.index) throw badRequest(`Field \`${name}\` is marked as a non-indexed field in the schema.`)
    if (!isText(field) || inverted === undefined) {
      throw badRequest(`Field \`${name}\` should be a string or a string array.`)
    }
    checkInfix(field, infixes[at] ?? 'off')
    return {
      name,
      inverted,
      isArray: field.isArray,
      weight: weights[at]!,
      typos: typos[at] ?? MAX_TYPOS,
      isPrefix: prefixes[at] ?? true,
      infix: infixes[at] ?? 'off',
    }
  })
  return fields.sort((a, b) => b.weight - a.weight)
}

function parseTypos(value: string): number {
  if (!/^\d+$/.test(value)) throw badRequest('Parameter `num_typos` must be an unsigned integer.')
  const typos = Number(value)
  if (typos > MAX_TYPOS) throw badRequest(`Value of \`num_typos\` must not be greater than ${MAX_TYPOS}.`)
  return typos
}

/** Reads one value for all fields, or one value per field. */
function perField<T>(parameters: Parameters, name: string, fields: number, parse: (value: string) => T): T[] {
  const values = readList(parameters, name).map(parse)
  if (values.length === 1) return Array.from({ length: fields }, () => values[0]!)
  if (values.length !== 0 && values.length !== fields && fields > 0) {
    throw badRequest(`Number of values in \`${name}\` does not match number of \`query_by\` fields.`)
  }
  return values
}

/** Given weights only order the fields: the highest becomes 15, the next lower one 14, and so on. */
function parseWeights(parameters: Parameters, fields: number): number[] {
  const given = readList(parameters, 'query_by_weights')
  if (given.length === 0) return Array.from({ length: fields }, (_, at) => Math.max(1, HIGHEST_WEIGHT - at))
  if (given.length !== fields) {
    throw badRequest('Number of weights in `query_by_weights` does not match number of `query_by` fields.')
  }
  const weights = given.map((weight) => {
    if (!/^\d+$/.test(weight))
      throw badRequest('Parameter `query_by_weights` must be a comma separated list of integers.')
    return Number(weight)
  })
  const distinct = [...new Set(weights)].sort((a, b) => b - a)
  return weights.map((weight) => Math.max(0, HIGHEST_WEIGHT - distinct.indexOf(weight)))
}

function parseDropTokens(text: string): DropTokens {
  const match = /^(right_to_left|left_to_right|both_sides)(?::(\d+))?$/.exec(
    text === '' ? 'right_to_left' : text,
  )
  if (match === null) throw badRequest('Invalid format for drop tokens mode.')
  return { mode: match[1] as DropTokens['mode'], limit: match[2] === undefined ? 1_000 : Number(match[2]) }
}

/** Unknown words in this parameter and the next two are ignored. */
function parseMatchType(text: string): TextMatchType {
  return text === 'max_weight' || text === 'sum_score' ? text : 'max_score'
}

function parseSplitJoin(text: string): KeywordOptions['splitJoin'] {
  if (text === 'off' || text === 'false') return 'off'
  return text === 'always' ? 'always' : 'fallback'
}

function parseInfix(text: string): Infix {
  return text === 'fallback' || text === 'always' ? text : 'off'
}

/** By default, terms are chosen by the default sorting field when the collection has one. */
function parseTermOrder(text: string, index: CollectionIndex): KeywordOptions['termOrder'] {
  const order = text.toUpperCase()
  if (order === 'FREQUENCY') return 'frequency'
  return order === 'DEFAULT_SORTING_FIELD' || index.schema.defaultSortingField !== '' ? 'weight' : 'frequency'
}

/** An infix search scans every term, so the field must have an infix index. */
function checkInfix(field: Field, infix: Infix): void {
  if (infix === 'off' || field.infix) return
  throw badRequest(
    `Could not find \`${field.name}\` in the infix index. Make sure to enable infix search by specifying \`infix: true\` in the schema.`,
  )
}
