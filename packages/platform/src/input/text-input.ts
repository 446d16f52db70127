import { badInput, limitExceeded } from '../errors.ts'

// PostgreSQL refuses NUL. Other control characters have no meaning in a text, except line breaks and tabs.
const CONTROL = /[^\P{Cc}\n\r\t]/u
const CONTROL_OR_BREAK = /\p{Cc}/u

/** Counts code points, as people and PostgreSQL do, not UTF-16 units. */
const countCharacters = (text: string): number => [...text].length

/**
 * Whether a text has more than `max` characters, without blanks at its ends. A text of more than twice as many UTF-16
 * units is too long in any case, so that the check of a huge text costs nothing.
 */
const isTooLong = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && countCharacters(text.trim()) > max)

/** Only blanks and characters that nobody sees, such as a zero-width space. Beside others they stay: emoji need them. */
const BLANK = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u

/** Returns a required text, trimmed: 1 to `max` characters on one line. Throws BAD_USER_INPUT naming `argument`. */
export function requiredText(value: string, argument: string, max: number): string {
  if (isTooLong(value, max)) throw badInput(argument, `deve ter de 1 a ${max} caracteres.`)
  const text = value.trim()
  if (BLANK.test(text)) throw badInput(argument, 'não pode ficar em branco.')
  if (CONTROL_OR_BREAK.test(text)) throw badInput(argument, 'não pode ter caracteres de controle.')
  return text
}

/**
 * Returns an optional text, trimmed: at most `max` characters, with line breaks. Returns null for blank text. Throws
 * BAD_USER_INPUT naming `argument`.
 */
export function optionalText(value: string | null | undefined, argument: string, max: number): string | null {
  assertTextLength(value ?? '', argument, max)
  const text = value?.trim()
  if (text === undefined || BLANK.test(text)) return null
  if (CONTROL.test(text)) throw badInput(argument, 'não pode ter caracteres de controle.')
  return text
}

/** Bounds of a list of texts. */
export interface TextListBounds {
  /** Most texts in the list. */
  most: number
  /** Most characters of each text. */
  characters: number
}

/** Throws BAD_USER_INPUT naming `argument` for a text of more than `max` characters. */
export function assertTextLength(value: string, argument: string, max: number): void {
  if (isTooLong(value, max)) throw badInput(argument, `deve ter no máximo ${max} caracteres.`)
}

/**
 * Checks number and length of the texts of a list, blank ones included. Throws LIMIT_EXCEEDED naming `argument` for too
 * many texts, and BAD_USER_INPUT naming the text that is too long, such as `names[2]`.
 */
export function assertTextBounds(
  values: readonly string[],
  argument: string,
  { most, characters }: TextListBounds,
): void {
  if (values.length > most) throw limitExceeded(argument, `no máximo ${most} valores.`)
  for (const [i, value] of values.entries()) assertTextLength(value, `${argument}[${i}]`, characters)
}

/**
 * Returns a list of distinct texts in the given order, each checked by `requiredText`. Throws LIMIT_EXCEEDED naming
 * `argument` for too many texts, and BAD_USER_INPUT naming the text at fault, such as `names[2]`.
 */
export function distinctTexts(
  values: readonly string[],
  argument: string,
  { most, characters }: TextListBounds,
): string[] {
  if (values.length > most) throw limitExceeded(argument, `no máximo ${most} valores.`)
  return [...new Set(values.map((value, i) => requiredText(value, `${argument}[${i}]`, characters)))]
}
