import { expect, test } from 'vitest'
import { checkDocument } from './document-check.ts'
import { parseSchema } from './schema.ts'

const SCHEMA = parseSchema({
  name: 'teste',
  fields: [
    { name: 'titulo', type: 'string' },
    { name: 'ano', type: 'int32' },
    { name: 'tags', type: 'string[]', optional: true },
    { name: 'nota', type: 'float', optional: true },
    { name: 'ativo', type: 'bool', optional: true },
    { name: 'vetor', type: 'float[]', num_dim: 2, optional: true },
  ],
  default_sorting_field: 'ano',
})
const GOOD = { id: '1', titulo: 'a', ano: 1 }

test('values that read as the right type are converted', () => {
  const dirty = {
    ...GOOD,
    titulo: 5,
    ano: '12',
    nota: '1.5',
    ativo: 'true',
    tags: 'só uma',
    outro: { livre: 1 },
  }
  expect(checkDocument(SCHEMA, dirty, 'coerce_or_reject', false)).toEqual({
    id: '1',
    titulo: '5',
    ano: 12,
    nota: 1.5,
    ativo: true,
    tags: ['só uma'],
    outro: { livre: 1 },
  })
})

test('drops values that cannot be converted when the request asks for it', () => {
  expect(checkDocument(SCHEMA, { ...GOOD, nota: 'x' }, 'coerce_or_drop', false)).toEqual(GOOD)
  expect(checkDocument(SCHEMA, { ...GOOD, nota: '1' }, 'drop', false)).toEqual(GOOD)
})

test.each([
  [
    { titulo: 'a' },
    'Field `ano` has been declared as a default sorting field, but is not found in the document.',
  ],
  [{ ano: 1 }, 'Field `titulo` has been declared in the schema, but is not found in the document.'],
  [{ ...GOOD, ano: 'abc' }, 'Field `ano` must be an int32.'],
  [{ ...GOOD, ano: 3_000_000_000 }, 'Field `ano` must be an int32.'],
  [{ ...GOOD, titulo: null }, 'Field `titulo` must be a string.'],
  [{ ...GOOD, vetor: [1] }, 'Field `vetor` must have 2 dimensions.'],
])('refuses %j', (document, message) => {
  expect(() => checkDocument(SCHEMA, document, 'coerce_or_reject', false)).toThrow(message)
})

test('converts no value in strict mode', () => {
  expect(() => checkDocument(SCHEMA, { ...GOOD, ano: '1' }, 'reject', false)).toThrow('must be an int32')
})

test('removes an optional field that is null, and keeps null in a partial document for the merge', () => {
  expect(checkDocument(SCHEMA, { ...GOOD, nota: null }, 'coerce_or_reject', false)).toEqual(GOOD)
  expect(checkDocument(SCHEMA, { nota: null }, 'coerce_or_reject', true)).toEqual({ nota: null })
})
