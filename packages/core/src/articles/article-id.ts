/** Longest identifier, in characters. */
export const ID_MAX_CHARACTERS = 128

// Control and format characters, blanks, quotes, and characters that end a value in a filter of the index. With such an
// id, a search by id finds an article in one store and misses it in the other.
const FORBIDDEN = /[\p{C}\p{Z}`"'\\<>]/u
// The index treats all ids without letters and digits as equal.
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Whether a text is a valid article id: 1 to 128 characters, at least one letter or digit, no control character, blank,
 * quote, backtick, backslash or angle bracket. Messages, imports and arguments of the API follow the same rule.
 */
export function isArticleId(value: string): boolean {
  return value.length <= ID_MAX_CHARACTERS && !FORBIDDEN.test(value) && LETTER_OR_DIGIT.test(value)
}
