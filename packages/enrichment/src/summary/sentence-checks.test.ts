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
  ['Nesta terça-feira (3), a nota saiu.', true],
  ['Neste 8 de março, a nota saiu.', true],
  ['Este ano, a nota saiu.', true],
  ['Nessa quarta-feira (4), a nota saiu.', true],
  ['Nesta terça (3), a nota saiu.', true],
  ['Nesta terça, a nota saiu.', true],
  ['Neste sábado, a nota saiu.', true],
  ['Nessa semana, a nota saiu.', false],
  ['Nesse ano, a nota saiu.', false],
  ['Nesta segunda etapa, a nota saiu.', false],
  ['Nesta 5ª edição, a nota saiu.', false],
  ['Nesta nota, a ministra saiu.', false],
  ['Está aberta a nota.', true],
  ['Esta é a nota.', false],
  ['É a nota que fala do dia.', false],
  ['E a nota saiu.', false],
  ['Também a nota saiu.', false],
  ['Tambem a nota saiu.', false],
  ['Por meio da nota, a ministra saiu.', true],
  ['Por Maria Silva, da Ascom.', false],
])('“%s” stands alone: %s', (text, expected) => {
  expect(standsAlone(text, foldName(text))).toBe(expected)
})
