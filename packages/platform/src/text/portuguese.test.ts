import { expect, it } from 'vitest'
import { compareNames, conjoin, formatCount, formatDay, formatMonth } from './portuguese.ts'

it('sorts names in the order of Brazilian Portuguese', () => {
  expect(['Zona', 'ônibus', 'Olá', 'Água', 'agora'].sort(compareNames)).toEqual([
    'agora',
    'Água',
    'Olá',
    'ônibus',
    'Zona',
  ])
})

it('joins words, groups digits and formats local days and months', () => {
  expect(conjoin(['saúde', 'educação', 'cultura'])).toBe('saúde, educação e cultura')
  expect(formatCount(330_000)).toBe('330.000')
  expect(formatDay(new Date('2026-06-02T02:59:59Z'))).toBe('1º de junho de 2026')
  expect(formatDay(new Date('2026-06-02T03:00:00Z'))).toBe('2 de junho de 2026')
  expect(formatMonth(new Date('2026-06-01T02:59:59Z'))).toBe('maio de 2026')
  expect(formatMonth(new Date('2026-06-01T03:00:00Z'))).toBe('junho de 2026')
})
