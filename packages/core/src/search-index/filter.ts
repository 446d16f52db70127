import { limitExceeded } from '@pauta/platform/errors'
import { toEpochSeconds, type DateWindow } from '@pauta/platform/time/time'

/** Most values per field of a filter. */
const FILTER_VALUES_MAX = 200

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
  if (values.length > FILTER_VALUES_MAX) {
    throw limitExceeded(argument, `no máximo ${FILTER_VALUES_MAX} valores.`)
  }
  const quoted = quoteDistinct(values)
  return quoted.length === 0 ? MATCH_NOTHING : `${field}:=[${quoted.join(',')}]`
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

/** Matches documents inside a half-open window. Instants of the index are whole seconds. */
export function within(field: string, window: DateWindow): Filter {
  const parts: string[] = []
  if (window.from) parts.push(`${field}:>=${Math.ceil(window.from.getTime() / 1000)}`)
  if (window.to) parts.push(`${field}:<${Math.ceil(window.to.getTime() / 1000)}`)
  return parts.length === 0 ? undefined : parts.join(' && ')
}

/** Matches documents at or after an instant. */
export function since(field: string, instant: Date): string {
  return `${field}:>=${toEpochSeconds(instant)}`
}

// In the index `&&` and `||` have the same precedence, left to right, so every part gets parentheses.
function join(parts: readonly Filter[], operator: ' && ' | ' || '): Filter {
  const some = parts.filter((part) => part !== undefined)
  if (some.length < 2) return some[0]
  return some.map((part) => `(${part})`).join(operator)
}

/** Matches when all parts match. Undefined parts are ignored. */
export function allOf(...parts: Filter[]): Filter {
  return join(parts, ' && ')
}

/** Matches when any part matches. Undefined parts are ignored. */
export function anyOf(...parts: Filter[]): Filter {
  return join(parts, ' || ')
}
