import { limitExceeded } from '@pauta/platform/errors'
import { toEpochSeconds, type DateWindow } from '@pauta/platform/time/time'

/** Most values per field of a filter. */
const FILTER_VALUES_MAX = 200
/** Most conditions and operators of a filter. The engine refuses more. */
export const FILTER_MAX_OPERATIONS = 100
/** Most characters of a filter. The longest legal one without long values, 500 ids, has about 60,000. */
const FILTER_MAX_CHARACTERS = 100_000

/**
 * A complete filter. Only this file creates filters, so that no value can change another part. `undefined` restricts
 * nothing.
 */
export type Filter = string | undefined

/** Matches no document. Typesense has no literal for that; `published_at` is required and never this negative. */
export const MATCH_NOTHING = 'published_at:<-9000000000'

// The tokenizer removes symbols, so a value without them is equivalent. A backtick would end the quoted value, and a
// trailing star would make it a prefix.
function quote(value: string): string | undefined {
  const cleaned = value
    .replace(/[`*]/g, '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(cleaned) ? `\`${cleaned}\`` : undefined
}

const quoteDistinct = (values: readonly string[]): string[] => [
  ...new Set(values.map(quote).filter((value) => value !== undefined)),
]

function assertValueCount(values: readonly string[], argument: string): void {
  if (values.length > FILTER_VALUES_MAX)
    throw limitExceeded(argument, `no máximo ${FILTER_VALUES_MAX} valores.`)
}

/**
 * Matches documents whose field equals any of the values, ignoring case and accents. No values: no restriction. Values
 * without letters and digits match nothing. Throws LIMIT_EXCEEDED naming `argument` above 200 values.
 */
export function equalsAny(
  field: string,
  values: readonly string[] | null | undefined,
  argument: string,
): Filter {
  if (!values || values.length === 0) return undefined
  assertValueCount(values, argument)
  const quoted = quoteDistinct(values)
  return quoted.length === 0 ? MATCH_NOTHING : `${field}:=[${quoted.join(',')}]`
}

/**
 * Matches documents whose field equals none of the values, ignoring case and accents, and documents without the field.
 * Ignores values without letters and digits. Throws LIMIT_EXCEEDED naming `argument` above 200 values.
 */
export function equalsNone(field: string, values: readonly string[], argument: string): Filter {
  assertValueCount(values, argument)
  const quoted = quoteDistinct(values)
  return quoted.length === 0 ? undefined : `${field}:!=[${quoted.join(',')}]`
}

/**
 * Matches documents whose field contains all words of one of the values. Values without letters and digits match
 * nothing.
 */
export function containsAny(field: string, values: readonly string[]): string {
  const quoted = quoteDistinct(values)
  return quoted.length === 0 ? MATCH_NOTHING : `${field}:[${quoted.join(',')}]`
}

/**
 * Matches documents whose field contains all words of none of the values, and documents without the field. Ignores
 * values without letters and digits.
 */
export function containsNone(field: string, values: readonly string[]): Filter {
  const quoted = quoteDistinct(values)
  return quoted.length === 0 ? undefined : `${field}:![${quoted.join(',')}]`
}

// Ids are compared exactly. An id with a backtick cannot be quoted, so it matches no document.
const quoteIds = (ids: readonly string[]) => ids.filter((id) => !id.includes('`')).map((id) => `\`${id}\``)

/** Matches the documents with these ids. No ids: nothing matches. */
export function withIds(uniqueIds: readonly string[]): string {
  const quoted = quoteIds(uniqueIds)
  return quoted.length === 0 ? MATCH_NOTHING : `id:=[${quoted.join(',')}]`
}

/** Matches all documents except these. */
export function withoutIds(uniqueIds: readonly string[]): Filter {
  const quoted = quoteIds(uniqueIds)
  return quoted.length === 0 ? undefined : `id:!=[${quoted.join(',')}]`
}

/** Matches documents whose field has another value or none. */
export function differsFrom(field: string, value: string | null | undefined): Filter {
  const quoted = value ? quote(value) : undefined
  return quoted === undefined ? undefined : `${field}:!=[${quoted}]`
}

const ceilSeconds = (instant: Date) => Math.ceil(instant.getTime() / 1000)

/**
 * Matches documents inside a half-open window. Instants of the index are whole seconds. A window with two ends is one
 * range: the engine evaluates each comparison alone, so an upper bound beside a lower one would collect every older
 * document first. A window that is empty matches nothing.
 */
export function within(field: string, window: DateWindow): Filter {
  const from = window.from && ceilSeconds(window.from)
  const to = window.to && ceilSeconds(window.to)
  if (from === undefined) return to === undefined ? undefined : `${field}:<${to}`
  if (to === undefined) return atLeast(field, from)
  // The range of the engine includes both ends.
  return to <= from ? MATCH_NOTHING : `${field}:[${from}..${to - 1}]`
}

/** Matches documents whose field is at least a number. Documents without the field do not match. */
export const atLeast = (field: string, value: number): string => `${field}:>=${value}`

/** Matches documents whose field is at most a number. Documents without the field do not match. */
export const atMost = (field: string, value: number): string => `${field}:<=${value}`

/** Matches documents at or after an instant. */
export function since(field: string, instant: Date): string {
  return atLeast(field, toEpochSeconds(instant))
}

// In the index `&&` and `||` have the same precedence, left to right, so every part gets parentheses.
function join(parts: readonly string[], operator: ' && ' | ' || '): Filter {
  return parts.length < 2 ? parts[0] : parts.map((part) => `(${part})`).join(operator)
}

const defined = (parts: readonly Filter[]): string[] => parts.filter((part) => part !== undefined)

/** Matches when all parts match. Undefined parts are ignored. */
export function allOf(...parts: Filter[]): Filter {
  const some = defined(parts)
  return some.includes(MATCH_NOTHING) ? MATCH_NOTHING : join(some, ' && ')
}

/** Matches when any part matches. Undefined parts are ignored. */
export function anyOf(...parts: Filter[]): Filter {
  const some = defined(parts)
  const matching = some.filter((part) => part !== MATCH_NOTHING)
  return matching.length === 0 ? some[0] : join(matching, ' || ')
}

/** Returns the number of conditions and operators, as the engine counts them. */
export function countOperations(filter: string): number {
  const operators = filter.replace(/`[^`]*`/g, '').match(/&&|\|\|/g)?.length ?? 0
  return 2 * operators + 1
}

/** Throws LIMIT_EXCEEDED for a filter that the engine would refuse, or that would keep the engine busy. */
export function assertFilterSize(filter: string): void {
  if (filter.length > FILTER_MAX_CHARACTERS)
    throw limitExceeded('filter', `os valores de todos os filtros juntos são longos demais.`)
  if (countOperations(filter) > FILTER_MAX_OPERATIONS)
    throw limitExceeded('filter', 'são condições demais: use menos filtros ou palavras-chave mais curtas.')
}
