import { badInput } from '../errors.ts'

/** The numbers that an argument takes, both ends included. */
export interface NumberRange {
  least: number
  most: number
  /** True if the number has no fraction. */
  isWhole?: true
}

/** Returns a number of a range. Throws BAD_USER_INPUT naming `argument` for another, and for NaN. */
export function numberInRange(
  value: number,
  argument: string,
  { least, most, isWhole }: NumberRange,
): number {
  if (!(value >= least && value <= most)) throw badInput(argument, `deve ficar entre ${least} e ${most}.`)
  if (isWhole && !Number.isInteger(value)) throw badInput(argument, 'deve ser um número inteiro.')
  // -0 equals 0 and has the same effect, but another form.
  return value + 0
}
