import { expect, it } from 'vitest'
import { isStateCode, readStates, STATE_CODES, stateName, statesSchema } from './states.ts'

const NAMES =
  'AC Acre, AL Alagoas, AM Amazonas, AP Amapá, BA Bahia, CE Ceará, DF Distrito Federal, ES Espírito Santo, GO Goiás, ' +
  'MA Maranhão, MG Minas Gerais, MS Mato Grosso do Sul, MT Mato Grosso, PA Pará, PB Paraíba, PE Pernambuco, PI Piauí, ' +
  'PR Paraná, RJ Rio de Janeiro, RN Rio Grande do Norte, RO Rondônia, RR Roraima, RS Rio Grande do Sul, ' +
  'SC Santa Catarina, SE Sergipe, SP São Paulo, TO Tocantins'

it('the 27 states have names, in the order of their codes', () => {
  expect(STATE_CODES.map((code) => `${code} ${stateName(code)}`).join(', ')).toBe(NAMES)
  expect(STATE_CODES).toEqual(STATE_CODES.toSorted())
  expect(stateName('XX')).toBe('XX')
})

it.each<[unknown, string[]]>([
  [
    ['SP', 'CE', 'SP'],
    ['SP', 'CE'],
  ],
  [['ce', 'XX', 3, null, ['SP']], []],
  ['SP', []],
  [undefined, []],
])('the states of the feature %j are %j', (value, codes) => {
  expect(readStates(value)).toEqual(codes)
})

it('a code is in capitals', () => {
  expect(['SP', 'sp', 'XX'].map(isStateCode)).toEqual([true, false, false])
  expect(statesSchema.safeParse([...STATE_CODES]).success).toBe(true)
  for (const value of [['XX'], [...STATE_CODES, 'SP']])
    expect(statesSchema.safeParse(value).success).toBe(false)
})
