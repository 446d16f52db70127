import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { expect, it } from 'vitest'
import { compileRegistry } from '../registry/entity-registry.ts'
import { findMinistryLists } from './ministry-lists.ts'

const registry = compileRegistry(GAZETTEER)

it.each([
  ['Os ministérios da Saúde e da Defesa assinam.', ['da Saúde', 'da Defesa']],
  ['Ministérios da Saúde e da Defesa', ['da Saúde', 'da Defesa']],
  ['dos ministérios da Saúde (MS), da Defesa e o das Mulheres', ['da Saúde', 'da Defesa', 'das Mulheres']],
  ['ministérios da Saúde, Defesa, e Turismo', ['da Saúde', 'da Defesa', 'do Turismo']],
  // "e da" also stands inside of names.
  [
    'ministérios dos Direitos Humanos e da Cidadania e da Defesa',
    ['dos Direitos Humanos e da Cidadania', 'da Defesa'],
  ],
  ['ministérios da Defesa e da Saúde, da Anvisa e da Igualdade Racial', ['da Defesa', 'da Saúde']],
  ['ministérios da Saúde dos dois países', []],
  ['ministérios da Saúde e da Defesas', []],
  ['ministérios da Saúde da Defesa', []],
  ['ministérios da SaúdeDefesa', []],
  ['superministérios da Saúde e da Defesa', []],
])('“%s” lists the ministries %j', (text, expected) => {
  expect(findMinistryLists(text, registry).map(({ name }) => name)).toEqual(
    expected.map((of) => `Ministério ${of}`),
  )
})

it('places each ministry at what it is of', () => {
  const text = 'os ministérios da Saúde e da Defesa'
  expect(findMinistryLists(text, registry).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Saúde',
    'Defesa',
  ])
})
