import { expect, it } from 'vitest'
import { foldName } from '@pauta/platform/text/fold-text'
import { isProse, standsAlone } from './sentence-checks.ts'

it.each([
  ['A nota saiu.', true],
  ['“A nota” saiu («hoje») [ontem].', true],
  ['a nota saiu.', false],
  ['A nota saiu', false],
  ['A nota “saiu.', false],
  ['A nota «saiu.', false],
  ['A nota (saiu.', false],
  ['A nota [saiu.', false],
  ['A nota "saiu.', false],
  ['A nota saiu em www.gov.br.', false],
  ['A nota | saiu.', false],
])('“%s” is prose: %s', (text, expected) => {
  expect(isProse(text)).toBe(expected)
})

it.each([
  ['A nota saiu.', true],
  ['Ela saiu.', false],
  ['Segundo ele, a nota saiu.', false],
  ['“A nota” saiu.', false],
  ['A nota saiu?', false],
  ['Nota: a ministra saiu.', false],
])('“%s” stands alone: %s', (text, expected) => {
  expect(standsAlone(text, foldName(text))).toBe(expected)
})
