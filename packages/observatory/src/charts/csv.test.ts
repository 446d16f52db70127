import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes fields with commas, quotes and line breaks', () => {
  expect(
    toCsv({
      columns: ['a', 'b'],
      rows: [
        ['x, y', 'say "z"'],
        ['1\n2', 3],
      ],
    }),
  ).toBe('\uFEFFa,b\r\n"x, y","say ""z"""\r\n"1\n2",3\r\n')
})

it('disarms formulas and leaves missing values empty', () => {
  expect(toCsv({ columns: ['a'], rows: [['=1+1'], [null], [-2]] })).toBe("\uFEFFa\r\n'=1+1\r\n\r\n-2\r\n")
})

it('ends with the notes', () => {
  expect(toCsv({ columns: ['a', 'b'], rows: [['x', 1]] }, ['Fonte: y, z.'])).toBe(
    '\uFEFFa,b\r\nx,1\r\n"Fonte: y, z."\r\n',
  )
})
