import { badInput, limitExceeded } from '../errors.ts'

// PostgreSQL takes no NUL, and no other control character but a line break or a tab means anything in a text.
const CONTROL = /[^\P{Cc}\n\r\t]/u
const CONTROL_OR_BREAK = /\p{Cc}/u

/** Characters as people and PostgreSQL count them, not UTF-16 units. */
const countCharacters = (text: string): number => [...text].length

/**
 * Text that a caller must give, trimmed: 1 to `max` characters on one line. Throws BAD_USER_INPUT naming `argument`.
 */
export function requiredText(value: string, argument: string, max: number): string {
  const text = value.trim()
  if (text === '') throw badInput(argument, 'não pode ficar em branco.')
  if (countCharacters(text) > max) throw badInput(argument, `deve ter de 1 a ${max} caracteres.`)
  if (CONTROL_OR_BREAK.test(text)) throw badInput(argument, 'não pode ter caracteres de controle.')
  return text
}

/**
 * Text that a caller may give, trimmed: at most `max` characters, line breaks among them. Blank is null.
 * Throws BAD_USER_INPUT naming `argument`.
 */
export function optionalText(value: string | null | undefined, argument: string, max: number): string | null {
  const text = value?.trim()
  if (!text) return null
  if (countCharacters(text) > max) throw badInput(argument, `deve ter no máximo ${max} caracteres.`)
  if (CONTROL.test(text)) throw badInput(argument, 'não pode ter caracteres de controle.')
  return text
}

/** Bounds of a list of texts. */
export interface TextListBounds {
  /** Most texts. */
  most: number
  /** Most characters of each. */
  characters: number
}

/**
 * Texts that a caller may give, each as by `requiredText` and once, in the order given. Throws LIMIT_EXCEEDED naming
 * `argument` for too many, BAD_USER_INPUT naming the one at fault, as `themes[2]`.
 */
export function distinctTexts(
  values: readonly string[],
  argument: string,
  { most, characters }: TextListBounds,
): string[] {
  if (values.length > most) throw limitExceeded(argument, `no máximo ${most} valores.`)
  return [...new Set(values.map((value, i) => requiredText(value, `${argument}[${i}]`, characters)))]
}
