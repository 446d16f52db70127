import { commonness, COMMONNESS_MAX } from '@pauta/platform/language/common-words'
import { foldWords } from '@pauta/platform/language/fold-words'
import { FUNCTION_WORDS, QUESTION_WORDS } from '@pauta/platform/language/function-words'
import { stem } from '@pauta/platform/language/stem'
import { listStems } from '@pauta/platform/language/stem-text'

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

const itself = (word: string) => word
const stemOfTyped = (word: string) => stem(foldWords(word)[0] ?? '')

/** A stable sort: among equally common words the order is the reader's. */
function rarestLast<T>(items: readonly T[], stemOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, weight: commonness(stemOf(item)) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ item }) => item)
}

/** A question opens with its word, "o que" or "em qual" included, or ends with its mark. */
function isQuestion(typed: readonly string[]): boolean {
  const opening = typed.slice(0, 2).flatMap(foldWords)
  return opening.some((word) => QUESTION_WORDS.has(word)) || (typed.at(-1)?.endsWith('?') ?? false)
}

/** Fewest words that say what a question is about. */
const SUBJECT_WORDS_MIN = 2

/**
 * Leaves out what every question asks with, such as `governo` and `anunciou`. Where an article happens to have all
 * words of the question, the engine drops none, and would find that article alone.
 */
function withoutFrame<T>(items: readonly T[], stemOf: (item: T) => string): readonly T[] {
  const subjects = items.filter((item) => commonness(stemOf(item)) < COMMONNESS_MAX)
  return subjects.length < SUBJECT_WORDS_MIN ? items : subjects
}

/**
 * Reads a query. Outside of quotes, function words are dropped unless nothing else is left, and at most 30 words are
 * kept. Of a question the words of nearly every question are left out too, where two others remain. Phrases in quotes
 * stay as they are.
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
