import { expect, it } from 'vitest'
import { listEntries } from './list-entries.ts'

it.each([
  ['dengue, vacina;gripe\nfebre', ['dengue', 'vacina', 'gripe', 'febre']],
  [' dengue  grave ,, dengue grave', ['dengue grave']],
  ['', []],
])('lists the entries of %j', (text, entries) => {
  expect(listEntries(text)).toEqual(entries)
})
