import { describe, expect, it } from 'vitest'
import { compileRegistry, type KnownEntity } from './entity-registry.ts'
import { listLawReferences } from './law-references.ts'

const law = (id: string, ...[canonicalName = '', ...aliases]: string[]): KnownEntity => ({
  id,
  canonicalName,
  type: 'LAW',
  aliases,
})
const registry = compileRegistry([
  law('sus', 'Lei Orgânica da Saúde', 'Lei nº 8.080/1990'),
  law('other', 'Lei nº 8.080/2001'),
  law('within', 'Programa da Lei nº 9.394/1996', 'Lei nº 9.394/1996 do Ensino'),
  law('alone', 'Lei nº 7.210/1984'),
  { ...law('agency', 'Lei nº 5.692/1971'), type: 'ORG' },
])

describe('a registry', () => {
  it.each([
    ['Lei nº 8.080/1990', 'sus', 'Lei nº 8.080/1990'],
    ['Lei nº 8.080/2001', 'other', 'Lei nº 8.080/2001'],
    ['Lei nº 8.080/1999', undefined, undefined],
    // Two laws have this number.
    ['Lei nº 8.080', undefined, undefined],
    ['Lei nº 7.210', 'alone', 'Lei nº 7.210/1984'],
    // Names with more than a number, and names of others, are no numbers.
    ['Lei nº 9.394/1996', undefined, undefined],
    ['Lei nº 5.692/1971', undefined, undefined],
  ])('finds %s as %s', (text, id, name) => {
    const found = registry.findLaw(listLawReferences(text)[0]!)
    expect([found?.entity.id, found?.name]).toEqual([id, name])
  })

  it('searches for the names that are no numbers', () => {
    expect(registry.names.flat().map(({ name }) => name)).toEqual([
      'Lei Orgânica da Saúde',
      'Programa da Lei nº 9.394/1996',
      'Lei nº 9.394/1996 do Ensino',
      'Lei nº 5.692/1971',
    ])
  })
})
