import { badInput } from '@pauta/platform/errors'

/** Reads a whole number of at least 1 from a parameter; `otherwise` without one. Throws BAD_USER_INPUT. */
export function readWhole(text: string | undefined, name: string, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1)
    throw badInput(name, 'deve ser um número inteiro maior ou igual a 1.')
  return Number(text)
}
