/**
 * One line of text to show: no control characters, nothing that turns the writing direction, no runs of blanks. Lone
 * halves of characters, which no encoding can write, become the replacement character.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .trim()
}

/** At most `max` characters (UTF-16 units), cut at a word with an ellipsis; a word longer than that is cut itself. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const room = text.slice(0, max - 1)
  // A blank right behind the room means that its last word is whole.
  const end = text[max - 1] === ' ' ? room.length : room.lastIndexOf(' ')
  const cut = end > max / 2 ? room.slice(0, end) : room
  return `${cut
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .replace(/[\s.,;:–—-]+$/u, '')}…`
}
