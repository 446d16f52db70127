import type { ChosenTerm } from '../keyword/across-fields.ts'
import type { CollectionIndex } from '../memory-index/collection-index.ts'
import { markEnd, markWords } from './highlight-marks.ts'
import type { MarkLength } from './highlight-marks.ts'
import type { HighlightParameters } from './highlight-parser.ts'
import type { Document } from '../requests/json-value.ts'
import { isText } from '../schema/field.ts'
import type { PlacedToken } from '../tokens/tokenize.ts'

export interface Highlighted {
  highlight: Record<string, unknown>
  highlights: Record<string, unknown>[]
}

interface Marked {
  matched_tokens: string[]
  snippet: string
  value?: string
}

/** Maximum of characters of a text that are searched. */
const MAX_TEXT_LENGTH = 200_000

/** Returns how many characters of a token are marked, from the terms that matched the words of the query. */
export function createMarkLength(
  terms: readonly ChosenTerm[],
  phrases: readonly (readonly string[])[],
): MarkLength {
  const lengths = new Map<string, number>()
  for (const { term, cost, isPrefix, wordLength } of terms) {
    const length = isPrefix && cost === 0 ? wordLength : Number.POSITIVE_INFINITY
    lengths.set(term, Math.max(length, lengths.get(term) ?? 0))
  }
  for (const word of phrases.flat()) lengths.set(word, Number.POSITIVE_INFINITY)
  return (token) => lengths.get(token) ?? 0
}

/** Returns snippets of a document's fields with marked words of the query. */
export function highlightDocument(
  index: CollectionIndex,
  document: Document,
  fields: readonly string[],
  markLength: MarkLength,
  parameters: HighlightParameters,
): Highlighted {
  const result: Highlighted = { highlight: {}, highlights: [] }
  for (const name of fields) {
    const field = index.findField(name)
    const value = document[name]
    if (field === undefined || !isText(field) || value === undefined || value === null) continue
    const isFull = parameters.fullFields.includes(name)
    if (typeof value === 'string') {
      const marked = markText(index, value, markLength, parameters, isFull)
      if (marked === undefined) continue
      result.highlight[name] = marked
      result.highlights.push({ field: name, ...marked })
    } else if (Array.isArray(value)) {
      highlightList(index, name, value as string[], markLength, parameters, isFull, result)
    }
  }
  return result
}

function highlightList(
  index: CollectionIndex,
  name: string,
  texts: readonly string[],
  markLength: MarkLength,
  parameters: HighlightParameters,
  isFull: boolean,
  result: Highlighted,
): void {
  const marked = texts.map((text) => markText(index, text, markLength, parameters, isFull))
  const indices = marked.flatMap((entry, at) => (entry === undefined ? [] : [at]))
  if (indices.length === 0) return
  result.highlight[name] = marked.map((entry, at) => entry ?? { matched_tokens: [], snippet: texts[at]! })
  const found = indices.map((at) => marked[at]!)
  result.highlights.push({
    field: name,
    indices,
    matched_tokens: found.map((entry) => entry.matched_tokens),
    snippets: found.map((entry) => entry.snippet),
    ...(isFull ? { values: found.map((entry) => entry.value) } : {}),
  })
}

function markText(
  index: CollectionIndex,
  text: string,
  markLength: MarkLength,
  parameters: HighlightParameters,
  isFull: boolean,
): Marked | undefined {
  const looked = text.slice(0, MAX_TEXT_LENGTH)
  const tokens = index.tokenizer.place(looked)
  const matched = tokens.flatMap((token, at) => (markLength(token.text) > 0 ? [at] : []))
  if (matched.length === 0) return undefined
  const marked: Marked = {
    matched_tokens: matched.map((at) => {
      const token = tokens[at]!
      return looked.slice(token.start, markEnd(looked, token, markLength(token.text)))
    }),
    snippet: snippetOf(looked, tokens, matched, markLength, parameters),
  }
  if (isFull) marked.value = markWords(text, tokens, markLength, parameters)
  return marked
}

/** Returns the whole text when it is short, else the words around the first match. */
function snippetOf(
  text: string,
  tokens: readonly PlacedToken[],
  matched: readonly number[],
  markLength: MarkLength,
  parameters: HighlightParameters,
): string {
  if (tokens.length <= parameters.snippetThreshold) return markWords(text, tokens, markLength, parameters)
  const first = matched[0]!
  const last = matched.findLast((at) => at - first <= parameters.affixTokens * 2)!
  const from = Math.max(0, first - parameters.affixTokens)
  const to = Math.min(tokens.length - 1, last + parameters.affixTokens)
  const start = tokens[from]!.start
  const shifted = tokens
    .slice(from, to + 1)
    .map((token) => ({ text: token.text, start: token.start - start, end: token.end - start }))
  return markWords(text.slice(start, tokens[to]!.end), shifted, markLength, parameters)
}
