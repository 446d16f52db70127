const URL_MAX_CHARACTERS = 2048

/**
 * The URL in the parser's own writing when a reader may be sent there: absolute, http or https, no credentials, at most
 * 2,048 characters. Undefined otherwise.
 */
export function findSafeUrl(text: string | null | undefined): string | undefined {
  const url = text ? URL.parse(text.trim()) : null
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username !== '' || url.password !== '' || url.href.length > URL_MAX_CHARACTERS) return undefined
  return url.href
}
