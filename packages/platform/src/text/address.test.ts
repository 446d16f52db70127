import { expect, it } from 'vitest'
import { normalizeAddress } from './address.ts'

const BASE = 'https://www.gov.br/mec/'

it.each([
  ['letters that are not ASCII', 'educação', 'educa%C3%A7%C3%A3o'],
  ['the case of hex digits', 'educa%c3%a7%C3%a3o', 'educa%C3%A7%C3%A3o'],
  ['unreserved characters', '%7Eana/%61%2Db%5Fc%2e%39', '~ana/a-b_c.9'],
  ['blanks', 'nota 1', 'nota%201'],
  ['reserved characters, which stay as they are', 'a%2Fb?q=a%26b&c=d%3D', 'a%2Fb?q=a%26b&c=d%3D'],
  ['a percent sign without digits', '100%', '100%'],
])('folds %s', (_, path, folded) => {
  expect(normalizeAddress(`${BASE}${path}`)).toBe(`${BASE}${folded}`)
  expect(normalizeAddress(`${BASE}${folded}`)).toBe(`${BASE}${folded}`)
})

it('returns a text that is no address unchanged', () => {
  expect(normalizeAddress('/mec/educação')).toBe('/mec/educação')
})
