import type { PostgresType } from 'postgres'
import { parse as readArray } from 'postgres-array'

/**
 * Fault of postgres 3.4.9: the client asks the server for the array types on every new connection (`fetch_types`), which
 * costs a round trip and about 10 kB. When the connection drops meanwhile, the query's rejection is unhandled and ends
 * the process. With `fetch_types: false` the client writes arrays as `a,b` and returns them as text.
 *
 * Reported upstream: https://github.com/porsager/postgres/issues/1192 (the rejection) and issue 1164 there (static types).
 *
 * Workaround: the array types in use, with the OIDs that every PostgreSQL server has. Remove this file when the client
 * has static array types.
 */

type Element = string | number | boolean | Date | object | null
type Elements = (Element | Elements)[]

/** Quotes a value. Inside quotes only the quote and the backslash have a meaning. */
const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

function writeElement(element: Element | Elements | bigint | undefined): string {
  if (element === null) return 'NULL'
  if (Array.isArray(element)) return writeArray(element)
  if (element instanceof Date) return quote(element.toISOString())
  if (element === undefined)
    throw new TypeError('An array for the database has an undefined element: use null')
  return quote(typeof element === 'object' ? JSON.stringify(element) : String(element))
}

/**
 * Returns an array in PostgreSQL notation, `{"a","b",NULL}`. Nested arrays become further dimensions. Throws a
 * TypeError for undefined elements.
 */
export function writeArray(elements: readonly (Element | Elements | bigint | undefined)[]): string {
  return `{${elements.map(writeElement).join(',')}}`
}

/** Parsers by OID of the array type. Elements get the same JavaScript type as a single value of the type. */
const KINDS: { oids: readonly number[]; parse: (text: string) => unknown }[] = [
  // text, varchar, bpchar, name, char, uuid; also bigint and numeric, which exceed JavaScript numbers
  { oids: [1009, 1015, 1014, 1003, 1002, 2951, 1016, 1231], parse: (text) => text },
  // integer, smallint, oid, real, double precision
  { oids: [1007, 1005, 1028, 1021, 1022], parse: Number },
  { oids: [1000], parse: (text) => text === 't' },
  // date, timestamp, timestamptz
  { oids: [1182, 1115, 1185], parse: (text) => new Date(text) },
  // json, jsonb
  { oids: [199, 3807], parse: (text) => JSON.parse(text) as unknown },
]

/**
 * A text passes unchanged. The client takes the type of a parameter from the first element, so arrays of Date and of
 * boolean are sent as text: ISO instants, 'true' and 'false'.
 */
export const ARRAY_TYPES: Record<string, PostgresType> = Object.fromEntries(
  KINDS.flatMap(({ oids, parse }) =>
    oids.map((oid) => [
      `array${oid}`,
      {
        to: oid,
        from: [oid],
        serialize: (value: unknown) => (Array.isArray(value) ? writeArray(value as Elements) : String(value)),
        parse: (text: string) => readArray(text, parse),
      },
    ]),
  ),
)
