import { foldWords, foldWordsAndParts } from './fold-words.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { stem } from './stem.ts'

const toStems = (words: readonly string[]) => words.filter((word) => !FUNCTION_WORDS.has(word)).map(stem)

/** Returns the stems of the words of a text in order, without function words. */
export const listStems = (text: string): string[] => toStems(foldWords(text))

/** Longest stemmed part of a text. Beyond it, a search matches words as written; 99 % of the articles are shorter. */
const STEMMED_MAX_CHARACTERS = 50_000

/**
 * Returns the stems of the first 50,000 characters as one text for the index; a hyphenated word is followed by its
 * parts. Returns null for null.
 */
export const stemText = (text: string | null): string | null =>
  text === null ? null : toStems(foldWordsAndParts(text.slice(0, STEMMED_MAX_CHARACTERS))).join(' ')
