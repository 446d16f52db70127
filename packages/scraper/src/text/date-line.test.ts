import { expect, it } from 'vitest'
import { DATE_LINE_CHARACTERS, isDateLine } from './date-line.ts'

const LINE = 'Publicado em 10/02/2026 17h05'

it.each([
  [LINE, true],
  ['Publicado em 10/02/2026, atualizado em 11 de fevereiro de 2026 às 9h', true],
  ['Última modificação: 10/02/2026', true],
  ['10/02/2026 17h05', false],
  [LINE.padEnd(DATE_LINE_CHARACTERS), true],
  [LINE.padEnd(DATE_LINE_CHARACTERS + 1), false],
  ['Publicado em 10/02/2026.', true],
  ['O edital foi publicado em 10/02/2026.', false],
  ['O edital foi publicado em 10/02/2026', true],
  [`${LINE} ${'a'.repeat(30)}`, true],
  [`${LINE} ${'a'.repeat(31)}`, false],
])('%s is a publication line: %s', (text, is) => {
  expect(isDateLine(text)).toBe(is)
})
