import { commonness, COMMONNESS_MAX } from '../stemming/common-words.ts'
import { foldWords } from '../stemming/fold-words.ts'
import { FUNCTION_WORDS, QUESTION_WORDS } from '../stemming/function-words.ts'
import { stem } from '../stemming/stem.ts'
import { listStems } from '../stemming/stem-text.ts'

/** Most words of a query; the rest is ignored. */
export const QUERY_WORDS_MAX = 30

/** Most characters of a query, blanks at its ends included. */
export const QUERY_MAX_CHARACTERS = 1000

/** A reader's query in the parts for the index. */
export interface Query {
  /** Phrases with quotes, exactly as typed. */
  phrases: string[]
  /**
   * Plain words as typed, the most common ones first: the engine drops words from the left until it finds a document.
   */
  words: string[]
  /** Distinct stems of the words; empty when the query has only function words. */
  stems: string[]
}

/** Characters that nobody sees, such as a soft hyphen. Inside of a pasted word they would end the word. */
const UNSEEN = /\p{Cf}/gu

/**
 * Removes the operators of the engine: a dash before a word would exclude the word, and a single quote mark would open
 * a phrase. A pasted title must match its words, so that characters that nobody sees go, too.
 */
export function plainWords(query: string): string {
  const undashed = query.replace(UNSEEN, '').replace(/(^|\s)-+(?=\S)/g, '$1')
  const quotes = undashed.split('"').length - 1
  return quotes % 2 === 0 ? undashed : undashed.replaceAll('"', ' ')
}

const hasSubject = (text: string) => foldWords(text).some((word) => !FUNCTION_WORDS.has(word))

const itself = (word: string) => word
const stemOfTyped = (word: string) => stem(foldWords(word)[0] ?? '')

/** Sorts by commonness. Stable: equally common words keep the reader's order. */
function rarestLast<T>(items: readonly T[], stemOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, weight: commonness(stemOf(item)) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ item }) => item)
}

/**
 * Whether the query is a question: it begins with a question word, also in "o que" or "em qual", or ends with a
 * question mark.
 */
function isQuestion(typed: readonly string[]): boolean {
  const opening = typed.slice(0, 2).flatMap(foldWords)
  return opening.some((word) => QUESTION_WORDS.has(word)) || (typed.at(-1)?.endsWith('?') ?? false)
}

/** Least number of remaining words when common words are removed. */
const SUBJECT_WORDS_MIN = 2

/**
 * Removes words of nearly every question, such as `governo` and `anunciou`. When an article contains all words of the
 * question, the engine drops none and finds only that article.
 */
function withoutFrame<T>(items: readonly T[], stemOf: (item: T) => string): readonly T[] {
  const subjects = items.filter((item) => commonness(stemOf(item)) < COMMONNESS_MAX)
  return subjects.length < SUBJECT_WORDS_MIN ? items : subjects
}

/**
 * Parses a query. Removes function words outside quotes unless no other word is left, and keeps at most 30 words. Of a
 * question, removes the words of nearly every question when two others remain. Phrases in quotes stay unchanged.
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
  const shorten = isQuestion(typed) ? withoutFrame : <T>(items: readonly T[]) => items
  return {
    phrases,
    words: rarestLast(shorten(words, stemOfTyped), stemOfTyped),
    stems: rarestLast(shorten(stems, itself), itself),
  }
}

/** Whether a query has nothing to search for, such as an emoji. The engine would match every article for symbols alone. */
export const isWordless = ({ phrases, words }: Query): boolean => phrases.length === 0 && words.length === 0

/** Returns the number of words that a search for a text looks up, 30 at most, for the price of a call. */
export function countSearchedWords(query: string): number {
  const text = query.slice(0, QUERY_MAX_CHARACTERS)
  const { phrases, words } = readQuery(text)
  const asWritten = words.length + phrases.flatMap(foldWords).length
  return Math.min(Math.max(listStems(text).length, asWritten), QUERY_WORDS_MAX)
}
