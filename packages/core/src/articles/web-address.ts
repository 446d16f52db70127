/** Longest address of an article, picture or video, in characters. */
export const WEB_ADDRESS_MAX_CHARACTERS = 5000

/** Whether a text is an absolute http or https URL of at most 5,000 characters that a page may link to. */
export function isWebAddress(text: string): boolean {
  // The URL parser removes line breaks and tabs, so a browser may read `java
  // script:` differently.
  if (text.length > WEB_ADDRESS_MAX_CHARACTERS || /\p{Cc}/u.test(text) || !text.isWellFormed()) return false
  // `https:host` parses, but readers that search for `//` find no host.
  if (!/^https?:\/\//i.test(text)) return false
  return URL.canParse(text) && new URL(text).hostname !== ''
}
