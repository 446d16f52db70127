/** The fields of a JSON object that are texts; none where the text is no such object. */
export function findTexts(text: string): Record<string, string> {
  const value = findJson(text)
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}

/** What a text says as JSON; undefined where it is none. */
export function findJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Senders may send any text; that it is no JSON is the answer.
    return undefined
  }
}
