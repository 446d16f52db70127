import { expect, it } from 'vitest'
import { otherNumber, stemOf } from './number-forms.ts'

it.each([
  ['vacina', 'vacinas'],
  ['vacinas', 'vacina'],
  ['campanhas', 'campanha'],
  ['vacinação', 'vacinações'],
  ['vacinações', 'vacinação'],
  ['hospital', 'hospitais'],
  ['hospitais', 'hospital'],
  ['professor', 'professores'],
  ['professores', 'professor'],
  ['jovem', 'jovens'],
  ['jovens', 'jovem'],
  ['combustível', 'combustíveis'],
  ['combustíveis', 'combustível'],
  ['papel', 'papéis'],
  ['atas', 'ata'],
  ['capitães', 'capitão'],
  ['papéis', 'papel'],
  ['lençóis', 'lençol'],
  ['lençol', 'lençóis'],
  ['vacinacao', 'vacinacoes'],
])('returns for %s the other number %s', (word, other) => {
  expect(otherNumber(word)[0] ?? '').toBe(other)
})

it('returns no form for short words', () => {
  expect(otherNumber('sus')).toEqual([])
})

it.each([
  ['vacinacoes', 'vacinacao'],
  ['mulheres', 'mulher'],
  ['saude', 'saude'],
  ['atas', 'ata'],
  ['sus', 'sus'],
])('returns for %s the stem %s', (folded, stem) => {
  expect(stemOf(folded)).toBe(stem)
})
