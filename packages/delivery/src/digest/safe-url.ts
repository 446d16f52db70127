const URL_MAX_CHARACTERS = 2048

/**
 * Returns the normalised URL if readers may be sent there: absolute, http or https, no credentials, at most 2,048
 * characters. Returns undefined otherwise.
 */
export function findSafeUrl(text: string | null | undefined): string | undefined {
  const url = text ? URL.parse(text.trim()) : null
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username !== '' || url.password !== '' || url.href.length > URL_MAX_CHARACTERS) return undefined
  return url.href
}
