import { ID_MAX_CHARACTERS, isArticleId } from '@pauta/core/articles/article-id'
import { QUERY_MAX_CHARACTERS } from '@pauta/core/search-index/query'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import { assertTextLength } from '@pauta/platform/input/text-input'

/** The last row that a paged list returns. */
export const DEEPEST_ROW = 10_000

/** Returns a whole number of at least 1, reduced to the maximum. Throws BAD_USER_INPUT below 1. */
export function limitArgument(value: number, max: number, argument = 'limit'): number {
  if (value < 1) throw badInput(argument, 'deve ser maior ou igual a 1.')
  return Math.min(value, max)
}

/**
 * Returns the page size for a list with a count, reduced to the maximum; 0 requests only the count. Throws
 * BAD_USER_INPUT below 0.
 */
export function pageSizeArgument(value: number, max: number, argument = 'limit'): number {
  if (value < 0) throw badInput(argument, 'deve ser maior ou igual a 0.')
  return Math.min(value, max)
}

/** Returns a page number whose rows are within the first 10,000. Throws BAD_USER_INPUT or LIMIT_EXCEEDED. */
export function pageArgument(page: number, rowsPerPage: number): number {
  if (page < 1) throw badInput('page', 'deve ser maior ou igual a 1.')
  if (page * rowsPerPage > DEEPEST_ROW) {
    throw limitExceeded('page', `só os primeiros ${DEEPEST_ROW} resultados podem ser paginados.`)
  }
  return page
}

/** Returns whole days, 1 or more. Throws BAD_USER_INPUT. */
export function daysArgument(days: number, argument = 'range.days'): number {
  if (days < 1) throw badInput(argument, 'deve ser maior ou igual a 1.')
  return days
}

/**
 * Returns an identifier of 1 to 128 characters. Refuses control characters, because PostgreSQL allows no NUL in a
 * text.
 */
export function idArgument(value: string, argument: string): string {
  if (value.length < 1 || value.length > ID_MAX_CHARACTERS) {
    throw badInput(argument, `deve ter de 1 a ${ID_MAX_CHARACTERS} caracteres.`)
  }
  if (/\p{Cc}/u.test(value)) throw badInput(argument, 'não pode ter caracteres de controle.')
  return value
}

/** Returns the identifier of an article, checked by the same rule as messages and imports. Throws BAD_USER_INPUT. */
export function articleIdArgument(value: string, argument: string): string {
  const id = idArgument(value, argument)
  if (!isArticleId(id)) throw badInput(argument, 'tem caracteres que o identificador de uma notícia não tem.')
  return id
}

/** Agencies that one request may name. */
const AGENCIES_MAX = 200

/** Returns up to 200 keys or official names of agencies, without duplicates. Throws LIMIT_EXCEEDED or BAD_USER_INPUT. */
export function agenciesArgument(agencies: readonly string[]): string[] {
  if (agencies.length > AGENCIES_MAX)
    throw limitExceeded('agencies', `no máximo ${AGENCIES_MAX} órgãos por vez.`)
  return [...new Set(agencies.map((key) => idArgument(key, 'agencies')))]
}

/** Returns the trimmed search text, at most 1,000 characters; '' for a blank text. Throws BAD_USER_INPUT. */
export function queryArgument(query: string): string {
  if (query.length > QUERY_MAX_CHARACTERS)
    throw badInput('query', `deve ter no máximo ${QUERY_MAX_CHARACTERS} caracteres.`)
  return query.trim()
}

/**
 * Returns one of the allowed words, in any case; undefined for null or blank. Throws BAD_USER_INPUT with the allowed
 * words.
 */
export function wordArgument<Word extends string>(
  value: string | null | undefined,
  allowed: readonly Word[],
  argument: string,
): Word | undefined {
  assertTextLength(value ?? '', argument, ID_MAX_CHARACTERS)
  const wanted = value?.trim().toUpperCase()
  if (!wanted) return undefined
  const word = allowed.find((one) => one.toUpperCase() === wanted)
  if (word === undefined) throw badInput(argument, `use um destes valores: ${allowed.join(', ')}.`)
  return word
}
