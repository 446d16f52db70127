const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu
const MARKS = /\p{M}/gu
/** A point or comma between digits belongs to the number: 1.200 and 1200 are one word. */
const DIGIT_SEPARATORS = /(?<=\p{N})[.,](?=\p{N})/gu

/** Lower case without accents. */
export const foldCase = (text: string): string => text.normalize('NFKD').replace(MARKS, '').toLowerCase()

/**
 * The words of a text in order, folded. Punctuation ends a word; a hyphen joins its parts to one word (pre-sal is
 * `presal`), as the index does, and so do points and commas between digits.
 */
export function foldWords(text: string): string[] {
  const matches = foldCase(text).replace(DIGIT_SEPARATORS, '').match(WORD)
  return matches?.map((word) => word.replaceAll('-', '')) ?? []
}

/** The same, with the parts of a hyphenated word after the whole: a reader may write either. */
export function foldWordsAndParts(text: string): string[] {
  const matches = foldCase(text).replace(DIGIT_SEPARATORS, '').match(WORD) ?? []
  return matches.flatMap((word) =>
    word.includes('-') ? [word.replaceAll('-', ''), ...word.split('-')] : [word],
  )
}
