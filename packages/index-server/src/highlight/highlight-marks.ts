import type { HighlightParameters } from './highlight-parser.ts'
import type { PlacedToken } from '../tokens/tokenize.ts'

/** Number of characters of a folded token to mark: 0 for none, infinity for all. */
export type MarkLength = (token: string) => number

type Tags = Pick<HighlightParameters, 'startTag' | 'endTag'>

/** Returns `text` with tags around the marked tokens or token prefixes. */
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

/**
 * Returns where the mark of a token ends in the text, or undefined without a mark. Signs around a word are not marked.
 */
export function markEnd(text: string, token: PlacedToken, length: number): number | undefined {
  if (length === 0) return undefined
  const whole = length >= token.text.length
  let end = whole ? token.end : Math.min(token.end, token.start + length)
  if (whole) while (end > token.start && /[\p{P}\p{S}]/u.test(text[end - 1]!)) end--
  return end
}
