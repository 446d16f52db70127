import { foldWords, foldWordsAndParts } from './fold-words.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { stem } from './stem.ts'

const toStems = (words: readonly string[]) => words.filter((word) => !FUNCTION_WORDS.has(word)).map(stem)

/** The stems of a text's words in order, without function words. */
export const listStems = (text: string): string[] => toStems(foldWords(text))

/** The same as a text that an index can hold; a hyphenated word is followed by its parts. Null where there is no text. */
export const stemText = (text: string | null): string | null =>
  text === null ? null : toStems(foldWordsAndParts(text)).join(' ')
