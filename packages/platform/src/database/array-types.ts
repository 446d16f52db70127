import type { PostgresType } from 'postgres'

type Element = string | number | boolean | Date | object | null
type Elements = (Element | Elements)[]

/** A value between quotes, where only the quote and the backslash mean something. */
const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

function writeElement(element: Element | Elements | bigint | undefined): string {
  if (element === null) return 'NULL'
  if (Array.isArray(element)) return writeArray(element)
  if (element instanceof Date) return quote(element.toISOString())
  if (element === undefined)
    throw new TypeError('An array for the database has an undefined element: use null')
  return quote(typeof element === 'object' ? JSON.stringify(element) : String(element))
}

/** The array in PostgreSQL's own notation, `{"a","b",NULL}`; nested arrays are further dimensions. */
export function writeArray(elements: readonly (Element | Elements | bigint | undefined)[]): string {
  return `{${elements.map(writeElement).join(',')}}`
}

/** Reads one level from behind its brace; gives the place behind the brace that ends it. */
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

/** Reads PostgreSQL's notation of an array, each element by `parse`; NULL is null, dimensions are nested arrays. */
export function readArray(text: string, parse: (text: string) => unknown): unknown[] {
  // An array whose places do not begin at 1 carries its bounds before the first brace.
  return readLevel(text, text.indexOf('{') + 1, parse).elements
}

/** What the client makes of a single value of the type, so that an array's elements are the same. */
const KINDS: { oids: readonly number[]; parse: (text: string) => unknown }[] = [
  // text, varchar, bpchar, name, char, uuid, and numbers that JavaScript cannot hold: bigint, numeric
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
 * The array types for the client, which otherwise asks the server for them on every new connection. A text is passed
 * on as it is. The client takes the type of a parameter from the first element, so arrays of Date and of boolean are
 * sent as text: ISO instants, 'true' and 'false'.
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
