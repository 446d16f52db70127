/** Bounds of an identifier, in characters. */
export const ID_MAX_CHARACTERS = 128

// Control and format characters, blanks, quotes and what ends a value in a filter of the index. Each of them has made
// articles that one reader found by their id and another did not.
const FORBIDDEN = /[\p{C}\p{Z}`"'\\<>]/u
// The index takes an id of nothing but symbols for any other such id.
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Whether text of any length holds a character that no identifier may have. */
export function hasForbiddenIdCharacter(value: string): boolean {
  return FORBIDDEN.test(value)
}

/**
 * Whether an article can have this identifier: 1 to 128 characters, a letter or digit among them, no control character,
 * blank, quote, backtick, backslash or angle bracket. Messages, imports and arguments of the API follow the same rule.
 */
export function isArticleId(value: string): boolean {
  return value.length <= ID_MAX_CHARACTERS && !FORBIDDEN.test(value) && LETTER_OR_DIGIT.test(value)
}
