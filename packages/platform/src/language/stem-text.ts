import { foldWords, foldWordsAndParts } from './fold-words.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { stem } from './stem.ts'

const toStems = (words: readonly string[]) => words.filter((word) => !FUNCTION_WORDS.has(word)).map(stem)

/** The stems of a text's words in order, without function words. */
export const listStems = (text: string): string[] => toStems(foldWords(text))

/** Beyond it a text has no stems and is found by its words as written; 99 in 100 articles are shorter. */
export const STEMMED_MAX_CHARACTERS = 50_000

/**
 * The same as a text that an index can hold; a hyphenated word is followed by its parts. Reads the first 50,000
 * characters. Returns null where there is no text.
 */
export const stemText = (text: string | null): string | null =>
  text === null ? null : toStems(foldWordsAndParts(text.slice(0, STEMMED_MAX_CHARACTERS))).join(' ')
