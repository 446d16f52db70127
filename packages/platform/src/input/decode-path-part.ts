/**
 * Returns the text of a percent-encoded part of a path. Returns undefined for escapes that are not UTF-8, such as `%ff`,
 * and for control characters, which no id has.
 */
export function decodePathPart(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part)
    return /\p{Cc}/u.test(text) ? undefined : text
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
