import type { Tokenizer } from './tokenize.ts'

/** A query in its parts, all folded. */
export interface QueryWords {
  /** Words that documents should hold. */
  words: string[]
  /** Runs of words that documents must hold next to each other. */
  phrases: string[][]
  /** Words, or phrases, that documents must not hold. */
  excluded: string[][]
}

/** Words of one query, and words and phrases that it excludes or asks for; the rest is ignored. */
const MAX_WORDS = 100

/**
 * Reads `q`: words in double quotes are a phrase, a minus sign in front of a word or phrase excludes it. A quote
 * that is never closed reaches to the end.
 */
export function parseQuery(query: string, tokenizer: Tokenizer): QueryWords {
  const parsed: QueryWords = { words: [], phrases: [], excluded: [] }
  let phrase: string[] | undefined
  let excludes = false
  for (const part of query.split(/[ \n]+/).filter((piece) => piece !== '' && piece !== '-')) {
    let text = part
    if (phrase === undefined && text.startsWith('-')) {
      excludes = true
      text = text.slice(1)
    }
    if (phrase === undefined && text.startsWith('"')) {
      phrase = []
      text = text.slice(1)
    }
    const closes = phrase !== undefined && text.endsWith('"')
    const words = tokenizer.tokenize(text)
    if (phrase !== undefined) phrase.push(...words)
    else if (excludes) parsed.excluded.push(...words.map((word) => [word]))
    else parsed.words.push(...words)
    if (phrase === undefined) excludes = false
    if (closes) {
      keepPhrase(parsed, phrase!, excludes)
      phrase = undefined
      excludes = false
    }
  }
  if (phrase !== undefined) keepPhrase(parsed, phrase, excludes)
  for (const list of [parsed.words, parsed.phrases, parsed.excluded])
    list.length = Math.min(list.length, MAX_WORDS)
  return parsed
}

function keepPhrase(parsed: QueryWords, phrase: string[], excludes: boolean): void {
  if (phrase.length === 0) return
  if (excludes) parsed.excluded.push(phrase)
  else parsed.phrases.push(phrase)
}
