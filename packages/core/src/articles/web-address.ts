/** Longest address of an article, picture or video, in characters. */
export const WEB_ADDRESS_MAX_CHARACTERS = 5000

/**
 * Returns an address as the URL parser writes it, or undefined unless a page may link to it: an absolute http or https
 * URL of at most 5,000 characters, without userinfo and without backslashes, which readers take for different hosts.
 */
export function readWebAddress(text: string): string | undefined {
  // The URL parser removes line breaks and tabs, so a browser may read `java
  // script:` differently.
  if (text.length > WEB_ADDRESS_MAX_CHARACTERS || /[\p{Cc}\\]/u.test(text) || !text.isWellFormed())
    return undefined
  // `https:host` parses, but readers that search for `//` find no host.
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return undefined
  // `https://@host` has an empty userinfo, which the parser removes.
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return undefined
  return url.href.length <= WEB_ADDRESS_MAX_CHARACTERS ? url.href : undefined
}

/** Whether a page may link to an address. */
export const isWebAddress = (text: string): boolean => readWebAddress(text) !== undefined
