const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu
/** Accents, and characters that nobody sees, such as the soft hyphen of a text that was copied from a PDF. */
const MARKS = /[\p{M}\p{Cf}]/gu
/** A point or comma between digits is part of the number: 1.200 and 1200 are the same word. */
const DIGIT_SEPARATORS = /(?<=\p{N})[.,](?=\p{N})/gu

/** Returns the text in lower case without accents and characters that nobody sees. */
const foldCase = (text: string): string => text.normalize('NFKD').replace(MARKS, '').toLowerCase()

/**
 * Returns the folded words of a text in order. Punctuation ends a word. A hyphen joins its parts to one word (pre-sal
 * is `presal`), as in the index, and so do points and commas between digits.
 */
export function foldWords(text: string): string[] {
  const matches = foldCase(text).replace(DIGIT_SEPARATORS, '').match(WORD)
  return matches?.map((word) => word.replaceAll('-', '')) ?? []
}

/** Like `foldWords`, but a hyphenated word is followed by its parts, because readers type either form. */
export function foldWordsAndParts(text: string): string[] {
  const matches = foldCase(text).replace(DIGIT_SEPARATORS, '').match(WORD) ?? []
  return matches.flatMap((word) =>
    word.includes('-') ? [word.replaceAll('-', ''), ...word.split('-')] : [word],
  )
}
