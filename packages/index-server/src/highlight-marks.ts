import type { HighlightParameters } from './highlight-parser.ts'
import type { PlacedToken } from './tokenize.ts'

/** Characters of a folded token that are marked: 0 for none, infinity for all. */
export type MarkLength = (token: string) => number

type Tags = Pick<HighlightParameters, 'startTag' | 'endTag'>

/** `text` with tags around the tokens, or beginnings of tokens, that are to be marked. */
export function markWords(
  text: string,
  tokens: readonly PlacedToken[],
  markLength: MarkLength,
  tags: Tags,
): string {
  let marked = ''
  let done = 0
  for (const token of tokens) {
    const end = markEnd(text, token, markLength(token.text))
    if (end === undefined) continue
    marked += text.slice(done, token.start) + tags.startTag + text.slice(token.start, end) + tags.endTag
    done = end
  }
  return marked + text.slice(done)
}

/** Where the mark of a token ends in the text; undefined when it has none. Signs around a word stay outside. */
export function markEnd(text: string, token: PlacedToken, length: number): number | undefined {
  if (length === 0) return undefined
  const whole = length >= token.text.length
  let end = whole ? token.end : Math.min(token.end, token.start + length)
  if (whole) while (end > token.start && /[\p{P}\p{S}]/u.test(text[end - 1]!)) end--
  return end
}
