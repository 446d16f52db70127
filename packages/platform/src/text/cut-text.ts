/**
 * Returns one line of text: no control characters, no direction marks, no repeated blanks. Replaces lone surrogates,
 * which cannot be encoded.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .trim()
}

/** Returns at most `max` UTF-16 units, cut at a word with an ellipsis. A single longer word is cut itself. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const room = text.slice(0, max - 1)
  // If a blank follows the limit, the last word is whole.
  const end = text[max - 1] === ' ' ? room.length : room.lastIndexOf(' ')
  const cut = end > max / 2 ? room.slice(0, end) : room
  return `${cut
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .replace(/[\s.,;:–—-]+$/u, '')}…`
}
