import { describe, expect, it } from 'vitest'
import { frequencyOf, maskAddress, parseAlert, scheduleOf } from './alert.ts'

const RECORTE = { title: 'T', themes: ['01'], agencies: [], keywords: [] }

describe('a request for an alert', () => {
  it('has its address in lower case, its recorte and its frequency', () => {
    expect(parseAlert({ email: ' Ana@Example.org', recorte: RECORTE, frequency: 'WEEKLY' })).toEqual({
      email: 'ana@example.org',
      recorte: RECORTE,
      frequency: 'WEEKLY',
    })
  })

  it.each([
    [{ email: 'ana' }, /^input\.email\[0\]: /],
    [{ recorte: { ...RECORTE, themes: [] } }, /^input\.recorte: informe ao menos um/],
    [{ recorte: { ...RECORTE, title: '' } }, /^input\.recorte\.title: /],
  ])('with %j is refused', (change, message) => {
    const input = { email: 'ana@example.org', recorte: RECORTE, frequency: 'DAILY', ...change } as const
    expect(() => parseAlert(input)).toThrow(message)
  })
})

it.each([
  ['DAILY', '0 7 * * *'],
  ['WEEKLY', '0 7 * * 1'],
] as const)('sends an alert that is %s at %s', (frequency, schedule) => {
  expect(scheduleOf(frequency).text).toBe(schedule)
  expect(frequencyOf(schedule)).toBe(frequency)
})

it.each([
  ['maria@exemplo.com', 'm•••@exemplo.com'],
  ['"a@b"@exemplo.com', '"•••@exemplo.com'],
])('shows of %s only %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})
