/** Longest address of an article, its picture or its video. */
export const WEB_ADDRESS_MAX_CHARACTERS = 5000

/** Whether text is an absolute http or https URL that a page may link to, of at most 5,000 characters. */
export function isWebAddress(text: string): boolean {
  // The URL parser skips line breaks and tabs, so it would take `java\nscript:` apart differently than a browser's page.
  if (text.length > WEB_ADDRESS_MAX_CHARACTERS || /\p{Cc}/u.test(text) || !text.isWellFormed()) return false
  // `https:host` parses, but readers that look for `//` see no host in it.
  if (!/^https?:\/\//i.test(text)) return false
  return URL.canParse(text) && new URL(text).hostname !== ''
}
