import * as z from 'zod'

/** Names of the 27 states by code, in the order of the codes. */
const STATE_NAMES: ReadonlyMap<string, string> = new Map([
  ['AC', 'Acre'],
  ['AL', 'Alagoas'],
  ['AM', 'Amazonas'],
  ['AP', 'Amapá'],
  ['BA', 'Bahia'],
  ['CE', 'Ceará'],
  ['DF', 'Distrito Federal'],
  ['ES', 'Espírito Santo'],
  ['GO', 'Goiás'],
  ['MA', 'Maranhão'],
  ['MG', 'Minas Gerais'],
  ['MS', 'Mato Grosso do Sul'],
  ['MT', 'Mato Grosso'],
  ['PA', 'Pará'],
  ['PB', 'Paraíba'],
  ['PE', 'Pernambuco'],
  ['PI', 'Piauí'],
  ['PR', 'Paraná'],
  ['RJ', 'Rio de Janeiro'],
  ['RN', 'Rio Grande do Norte'],
  ['RO', 'Rondônia'],
  ['RR', 'Roraima'],
  ['RS', 'Rio Grande do Sul'],
  ['SC', 'Santa Catarina'],
  ['SE', 'Sergipe'],
  ['SP', 'São Paulo'],
  ['TO', 'Tocantins'],
])

/** Codes of the 27 states. */
export const STATE_CODES: readonly string[] = [...STATE_NAMES.keys()]

/** Returns the name of a state, or its code when there is none. */
export const stateName = (code: string): string => STATE_NAMES.get(code) ?? code

/** The states of which an article speaks, by code, as the feature `states` has them. */
export const statesSchema = z.array(z.enum(STATE_CODES)).max(STATE_CODES.length)

/** Whether a text is the code of a state, in capitals. */
export const isStateCode = (code: string): boolean => STATE_NAMES.has(code)

/** Returns the codes of the feature `states`, each once. A value of a wrong type counts as missing. */
export const readStates = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...new Set(value)].filter((code): code is string => typeof code === 'string' && isStateCode(code))
    : []
