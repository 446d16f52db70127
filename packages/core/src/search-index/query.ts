import { commonness } from '../language/common-words.ts'
import { foldWords } from '../language/fold-words.ts'
import { FUNCTION_WORDS } from '../language/function-words.ts'
import { stem } from '../language/stem.ts'
import { listStems } from '../language/stem-text.ts'

/** Words of one query that are searched for; the rest is ignored. */
export const QUERY_WORDS_MAX = 30

/** What a reader typed, in the parts that the index is asked for. */
export interface Query {
  /** Phrases with their quotes, exactly as typed. */
  phrases: string[]
  /** Plain words as typed, the most common ones first: the engine drops words from the left until it finds something. */
  words: string[]
  /** The same words as stems, each once; empty where the query has function words alone. */
  stems: string[]
}

/** A dash before a word excludes it and a lone quote opens a phrase: a pasted title must mean its words. */
export function plainWords(query: string): string {
  const undashed = query.replace(/(^|\s)-+(?=\S)/g, '$1')
  const quotes = undashed.split('"').length - 1
  return quotes % 2 === 0 ? undashed : undashed.replaceAll('"', ' ')
}

const hasSubject = (text: string) => foldWords(text).some((word) => !FUNCTION_WORDS.has(word))

/** A stable sort: among equally common words the order is the reader's. */
function rarestLast<T>(items: readonly T[], stemOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, weight: commonness(stemOf(item)) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ item }) => item)
}

/**
 * Reads a query. Outside of quotes, function words are dropped unless nothing else is left, and at most 30 words are
 * kept. Phrases in quotes stay as they are.
 */
export function readQuery(query: string): Query {
  const text = plainWords(query)
  const phrases = text.match(/"[^"]*"/g)?.filter((phrase) => foldWords(phrase).length > 0) ?? []
  const typed = text
    .replace(/"[^"]*"/g, ' ')
    .split(/\s+/)
    .filter((word) => foldWords(word).length > 0)
  const subjects = typed.filter(hasSubject)
  if (subjects.length === 0) {
    return { phrases, words: phrases.length > 0 ? [] : typed.slice(0, QUERY_WORDS_MAX), stems: [] }
  }
  const words = subjects.slice(0, QUERY_WORDS_MAX)
  const stems = [...new Set(words.flatMap(listStems))].slice(0, QUERY_WORDS_MAX)
  return {
    phrases,
    words: rarestLast(words, (word) => stem(foldWords(word)[0] ?? '')),
    stems: rarestLast(stems, (word) => word),
  }
}
