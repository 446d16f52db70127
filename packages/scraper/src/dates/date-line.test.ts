import { expect, it } from 'vitest'
import { DATE_LINE_CHARACTERS, isCreationLine, isDateAlone, isDateLine } from './date-line.ts'

const LINE = 'Publicado em 10/02/2026 17h05'

it.each([
  [LINE, true],
  ['Publicado em 10/02/2026, atualizado em 11 de fevereiro de 2026 às 9h', true],
  ['Última modificação: 10/02/2026', true],
  ['10/02/2026 17h05', false],
  [LINE.padEnd(DATE_LINE_CHARACTERS), true],
  [LINE.padEnd(DATE_LINE_CHARACTERS + 1), false],
  ['Publicação: 10/02/2026 | 17h05', true],
  ['Enviado por ascom em ter, 10/02/2026 - 17:05', true],
  ['O relatório foi enviado por ofício em 10/02/2026', false],
  ['Publicado em 10/02/2026.', true],
  ['O edital foi publicado em 10/02/2026.', false],
  ['O edital foi publicado em 10/02/2026', true],
  [`${LINE} ${'a'.repeat(30)}`, true],
  [`${LINE} ${'a'.repeat(31)}`, false],
])('%s is a publication line: %s', (text, is) => {
  expect(isDateLine(text)).toBe(is)
})

it.each([
  ['10/02/2026', true],
  ['10/02/2026 - 17:05', true],
  ['10.02.2026, 17.05h', true],
  ['2026-02-10 17h:05min', true],
  ['Terça-feira, 10 de fevereiro de 2026, às 17h05', true],
  ['sábado, 1º de março de 2026', true],
  ['Brasília, 10/02/2026', false],
  ['17h05', true],
  ['Terça-feira', false],
  ['', false],
])('%s is a date alone: %s', (text, is) => {
  expect(isDateAlone(text)).toBe(is)
})

it.each([
  ['Criado em Terça, 10 Fevereiro 2026 17:05', true],
  ['Criado: 2026-02-10', true],
  ['- Criada em: 10/02/2026', true],
  ['10/02/2026', false],
  ['Criado em 10/02/2026'.padEnd(DATE_LINE_CHARACTERS, '-'), true],
  ['Criado em 10/02/2026'.padEnd(DATE_LINE_CHARACTERS + 1, '-'), false],
  ['Criado em', false],
  ['Criado em 1988', false],
  ['SUS, criado em 10/02/2026', false],
  ['Criado em 10/02/2026, o comitê tem doze pessoas', false],
])('%s says when a page was created: %s', (text, is) => {
  expect(isCreationLine(text)).toBe(is)
})
