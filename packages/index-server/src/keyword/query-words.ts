import type { Tokenizer } from '../tokens/tokenize.ts'

/** The parts of a query, all folded. */
export interface QueryWords {
  /** Words to search for; dropping may remove some. */
  words: string[]
  /** Phrases: words that documents must contain next to each other. */
  phrases: string[][]
  /** Words or phrases that documents must not contain. */
  excluded: string[][]
}

/** Maximum of words, and of excluded and required words and phrases, in one query. The rest is ignored. */
const MAX_WORDS = 100

/**
 * Parses `q`. Words in double quotes are a phrase. A minus sign before a word or phrase excludes it. An unclosed quote
 * reaches to the end.
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
