/** Returns the text fields of a JSON object. Returns none when the text is not a JSON object. */
export function findTexts(text: string): Record<string, string> {
  const value = findJson(text)
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}

/** Parses JSON. Returns undefined for other text. */
export function findJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Senders may send any text. Text that is not JSON is a valid case.
    return undefined
  }
}
