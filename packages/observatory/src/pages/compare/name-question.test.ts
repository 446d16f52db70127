import { expect, it } from 'vitest'
import { readState } from '../search/selection.ts'
import { nameQuestion } from './name-question.ts'

const NAMES = {
  agencies: [
    { code: 'saude', label: 'Ministério da Saúde' },
    { code: 'mec', label: 'Ministério da Educação' },
  ],
  themes: [{ code: '03', label: 'Saúde' }],
  states: [{ code: 'CE', label: 'Ceará' }],
  entity: 'SUS',
}

it.each([
  ['', 'Todas as notícias'],
  ['q=vacina&agencies=mec&themes=03', '“vacina” · Ministério da Educação · Saúde'],
  ['states=CE&entityCanonical=Q1&sentiment=negative', 'Ceará · SUS · Negativo'],
  ['q=vacina&excludeAgencies=saude', '“vacina” · exceto Ministério da Saúde'],
  ['q=vacina&excludeKeywords=nota+de+pesar,futebol', '“vacina” · sem “nota de pesar” · sem “futebol”'],
  ['excludeAgencies=saude,outro', 'Todas as notícias · exceto Ministério da Saúde · exceto outro'],
])('the question %j is named %s', (query, name) => {
  expect(nameQuestion(readState(new URLSearchParams(query)), NAMES)).toBe(name)
})
