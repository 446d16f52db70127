import { limitExceeded } from '@pauta/platform/errors'
import { allOf, anyOf, containsAny, containsNone, type Filter } from './filter.ts'

/** Most words in keywords of several words. */
const COMPOUND_WORDS_MAX = 30
/**
 * Most words in keywords of several words that are compared with title and summary apart. Each takes two conditions and
 * two operators, and the engine allows 100 in a whole filter; the other filters take at most 31.
 */
const COMPOUND_WORDS_APART = 15
/** The fields that keywords are compared with. */
const KEYWORD_FIELDS = ['title', 'summary'] as const
/** The field with the text of both. */
const BOTH_TEXTS = 'title_and_summary'

/** Whether a keyword contains no letter and no digit. The engine would match every article for symbols alone. */
export function isWordless(keyword: string): boolean {
  return !/[\p{L}\p{N}]/u.test(keyword)
}

const wordsOf = (keyword: string): string[] => keyword.split(/\s+/).filter((word) => !isWordless(word))

/** Returns the number of words that filters look up for keywords, for the price of a call. */
export const countKeywordWords = (keywords: readonly string[]): number => keywords.flatMap(wordsOf).length

const inAnyField = (words: readonly string[]): Filter =>
  anyOf(...KEYWORD_FIELDS.map((field) => containsAny(field, words)))

/** Throws LIMIT_EXCEEDED naming `argument` for more than 30 words in keywords of several words. */
export function assertCompoundWords(keywords: readonly string[], argument: string): void {
  const words = keywords.map(wordsOf).filter(({ length }) => length > 1)
  if (words.flat().length > COMPOUND_WORDS_MAX)
    throw limitExceeded(
      argument,
      `no máximo ${COMPOUND_WORDS_MAX} palavras em expressões de várias palavras.`,
    )
}

/**
 * Matches articles with all words of at least one keyword in title or summary, whole, ignoring case and accents. Words
 * of one keyword may be spread over both fields. Ignores quotation marks. Throws LIMIT_EXCEEDED naming `argument`.
 */
export function withKeywords(keywords: readonly string[], argument: string): Filter {
  if (keywords.length === 0) return undefined
  assertCompoundWords(keywords, argument)
  const parsed = keywords.map(wordsOf)
  const compound = parsed.filter((words) => words.length > 1)
  // A live collection of an earlier version lacks the field of both texts until the next full sync, so that few words
  // do without it.
  if (compound.flat().length > COMPOUND_WORDS_APART)
    return containsAny(
      BOTH_TEXTS,
      parsed.map((words) => words.join(' ')),
    )
  const single = parsed.filter((words) => words.length < 2).flat()
  return anyOf(
    single.length > 0 || compound.length === 0 ? inAnyField(single) : undefined,
    ...compound.map((words) => allOf(...words.map((word) => inAnyField([word])))),
  )
}

/**
 * Matches articles without any of the keywords. An article has a keyword if the title, or the summary, contains all
 * words of the keyword.
 */
export function withoutKeywords(keywords: readonly string[] = []): Filter {
  if (keywords.length === 0) return undefined
  return allOf(...KEYWORD_FIELDS.map((field) => containsNone(field, keywords)))
}
