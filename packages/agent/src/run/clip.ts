/** Returns the text on one line, cut to at most `max` characters, at the end of a word if possible. */
export function clip(text: string, max: number): string {
  const characters = [...text.replaceAll(/\p{Cc}+/gu, ' ').trim()]
  if (characters.length <= max) return characters.join('')
  const cut = characters.slice(0, max - 1).join('')
  const lastSpace = cut.search(/\s\S*$/u)
  const words = lastSpace === -1 ? cut : cut.slice(0, lastSpace)
  return `${words.replace(/[\s,;]+$/u, '')}…`
}
