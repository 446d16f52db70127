/** The name of the header with the warnings of an answer. */
export const WARNINGS_HEADER = 'x-warnings'

/** API Gateway allows 10,240 bytes for all headers of an answer. */
const HEADER_MAX_CHARACTERS = 4000

const NOT_ASCII = /[^\x20-\x7e]/g

/** Returns a JSON array of texts in ASCII: headers have no other letters. */
const toAsciiJson = (texts: readonly string[]): string =>
  JSON.stringify(texts).replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns the header with the warnings of an answer, as many as fit; no header without warnings. */
export function describeWarnings(warnings: readonly string[]): Record<string, string> {
  for (let count = warnings.length; count > 0; count -= 1) {
    const fitting = toAsciiJson(warnings.slice(0, count))
    if (fitting.length <= HEADER_MAX_CHARACTERS) return { [WARNINGS_HEADER]: fitting }
  }
  return {}
}
