import type { PostgresType } from 'postgres'

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

/** Reads one dimension, starting after its opening brace. `end` is the position after its closing brace. */
function readLevel(
  text: string,
  start: number,
  parse: (text: string) => unknown,
): { elements: unknown[]; end: number } {
  const elements: unknown[] = []
  let place = start
  while (place < text.length && text[place] !== '}') {
    if (text[place] === ',') place++
    if (text[place] === '{') {
      const nested = readLevel(text, place + 1, parse)
      elements.push(nested.elements)
      place = nested.end
    } else if (text[place] === '"') {
      let value = ''
      for (place++; text[place] !== '"'; place++) value += text[place] === '\\' ? text[++place] : text[place]
      elements.push(parse(value))
      place++
    } else {
      const from = place
      while (place < text.length && text[place] !== ',' && text[place] !== '}') place++
      const value = text.slice(from, place)
      elements.push(value === 'NULL' ? null : parse(value))
    }
  }
  return { elements, end: place + 1 }
}

/**
 * Reads an array in PostgreSQL notation and parses each element with `parse`. NULL becomes null; dimensions become
 * nested arrays.
 */
export function readArray(text: string, parse: (text: string) => unknown): unknown[] {
  // PostgreSQL writes the bounds before the first brace when they do not start at 1.
  return readLevel(text, text.indexOf('{') + 1, parse).elements
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
 * The array types for the client, which otherwise queries the server for them on every new connection. A text passes
 * unchanged. The client takes the type of a parameter from the first element, so arrays of Date and of boolean are sent
 * as text: ISO instants, 'true' and 'false'.
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
