/** A text of at most so many characters on one line, cut at the end of a word. */
export function clip(text: string, max: number): string {
  const characters = [...text.replaceAll(/\p{Cc}+/gu, ' ').trim()]
  if (characters.length <= max) return characters.join('')
  return `${characters
    .slice(0, max - 1)
    .join('')
    .replace(/[\s,;]+\S*$/u, '')}…`
}
