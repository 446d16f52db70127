import { describe, expect, it } from 'vitest'
import { AGENCIES } from '../agencies/catalogue.ts'
import { makeTermList } from './term-list.ts'

const agencies = makeTermList(AGENCIES.map(({ key, name }) => ({ code: key, label: name })))

describe('the nearest agency', () => {
  it.each([
    ['ministerio-da-saude', 'saude'],
    ['Ministério da Saúde', 'saude'],
    ['saudee', 'saude'],
    ['Educação', 'mec'],
    ['ministerio da educacao', 'mec'],
    ['agencia brasil', 'agencia_brasil'],
    ['MINISTÉRIO DO MEIO AMBIENTE', 'mma'],
  ])('of %j is %j', (value, key) => {
    expect(agencies.findNearest(value)?.code).toBe(key)
  })

  it.each([
    'xyz',
    'ministerio-da-economia',
    // Each of these is a word of several names.
    'ministerio',
    'Ministério da',
    'agência',
    'agência nacional',
    'secretaria',
    'conselho',
    'fundacao',
    'superintendência',
    '',
    '🙂',
    'da',
    'q'.repeat(100_000),
  ])('does not exist for %.20j', (value) => {
    expect(agencies.findNearest(value)).toBeUndefined()
  })
})

it('the nearest term has what another similar one lacks', () => {
  const beginning = 'Superintendência Regional Administrativa'
  const terms = makeTermList(['Norte', 'Sul'].map((end) => ({ code: end, label: `${beginning} ${end}` })))
  expect(terms.findNearest(`${beginning} do norte`)?.code).toBe('Norte')
  expect(terms.findNearest(beginning)).toBeUndefined()
})

describe('a code', () => {
  it.each(['saude', 'Saúde', ' SAUDE ', 'agencia-brasil'])('matches %j as the search index does', (value) => {
    expect(agencies.findByCode(value)).toBeDefined()
  })

  it.each(['ministerio-da-saude', 'agencia brasil', '', 'constructor'])('does not match %j', (value) => {
    expect(agencies.findByCode(value)).toBeUndefined()
  })
})
