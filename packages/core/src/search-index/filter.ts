import { limitExceeded } from '@pauta/platform/errors'
import { toEpochSeconds, type DateWindow } from '@pauta/platform/time/time'

/** Most values of one kind in a filter. */
const FILTER_VALUES_MAX = 200

/**
 * A filter that is known to be whole: made here alone, so that no value can change another part of it.
 * `undefined` lets everything through.
 */
export type Filter = string | undefined

/** Matches no document. Typesense has no literal for that; published_at is a required field and never negative enough. */
export const MATCH_NOTHING = 'published_at:<-9000000000'

// The tokenizer drops symbols anyway, so a value means the same without them; a backtick would end the quoted value
// and a trailing star would make it a prefix.
function quote(value: string): string | undefined {
  const cleaned = value
    .replace(/[`*]/g, '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(cleaned) ? `\`${cleaned}\`` : undefined
}

/**
 * Documents whose field equals any of the values, letter case and accents aside.
 * No values: no restriction. Values that are all without a letter or digit: nothing matches.
 * Throws LIMIT_EXCEEDED naming `argument` above 200 values.
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
  const quoted = [...new Set(values.map(quote).filter((value) => value !== undefined))]
  return quoted.length === 0 ? MATCH_NOTHING : `${field}:=[${quoted.join(',')}]`
}

// Ids are compared whole and unfolded; one with a backtick cannot be written and so names no document.
const quoteIds = (ids: readonly string[]) => ids.filter((id) => !id.includes('`')).map((id) => `\`${id}\``)

/** The documents with these ids. No ids: nothing matches. */
export function withIds(uniqueIds: readonly string[]): string {
  const quoted = quoteIds(uniqueIds)
  return quoted.length === 0 ? MATCH_NOTHING : `id:=[${quoted.join(',')}]`
}

/** Every document but these. */
export function withoutIds(uniqueIds: readonly string[]): Filter {
  const quoted = quoteIds(uniqueIds)
  return quoted.length === 0 ? undefined : `id:!=[${quoted.join(',')}]`
}

/** Documents whose field has another value, or none. */
export function differsFrom(field: string, value: string | null | undefined): Filter {
  const quoted = value ? quote(value) : undefined
  return quoted === undefined ? undefined : `${field}:!=[${quoted}]`
}

/** Documents inside a half-open window; instants of the index are whole seconds. */
export function within(field: string, window: DateWindow): Filter {
  const parts: string[] = []
  if (window.from) parts.push(`${field}:>=${Math.ceil(window.from.getTime() / 1000)}`)
  if (window.to) parts.push(`${field}:<${Math.ceil(window.to.getTime() / 1000)}`)
  return parts.length === 0 ? undefined : parts.join(' && ')
}

/** Documents at or after an instant. */
export function since(field: string, instant: Date): string {
  return `${field}:>=${toEpochSeconds(instant)}`
}

// `&&` and `||` bind alike in the index, left to right, so every part gets parentheses.
function join(parts: readonly Filter[], operator: ' && ' | ' || '): Filter {
  const some = parts.filter((part) => part !== undefined)
  if (some.length < 2) return some[0]
  return some.map((part) => `(${part})`).join(operator)
}

/** All parts must hold; parts that restrict nothing fall away. */
export function allOf(...parts: Filter[]): Filter {
  return join(parts, ' && ')
}

/** Any part may hold; parts that are undefined fall away. */
export function anyOf(...parts: Filter[]): Filter {
  return join(parts, ' || ')
}
