import { limitExceeded } from '@pauta/platform/errors'
import { allOf, anyOf, containsAny, containsNone, type Filter } from './filter.ts'

/** Most keywords of a recorte or a list. */
export const KEYWORDS_MAX = 50
export const KEYWORD_MAX_CHARACTERS = 100
/** Most words in keywords of several words. Each word takes two conditions, and the engine allows 100 per filter. */
const COMPOUND_WORDS_MAX = 30
/** The fields that keywords are compared with. */
const KEYWORD_FIELDS = ['title', 'summary'] as const

/** Whether a keyword contains no letter and no digit. The engine would match every article for symbols alone. */
export function isWordless(keyword: string): boolean {
  return !/[\p{L}\p{N}]/u.test(keyword)
}

const wordsOf = (keyword: string): string[] => keyword.split(/\s+/).filter((word) => !isWordless(word))

const inAnyField = (words: readonly string[]): Filter =>
  anyOf(...KEYWORD_FIELDS.map((field) => containsAny(field, words)))

/**
 * Matches articles with all words of at least one keyword in title or summary, whole, ignoring case and accents. Words
 * of one keyword may be spread over both fields. Ignores quotation marks. Throws LIMIT_EXCEEDED naming `argument`.
 */
export function withKeywords(keywords: readonly string[] | null | undefined, argument: string): Filter {
  if (!keywords || keywords.length === 0) return undefined
  if (keywords.length > KEYWORDS_MAX) throw limitExceeded(argument, `no máximo ${KEYWORDS_MAX} valores.`)
  const parsed = keywords.map(wordsOf)
  const compound = parsed.filter((words) => words.length > 1)
  if (compound.flat().length > COMPOUND_WORDS_MAX)
    throw limitExceeded(
      argument,
      `no máximo ${COMPOUND_WORDS_MAX} palavras em expressões de várias palavras.`,
    )
  const single = parsed.filter((words) => words.length < 2).flat()
  return anyOf(
    single.length > 0 || compound.length === 0 ? inAnyField(single) : undefined,
    ...compound.map((words) => allOf(...words.map((word) => inAnyField([word])))),
  )
}

/**
 * Matches articles without any of the keywords. An article has a keyword if the title, or the summary, contains all
 * words of the keyword. Throws LIMIT_EXCEEDED naming `argument`.
 */
export function withoutKeywords(keywords: readonly string[] | null | undefined, argument: string): Filter {
  if (!keywords || keywords.length === 0) return undefined
  if (keywords.length > KEYWORDS_MAX) throw limitExceeded(argument, `no máximo ${KEYWORDS_MAX} valores.`)
  return allOf(...KEYWORD_FIELDS.map((field) => containsNone(field, keywords)))
}
