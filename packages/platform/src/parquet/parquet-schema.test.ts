import { expect, it } from 'vitest'
import { schemaOf } from './parquet-schema.ts'

it('each kind of column has the types that readers of Parquet know, and may be null', () => {
  const kinds = ['text', 'number', 'instant', 'texts'] as const
  expect(schemaOf(kinds.map((kind) => ({ name: `a ${kind}`, kind })))).toEqual([
    { name: 'root', num_children: 4 },
    { name: 'a text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    { name: 'a number', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
    {
      name: 'a instant',
      type: 'INT64',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
      repetition_type: 'OPTIONAL',
    },
    { name: 'a texts', repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ])
})
